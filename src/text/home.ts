import { demoMark } from './demoMark.ts'

/** The home page's texts about accounts that were checked on this device. */
export const homeText = {
  label: 'この端末でチェックしたアカウント',
  /** The accessible name of an account's link: it says in words what the link shows as a sign. */
  chip: (isDemo: boolean, name: string, state: string, day: string) =>
    `${demoMark(isDemo)}@${name}、${state}（${day}）の結果`,
} as const

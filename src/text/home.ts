import { demoMark } from './demoMark.ts'

/** The home page's texts about accounts that were checked on this device. */
export const homeText = {
  label: 'この端末でチェックしたアカウント',
  /** The accessible name of an account's button: it says in words what the button shows as a sign, and that the button checks again. */
  chip: (isDemo: boolean, name: string, state: string, day: string) =>
    `${demoMark(isDemo)}@${name}、${state}（${day}）。もう一度チェック`,
  again: (count: number) => `上から${count}件をまとめてチェック`,
  running: (name: string) => `@${name} をチェックしています`,
  change: (isDemo: boolean, name: string, change: string) => `${demoMark(isDemo)}@${name}：${change}`,
  first: '記録しました',
  failed: (name: string, isOffline: boolean) =>
    isOffline
      ? `@${name}：インターネットに接続されていないため、チェックできませんでした。`
      : `@${name}：チェックできませんでした。しばらくたってから、お試しください。`,
} as const

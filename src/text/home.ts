import { demoMark } from './demoMark.ts'

/** The home page's texts about accounts that were checked on this device. */
export const homeText = {
  label: 'この端末でチェックしたアカウント',
  /** A chip for those who do not see its sign. */
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

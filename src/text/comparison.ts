import { GROUP_BADGES } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { formatNumber } from './japanese.ts'

/** Every sentence that compares posts with the last time that this device checked them. */
export const comparisonText = {
  back: (count: number) => `${formatNumber(count)}件が検索に戻りました`,
  gone: (count: number) => `${formatNumber(count)}件が新たに検索に出なくなりました`,
  other: (group: PostGroup, count: number) => `${formatNumber(count)}件が${GROUP_BADGES[group]}になりました`,
  /** Said before those that cannot be compared. */
  unchanged: (count: number) => `${formatNumber(count)}件は変わらず`,
  incomparable: (count: number) => `${formatNumber(count)}件は比べられません`,
  same: '変わったポストはありません',
  listed: (sentences: readonly string[]) => sentences.join('、'),
  since: (times: string) => `前回（${times}）との比較です。`,
  added: (count: number) => `ほかの${formatNumber(count)}件は、この端末では初めてです。`,
  otherMethod: '判定の方法が変わったポストは比べていません。',
  csv: { result: '前回の結果', at: '前回のチェック日時' },
} as const

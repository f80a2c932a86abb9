import { GROUP_BADGES } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { formatNumber } from './japanese.ts'

/** Every sentence that compares a batch of posts with an earlier one. */
export const comparisonText = {
  action: '前回と比べる',
  title: '前回との違い',
  back: (count: number) => `${formatNumber(count)}件が検索に戻りました`,
  gone: (count: number) => `${formatNumber(count)}件が新たに検索に出なくなりました`,
  other: (group: PostGroup, count: number) => `${formatNumber(count)}件が${GROUP_BADGES[group]}になりました`,
  same: '検索に出るかどうかが変わったポストはありません',
  listed: (sentences: readonly string[]) => sentences.join('、'),
  about: (date: string, common: number) => `前回（${date}）にもあった${formatNumber(common)}件を比べました。`,
  added: (count: number) =>
    `前回になかった${formatNumber(count)}件は比べていません（編集したポストは別のポストになります）。`,
  none: 'この端末に、同じポストの以前の結果はありません。',
  post: (day: string) => `${day}のポスト`,
  change: (before: string, now: string) => `${before} → ${now}`,
  notCompared: {
    otherMethod: '前回とは判定の方法が違うため、比べていません。',
    otherUpstream: 'デモの結果と実際の結果は比べられません。',
    noCommon: 'その結果には、同じポストがありません。',
    notEarlier: 'この結果より前のものではありません。以前の結果のリンクを貼ってください。',
  },
  link: {
    label: '以前の結果のリンクと比べる',
    submit: '比べる',
    state: {
      loading: '読み込んでいます',
      invalid: '保存した結果のリンクではありません。',
      failed: '以前の結果を読み込めませんでした。保存期間を過ぎたか、リンクが違います。',
    },
  },
  csv: { result: '前回の結果', at: '前回のチェック日時' },
} as const

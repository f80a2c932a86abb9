import type { AgreementReport, Tally } from '../../contract/AgreementReport.ts'
import type { AgreementItem, Statement } from '../../contract/AgreementTicket.ts'
import { calendarDay } from './calendarDay.ts'
import { grouped } from './grouped.ts'
import { verdictWords } from './offerNames.ts'

/** The interval is widened to whole percents, never narrowed. */
const tally = ({ answers, agreed, low, high }: Tally) =>
  `${grouped(answers)}件の答えのうち${grouped(agreed)}件が判定と一致しました（${Math.round((100 * agreed) / answers)}%、95%信頼区間は${Math.floor(100 * low)}〜${Math.ceil(100 * high)}%）。`

/** The sentences of /how about what visitors saw. */
export const agreementText = {
  title: '判定と人の見え方の一致',
  lead: ({ from, to }: Pick<AgreementReport, 'from' | 'to'>) =>
    `自分で見て確かめ、「この確認を匿名で役立てる」で送った人の答えを数えたものです（${calendarDay(from)}〜${calendarDay(to)}）。`,
  tally,
  verdict: (item: AgreementItem, verdict: Statement['verdict'], counted: Tally) =>
    `判定が「${verdictWords(item, verdict)}」だったとき：${tally(counted)}`,
  none: 'まだ答えが少ないため、示せる項目がありません。',
  caution:
    '答えが30件に満たない項目は示していません。答えた人だけの集計で、見まちがいもありえます。判定の正しさを測った数ではありません。',
  failed: 'いまは読み込めませんでした。',
  again: 'もう一度読み込む',
} as const

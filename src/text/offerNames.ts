import type { AgreementItem, Statement } from '../../contract/AgreementTicket.ts'
import { banNames } from './banNames.ts'
import { resultText } from './result.ts'

const { badge } = resultText

/** What an item of agreement is called. */
export const offerNames = {
  ...banNames,
  'post:ok': `ポスト（${badge.ok}）`,
  'post:excluded': `ポスト（${badge.excluded}）`,
  'post:quote': `ポスト（${badge.quote}）`,
} as const satisfies Record<AgreementItem, string>

const OF_ITEM = { clear: resultText.ban.no, affected: resultText.ban.yes } as const
/** A post is found by search or not; an account's item is detected or not. */
const OF_POST = { clear: '検索で見つかりました', affected: '検索で見つかりませんでした' } as const

/** A verdict in words, without its full stop. */
export function verdictWords(item: AgreementItem, verdict: Statement['verdict']): string {
  return (item.startsWith('post:') ? OF_POST : OF_ITEM)[verdict]
}

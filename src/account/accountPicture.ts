import { BANS } from '../../contract/bans.ts'
import type { Picture } from '../files/Picture.ts'
import { resultText } from '../text/result.ts'
import { text } from '../text/ja.ts'
import { formatMinute } from '../ui/formatTime.ts'
import { postCounts, showsBanStates, verdictOf } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'

const STATES = {
  true: `✕ ${resultText.ban.yes}`,
  false: `✓ ${resultText.ban.no}`,
  null: `？ ${resultText.ban.unknown}`,
} as const

/** An account's result as a picture says it. Invented answers say so there too. */
export function accountPicture(result: AccountResult, at: number, isSandbox: boolean): Picture {
  const counts = postCounts(result)
  const bans = showsBanStates(result)
    ? BANS.map((ban) => `${resultText.ban[ban].name}：${STATES[`${result[ban]}`]}`)
    : []
  return {
    title: text.site,
    about: `@${result.screenName} ・ ${formatMinute(at)}`,
    headline: verdictOf(result).sentence,
    lines: [
      ...bans,
      ...(counts
        ? [
            `${resultText.list.title}：${resultText.badge.ok} ${counts.ok}／${resultText.badge.excluded} ${counts.excluded}／${resultText.badge.quote} ${counts.quote}／${resultText.badge.error} ${counts.error}`,
          ]
        : []),
      ...(isSandbox ? [text.sandbox.notice] : []),
    ],
  }
}

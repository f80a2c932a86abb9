import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import { handedOnUrl } from '../config.ts'
import type { Picture, PictureItem } from '../files/Picture.ts'
import { GROUPS } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { text } from '../text/ja.ts'
import { formatMinute } from '../text/formatTime.ts'
import { postCounts, showsBanStates, accountVerdict } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'

const STATES = {
  true: { tone: 'excluded', state: resultText.ban.yes },
  false: { tone: 'ok', state: resultText.ban.no },
  null: { tone: 'unknown', state: resultText.ban.unknown },
} as const

/** The contents of an account's result picture, which also says when the answer is invented. */
export function accountPicture(result: AccountResult, at: number, isSandbox: boolean): Picture {
  const counts = postCounts(result)
  const { tone, sentence } = accountVerdict(result)
  const item = (ban: Ban): PictureItem => ({ name: resultText.ban[ban].name, ...STATES[`${result[ban]}`] })
  const posts = counts && GROUPS.map((group) => `${resultText.badge[group]} ${counts[group]}`).join('／')
  return {
    title: text.site,
    about: formatMinute(at),
    name: `@${result.screenName}`,
    tone,
    headline: sentence,
    lines: posts === null ? [] : [`${resultText.list.title}：`, posts],
    items: showsBanStates(result) ? BANS.map(item) : [],
    warning: isSandbox ? text.sandbox.notice : '',
    url: handedOnUrl(''),
  }
}

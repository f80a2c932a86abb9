import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import type { Capabilities } from '../../contract/Capabilities.ts'
import { handedOnUrl } from '../config.ts'
import type { Picture, PictureItem } from '../files/Picture.ts'
import { shownGroups } from '../../contract/postVerdicts.ts'
import type { GroupCounts } from '../results/group.ts'
import { resultText } from '../text/result.ts'
import { text } from '../text/ja.ts'
import { formatMinute } from '../text/formatTime.ts'
import { accountVerdict, doubtsAbout, postCounts, REASON_SENTENCES } from './accountVerdict.ts'
import type { Asked } from './accountVerdict.ts'
import { banState } from './banState.ts'
import type { AccountResult } from './checkAccount.ts'
import { findingWords } from './guide/findingWords.ts'
import type { OwnFindings } from './guide/findingAtoms.ts'
import { missingPosts } from './missingPosts.ts'
import { showsBanStates } from './showsBanStates.ts'

/** Where an answer comes from: what was asked, whether it is invented, and what its server can judge. */
type Origin = {
  asked: Asked
  isSandbox: boolean
  capabilities: Capabilities | null
  /** What the visitor saw, where they want it in the picture. */
  findings?: OwnFindings | null
}

/** The contents of an account's result picture, which also says when the answer is invented. */
export function accountPicture(result: AccountResult, at: number, origin: Origin): Picture {
  const counts = postCounts(result)
  const { tone, sentence, reason } = accountVerdict(result, origin.asked)
  const alert = reason && REASON_SENTENCES[reason]
  const item = (ban: Ban): PictureItem => {
    const { tone, words } = banState(result, ban, origin.capabilities)
    const { name, gloss } = resultText.ban[ban]
    const finding = origin.findings?.[ban]
    return { name, gloss, tone, state: words, ...(finding && { own: findingWords(ban, finding) }) }
  }
  return {
    title: text.site,
    about: formatMinute(at),
    name: `@${result.screenName}`,
    tone,
    headline: sentence,
    lines: [
      ...(alert && alert !== sentence ? [alert] : []),
      ...(missingPosts(result, origin.asked.posts) ? [resultText.verdict.postsMissing] : []),
      ...doubtsAbout(result),
      ...(counts ? countLines(counts) : []),
    ],
    items: showsBanStates(result) ? BANS.map(item) : [],
    warning: origin.isSandbox ? text.sandbox.notice : '',
    url: handedOnUrl(''),
  }
}

/** The four counts of every result are one line with their title; more of them are two more, for one line would break inside a name. */
function countLines(counts: GroupCounts): string[] {
  const title = `${resultText.list.title}：`
  const words = shownGroups(counts).map((group) => `${resultText.badge[group]} ${counts[group]}`)
  if (words.length <= 4) return [title + words.join('／')]
  return [title, words.slice(0, 3).join('／'), words.slice(3).join('／')]
}

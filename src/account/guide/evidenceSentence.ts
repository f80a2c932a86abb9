import type { Ban } from '../../../contract/bans.ts'
import type { ItemEvidence, UnjudgedReason } from '../../../contract/evidence.ts'
import { DAY_MS } from '../../../contract/japanDay.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { guideText } from '../../text/guide.ts'
import { formatMinute } from '../../text/formatTime.ts'

/** The days that X's recent search reaches back, for items without a span of their own. */
const SEARCH_DAYS = 7

const words = guideText.evidence

/** The evidence for a ban's flag as a sentence; null where the answer holds none. */
export function evidenceSentence(check: AccountCheck, ban: Ban): string | null {
  const item = check.evidence?.items[ban]
  if (!item) return null
  const counted = countedIn(item, item.time ?? check.evidence?.time ?? 0)
  if (check[ban] === null) return item.reason && UNJUDGED[item.reason](counted)
  if (item.method !== 'recent_search' || item.looked === undefined) return null
  if (check[ban] === false) return counted.found > 0 ? words.found(counted) : null
  return counted.found === 0 ? words.hidden(counted) : null
}

type Counted = Parameters<typeof words.found>[0]

/** `account` has no sentence: the verdict says it already. */
const UNJUDGED = {
  no_method: () => words.noMethod,
  account: () => null,
  not_offered: () => words.notOffered,
  no_posts: words.noPosts,
  too_few: words.tooFew,
  too_close: words.tooClose,
  no_control: () => words.noControl,
  inconclusive: () => words.inconclusive,
  search_failed: () => words.noSearch,
  posts_failed: () => words.noAnswer,
  account_failed: () => words.noAnswer,
  limited: () => words.noSearch,
  operator: () => words.operator,
} as const satisfies Record<UnjudgedReason, (counted: Counted) => string | null>

function countedIn({ looked = 0, found = 0, from, to }: ItemEvidence, time: number): Counted {
  const days = from === undefined ? SEARCH_DAYS : Math.max(1, Math.round(((to ?? time) - from) / DAY_MS))
  return { days, posts: looked, found, time: formatMinute(time) }
}

/** Notes on what X did not tell about the list of posts. */
export function listNotes({ evidence }: AccountCheck): string[] {
  const list = evidence?.tweets
  if (!list) return []
  const notes = guideText.list
  return [...(list.pinTold ? [] : [notes.noPin]), ...(list.kindsTold ? [] : [notes.noKinds])]
}

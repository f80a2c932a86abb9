import type { ItemEvidence } from '../../contract/wire.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { Cause } from '../../contract/reasons.ts'
import type { StoredCheck } from '../storage/records.ts'
import { guideText } from '../text/guide.ts'
import { formatShortTime, retryWorthFromSentence } from '../text/japanese.ts'
import { whyUnjudged } from '../text/reasons.ts'
import { judgedPeriod } from './accountVerdict.ts'

const words = guideText.evidence

/** Says in full what the verdict on a ban rests on, or why there is none and when a limit ends; null without evidence. */
export function banEvidenceSentence(check: StoredCheck, ban: Ban): string | null {
  return withEnd(sentenceFor(check, ban), check.items?.[ban])
}

/** A limit's end is told with the reason, unless the reason needs no words. */
const withEnd = (sentence: string | null, item: ItemEvidence | undefined): string | null =>
  sentence === null || item?.reason?.until === undefined
    ? sentence
    : sentence + retryWorthFromSentence(item.reason.until)

function sentenceFor({ bans, items }: StoredCheck, ban: Ban): string | null {
  const item = items?.[ban]
  if (!item) return null
  const counted = countedIn(item)
  if (bans[ban] === null) return whyUnjudgedItem(item.reason, counted)
  if (item.method !== 'recent_search' || item.looked === undefined) return null
  if (bans[ban] === false) return counted.found > 0 ? words.found(counted) : null
  return counted.found === 0 ? words.hidden(counted) : null
}

/** The verdict says already that an account is closed. */
const whyUnjudgedItem = (reason: ItemEvidence['reason'], counted: Counted) =>
  reason === null || reason.cause === 'account' ? null : whyUnjudged(reason, counted)

type Counted = Parameters<typeof words.found>[0] & { listed: number }

function countedIn(item: ItemEvidence): Counted {
  const { looked = 0, found = 0, listed = looked, time = 0 } = item
  return { period: judgedPeriod(item), posts: looked, listed, found, time: formatShortTime(time) }
}

/** Reasons that need no words beside the item: they hold for each check, or the verdict says them. */
const SILENT: ReadonlySet<Cause | undefined> = new Set(['no_method', 'not_offered', 'account', undefined])

/** Says in few words what a search found, or why a ban was not judged. */
export function evidenceLine(check: StoredCheck, ban: Ban): string | null {
  const why = unjudgedLine(check, ban)
  const item = check.items?.[ban]
  if (why !== null || check.bans[ban] === null || !item) return withEnd(why, item)
  const { looked = 0, found = 0 } = item
  return banEvidenceSentence(check, ban) && words.counted(looked, found)
}

/** Says why a ban was not judged, unless the reason needs no words. It does not tell when a limit ends, because that is of no use in a stored result. */
export function unjudgedLine(check: StoredCheck, ban: Ban): string | null {
  const cause = check.items?.[ban].reason?.cause
  return check.bans[ban] !== null || SILENT.has(cause) ? null : sentenceFor(check, ban)
}

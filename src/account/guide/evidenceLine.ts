import type { Ban } from '../../../contract/bans.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { guideText } from '../../text/guide.ts'
import { formatClock } from '../../text/formatTime.ts'
import { evidenceSentence } from './evidenceSentence.ts'

/** Reasons that say no more than that the visitor may look, which the item offers by itself. */
const SILENT: ReadonlySet<string | null> = new Set(['no_method', 'not_offered', 'account', null])

/** The evidence for an item in few words, for its surface; null where there is none. */
export function evidenceLine(check: AccountCheck, ban: Ban): string | null {
  const item = check.evidence?.items[ban]
  const sentence = evidenceSentence(check, ban)
  if (!item || sentence === null) return null
  if (check[ban] === null) return SILENT.has(item.reason) ? null : sentence
  const { looked = 0, found = 0, time = check.evidence?.time ?? 0 } = item
  return guideText.evidence.counted({ posts: looked, found, clock: formatClock(time) })
}

import type { AccountCheck } from '../../../contract/wire.ts'
import { guideText } from '../../text/guide.ts'

/** What the list of posts leaves open, because X did not tell it. */
export function listNotes({ evidence }: AccountCheck): string[] {
  const list = evidence?.tweets
  if (!list) return []
  const notes = guideText.list
  return [...(list.pinTold ? [] : [notes.noPin]), ...(list.kindsTold ? [] : [notes.noKinds])]
}

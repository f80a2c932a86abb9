import type { Ban } from '../../../contract/bans.ts'
import { formatNearDay } from '../../text/formatTime.ts'
import { guideText } from '../../text/guide.ts'
import type { OwnFinding } from './findingAtoms.ts'

/** What the visitor saw of a ban, as it stands beside the state, e.g. あなたの確認：見えた（11月21日）. */
export function findingWords(ban: Ban, { answer, at }: OwnFinding): string {
  return guideText.see.own(guideText.see.answers(ban)[answer], formatNearDay(at))
}

import type { Ban } from '../../../contract/bans.ts'
import type { Sighting } from '../../log/store/Finding.ts'
import { guideText } from '../../text/guide.ts'

/** The three answers in words: a deboosted reply can be seen, but only after a press. */
export function sightingWords(ban: Ban): Record<Sighting, string> {
  return ban === 'reply_deboosting' ? guideText.see.replyAnswers : guideText.see.answers
}

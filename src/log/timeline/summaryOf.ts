import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
import { banLabel } from '../../results/banStates.ts'
import { bansSentence } from '../../results/bansSentence.ts'
import { withoutFinding } from '../../results/withoutFinding.ts'
import type { Tone } from '../../ui/Tone.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

/** `found` names the bans that were found, where there are any. */
type Summary = { tone: Tone; sentence: string; found?: string }

/**
 * What the result of a kept check said, in one line. Only items that were determined count as clear, and what is not clear about the
 * posts prevents the ✓.
 */
export function summaryOf({ state, bans, posts, postsMissing, partly, withheld }: LoggedCheck): Summary {
  const isJudged = state === 'open' || state === 'no_tweet'
  const found = isJudged ? BANS.filter((ban) => bans[ban] === true) : []
  if (found.length > 0) {
    return { tone: 'excluded', sentence: bansSentence(bans), found: logText.found(found.map(banLabel)) }
  }
  if (state !== 'open') return { tone: 'unknown', sentence: logText.state[state] }
  return withoutFinding({
    bans,
    posts,
    amiss: partly !== null || withheld.length > 0 || postsMissing,
  })
}

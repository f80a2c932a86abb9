import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
import { withoutFinding } from '../../results/withoutFinding.ts'
import { resultText } from '../../text/result.ts'
import type { Tone } from '../../ui/Tone.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

/** A kept check in one line. Only items that were determined count as clear, and excluded posts prevent the ✓. */
export function summaryOf({ state, bans, posts }: LoggedCheck): { tone: Tone; sentence: string } {
  if (state !== 'open' && state !== 'no_tweet') return { tone: 'unknown', sentence: logText.state[state] }
  const found = BANS.filter((ban) => bans[ban] === true)
  const unknown = BANS.filter((ban) => bans[ban] === null)
  if (found.length > 0) {
    return { tone: 'excluded', sentence: logText.found(found.map((ban) => resultText.ban[ban].name)) }
  }
  return withoutFinding(unknown.length, posts?.excluded ?? 0)
}

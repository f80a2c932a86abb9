import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
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
  const tone = (posts?.excluded ?? 0) > 0 ? 'warning' : unknown.length > 0 ? 'unknown' : 'ok'
  if (unknown.length === BANS.length) return { tone, sentence: resultText.verdict.unknown }
  return { tone, sentence: unknown.length > 0 ? resultText.verdict.partly : resultText.verdict.none }
}

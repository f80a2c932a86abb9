import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import type { Tone } from '../../ui/Tone.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

/** A kept check in one line. Nothing is called clear that was not determined. */
export function summaryOf({ state, bans }: LoggedCheck): { tone: Tone; sentence: string } {
  if (state !== 'open' && state !== 'no_tweet') return { tone: 'unknown', sentence: logText.state[state] }
  const found = BANS.filter((ban) => bans[ban] === true)
  const unknown = BANS.filter((ban) => bans[ban] === null)
  if (found.length > 0) {
    return { tone: 'excluded', sentence: logText.found(found.map((ban) => resultText.ban[ban].name)) }
  }
  if (unknown.length === BANS.length) return { tone: 'unknown', sentence: resultText.verdict.unknown }
  if (unknown.length > 0) return { tone: 'unknown', sentence: resultText.verdict.partly }
  return { tone: 'ok', sentence: resultText.verdict.none }
}

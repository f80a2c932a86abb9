import { BANS } from '../../contract/bans.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { text } from '../text/ja.ts'
import type { Tone } from '../ui/Tone.ts'

/** What can keep an account from being judged, in the order it is told on each page (D13). */
export const ALERT_ORDER = {
  main: ['not_found', 'suspend', 'protect', 'no_tweet'],
  test: ['suspend', 'not_found', 'protect', 'no_tweet'],
} as const

/** Whether the four bans carry a state at all. */
export function showsBanStates(check: AccountCheck): boolean {
  return !check.not_found && !check.suspend && !check.protect && !check.api_status.userSearchGroup.rate_limit
}

/** Whether the result may be shared. */
export function isShareable(check: AccountCheck): boolean {
  return !check.suspend && !check.protect && !check.not_found
}

/** The answer in one sentence. Nothing is called clear that was not determined. */
export function verdictOf(check: AccountCheck): { tone: Tone; sentence: string } {
  if (!showsBanStates(check)) return { tone: 'unknown', sentence: text.verdict.unavailable }
  const flags = BANS.map((ban) => check[ban])
  const found = flags.filter((flag) => flag === true).length
  const unknown = flags.filter((flag) => flag === null).length
  if (found > 0) return { tone: 'excluded', sentence: text.verdict.found(found) }
  if (unknown === BANS.length) return { tone: 'unknown', sentence: text.verdict.unknown }
  if (unknown > 0) return { tone: 'unknown', sentence: text.verdict.partly }
  return { tone: 'ok', sentence: text.verdict.none }
}

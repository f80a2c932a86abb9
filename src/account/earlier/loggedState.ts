import type { Ban } from '../../../contract/bans.ts'
import type { LoggedCheck } from '../../log/store/LoggedCheck.ts'
import { BAN_STATES, stateOfFlag } from '../../results/banStates.ts'
import { resultText } from '../../text/result.ts'
import type { Tone } from '../../ui/Tone.ts'

/** What a kept check says of one item, as a sign and in words. */
export function loggedState({ bans, partly }: LoggedCheck, ban: Ban): { tone: Tone; words: string } {
  const { tone, words } = BAN_STATES[stateOfFlag(bans[ban])]
  if (ban !== 'search_ban' || !partly) return { tone, words }
  return { tone: BAN_STATES.partly.tone, words: resultText.ban.partly(partly.looked, partly.found) }
}

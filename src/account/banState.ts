import type { Ban } from '../../contract/bans.ts'
import type { Capabilities } from '../../contract/Capabilities.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { BAN_STATES, stateOfFlag } from '../results/banStates.ts'
import type { BanStateName } from '../results/banStates.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'
import { partlyFound } from './searchDoubt.ts'

/** The state of an item, as a sign and in words. */
export type BanState = { name: BanStateName; tone: Tone; words: string; isJudged: boolean }

/** What a check says of one item. `capabilities` is null as long as it is not known what the server can judge. */
export function banState(check: AccountCheck, ban: Ban, capabilities: Capabilities | null): BanState {
  const partly = ban === 'search_ban' ? partlyFound(check) : null
  const flag = stateOfFlag(check[ban])
  const isUnoffered = flag === 'unknown' && !isOffered(check, ban, capabilities)
  const name = partly ? 'partly' : isUnoffered ? 'notOffered' : flag
  const { tone, words, isJudged } = BAN_STATES[name]
  return { name, tone, isJudged, words: partly ? resultText.ban.partly(partly.looked, partly.found) : words }
}

/** Whether the server may judge this item of another account: known from this answer, or from what the server says of itself. */
export function isOffered(check: AccountCheck, ban: Ban, capabilities: Capabilities | null): boolean {
  const reason = check.evidence?.items[ban].reason
  if (reason === 'not_offered' || reason === 'no_method') return false
  return capabilities?.bans.includes(ban) ?? true
}

import { ACCOUNT_OUTAGE_CODES } from '../../contract/outageCodes.ts'
import type { AccountCheck } from '../../contract/wire.ts'
import { Refusal } from '../http/refusal.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import type { KnownState } from './knownStates.ts'

/** What the upstream said of a known state; why it said nothing, where it gave no verdict. */
export type Compared = KnownState & { verdict: 'clear' | 'affected' | null; reason: string }

/** Milliseconds for one account, as for a visitor's check. */
const DEADLINE_MS = 40_000
/** Refusals after which no other account would be answered either. */
const FINAL: ReadonlySet<string> = new Set(ACCOUNT_OUTAGE_CODES)

/** Checks each account once, one after the other, without its posts. What cannot be paid or asked any more is left as it is. */
export async function askAll(
  upstream: Upstream,
  states: readonly KnownState[],
  share: string,
): Promise<Compared[]> {
  const compared: Compared[] = []
  let over: string | null = null
  for (const [name, own] of Map.groupBy(states, ({ name }) => name.toLowerCase())) {
    const told: AccountCheck | string = over ?? (await ask(upstream, own[0]?.name ?? name, share))
    if (typeof told === 'string' && FINAL.has(told)) over = told
    for (const state of own) compared.push(compare(state, told))
  }
  return compared
}

async function ask(upstream: Upstream, name: string, share: string): Promise<AccountCheck | string> {
  const request = { screen_name: name, key: '', searchban: false, repost: false }
  try {
    return await upstream.checkAccount(request, { signal: AbortSignal.timeout(DEADLINE_MS), share })
  } catch (error) {
    return error instanceof Refusal ? error.code : 'failed'
  }
}

function compare(state: KnownState, told: AccountCheck | string): Compared {
  if (typeof told === 'string') return { ...state, verdict: null, reason: told }
  const flag = told[state.item]
  const reason = told.evidence?.items[state.item].reason ?? 'unstated'
  return {
    ...state,
    verdict: flag === null ? null : flag ? 'affected' : 'clear',
    reason: flag === null ? reason : '',
  }
}

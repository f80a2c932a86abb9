import type { CheckRequest } from '../../../contract/wire.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Store } from '../../store/Store.ts'
import type { AnswerCache } from '../answerCache.ts'
import type { AskOptions, Outcome } from './askX.ts'
import { createAsk } from './askX.ts'
import type { Pay } from './budget.ts'
import { createBudget } from './budget.ts'
import { OPERATOR_FAULTS } from './operatorFault.ts'
import { MICROS_PER_DOLLAR } from './prices.ts'
import { Account } from './accountOf.ts'
import { readAccount } from './readAccount.ts'
import { PostList, readList } from './readList.ts'
import type { OperatorFault } from './cooldown.ts'
import type { XEndpoint, XEndpoints } from './xCalls.ts'
import { WORST_MICROS, X_ENDPOINTS, xCalls } from './xCalls.ts'
import { createXNames } from './xNames.ts'

export type AccountOptions = {
  apiBase: string
  /** The official API's app token; without it accounts are not checked. */
  bearerToken: string
  /** Whether the operator has confirmed that X permits this use. */
  accountsPermitted: boolean
  /** What all processes together may spend in a UTC day, in dollars. */
  budgetUsd: number
  store: Store
  onFault: (error: unknown) => void
  now: () => number
  watcher?: XWatcher
  /** Overrides the timeout of a call and the random part of the pauses between retries. */
  pace?: Partial<Pick<AskOptions, 'timeoutMs' | 'random'>>
}
/** Callbacks that learn what happens with X, for metrics and logs. */
export type XWatcher = {
  call?: (endpoint: XEndpoint, outcome: Outcome) => void
  spent?: (endpoint: string, micros: number) => void
  fault?: (endpoint: XEndpoint, fault: OperatorFault | null) => void
}
export type Found = { account: Account; list: PostList | null }

const API = { maxBytes: 1024 * 1024, timeoutMs: 10_000, concurrency: 8, paid: true }
/** How long an answer that was paid for is kept, and one in which something failed: just long enough for a crowd. */
const KEEP_MS = 15 * 60_000
const KEEP_GAP_MS = 60_000

type Accounts = {
  check: (request: CheckRequest, signal: AbortSignal) => Promise<Found>
  trouble: () => string | null
}

/** Accounts through the official API: within the budget, and with one set of calls for all who ask for the same account. */
export function createAccounts(options: AccountOptions, cached: AnswerCache): Accounts {
  const { apiBase, bearerToken, accountsPermitted, budgetUsd, store, onFault, now, watcher = {} } = options
  const names = createXNames(now)
  const budget = createBudget({
    store,
    limitMicros: Math.round(budgetUsd * MICROS_PER_DOLLAR),
    now,
    onFault,
    ...(watcher.spent && { onSpend: watcher.spent }),
  })
  const ask = (endpoint: XEndpoint) =>
    createAsk({
      ...API,
      ...options.pace,
      now,
      headers: { Authorization: `Bearer ${bearerToken}` },
      onOutcome: (outcome) => watcher.call?.(endpoint, outcome),
      onFault: (fault) => watcher.fault?.(endpoint, fault),
    })
  const endpoints: XEndpoints = { user: ask('user'), timeline: ask('timeline'), search: ask('search') }
  const partsFor = (pay: Pay, signal: AbortSignal) => ({
    calls: xCalls(endpoints, apiBase, names, pay, signal),
    endpoints,
    names,
    now,
    signal,
  })

  return {
    async check({ screen_name: name, searchban, repost }, signal) {
      if (bearerToken === '') throw new Refusal('no_credentials')
      if (!accountsPermitted) throw new Refusal('not_permitted')
      const key = name.toLowerCase()
      const listed = !searchban ? null : repost ? 'all' : 'own'
      const more = listed ? WORST_MICROS[listed] : 0

      const account = await cached(`account:${key}`, Account, signal, async (signal) => {
        const read = (pay: Pay) => readAccount(name, listed !== null, partsFor(pay, signal))
        const value = await budget(WORST_MICROS.verdict, read, more)
        const limited = value.id === null && value.check.api_status.userSearchGroup.rate_limit
        return { value, keepMs: value.whole ? KEEP_MS : limited ? 0 : KEEP_GAP_MS }
      })
      if (!listed || account.id === null || account.check.protect || account.check.no_tweet) {
        return { account, list: null }
      }
      const list = await cached(`list:${listed}:${key}`, PostList, signal, async (signal) => {
        const read = (pay: Pay) => readList(name, account, listed === 'all', partsFor(pay, signal))
        const value = await budget(WORST_MICROS[listed], read)
        return { value, keepMs: value.evidence.reason === null ? KEEP_MS : KEEP_GAP_MS }
      })
      return { account, list }
    },
    trouble() {
      if (bearerToken === '') return 'Account checks are off: X_BEARER_TOKEN is not set.'
      if (!accountsPermitted) return 'Account checks are off: X_ACCOUNT_CHECKS is not "permitted".'
      const fault = X_ENDPOINTS.map((endpoint) => endpoints[endpoint].fault()).find((held) => held !== null)
      return fault ? OPERATOR_FAULTS[fault] : null
    },
  }
}

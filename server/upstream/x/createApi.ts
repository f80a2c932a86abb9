import { setTimeout as delay } from 'node:timers/promises'
import type { Cache, Spending } from '../../store/Store.ts'
import type { Caller } from '../Upstream.ts'
import { MICROS_PER_DOLLAR, PRICES, createBudget } from './budget.ts'
import type { Pay, SpendingLimits } from './budget.ts'
import { createXNames, xCalls } from './client/calls.ts'
import { createAsk } from './client/client.ts'
import type { AskOptions, XEndpoints } from './client/client.ts'
import { resultsFor } from './client/endpoints.ts'
import type { XEndpoint } from './client/endpoints.ts'
import { operatorFaultOf } from './client/faults.ts'
import type { XMonitor } from './client/faults.ts'
import { createRateScheduler } from './client/throttling.ts'
import type { Pause } from './client/throttling.ts'
import type { Reply } from './client/replies.ts'
import { readSearch } from './schemas.ts'
import { createControl } from './verdict/control.ts'
import { FULL_CHECK_MICROS } from './createAccounts.ts'
import { createSearchMonitor } from './searchMonitor.ts'
import type { SearchMonitor } from './searchMonitor.ts'
import type { XTools } from './verdict/searchForPosts.ts'

export type ApiOptions = {
  apiBase: string
  bearerToken: string
  budgetUsd: number
  /** Percentages of it for one address in a day, and for an hour: by default 100, and never less than one check. */
  budgetPercent?: { address: number; hour: number }
  /** Accounts whose posts search is known to hold. */
  canaries: readonly string[]
  store: Spending & Cache
  onFault: (error: unknown) => void
  now: () => number
  monitor?: XMonitor
  pace?: Partial<Pick<AskOptions, 'timeoutMs' | 'random'>>
  pause?: Pause
}

const API = { maxBytes: 1024 * 1024, timeoutMs: 10_000, concurrency: 8, paid: true, faultOf: operatorFaultOf }
/** X's `Date` header has whole seconds: a smaller difference is none. */
const SAME_MS = 5000
const wait: Pause = (ms, signal) => delay(ms, undefined, { signal })

function spendingOf({ budgetUsd, budgetPercent }: ApiOptions): SpendingLimits {
  const dayMicros = Math.round(budgetUsd * MICROS_PER_DOLLAR)
  const part = (percent = 100) => Math.max(Math.floor((dayMicros * percent) / 100), FULL_CHECK_MICROS)
  return { dayMicros, addressMicros: part(budgetPercent?.address), hourMicros: part(budgetPercent?.hour) }
}

export function createApi(
  options: ApiOptions,
): XTools & { noteServerTime: (reply: Reply) => void; searchMonitor: SearchMonitor } {
  const { apiBase, bearerToken, canaries, store, onFault, now, monitor = {}, pause = wait } = options
  /** By how much X's clock is ahead of ours. */
  let ahead = 0
  const noteServerTime = ({ headers }: Reply) => {
    const date = Date.parse(headers.get('date') ?? '')
    const difference = date - now()
    if (!Number.isNaN(date)) ahead = Math.abs(difference) < SAME_MS ? 0 : difference
  }
  const xNow = () => now() + ahead
  const ask = (endpoint: XEndpoint) =>
    createAsk({
      ...API,
      ...options.pace,
      now,
      headers: { Authorization: `Bearer ${bearerToken}` },
      onReply: noteServerTime,
      onOutcome(outcome) {
        monitor.call?.(endpoint, outcome)
        if (endpoint === 'search') searchMonitor.called(outcome)
      },
      onFault: (fault) => monitor.fault?.(endpoint, fault),
    })
  const askAll = ask('search_all')
  const turn = createRateScheduler(now, pause)
  const endpoints: XEndpoints = {
    user: ask('user'),
    timeline: ask('timeline'),
    search: ask('search'),
    search_all: Object.assign(
      async (...asked: Parameters<typeof askAll>) => (await turn(asked[1]), askAll(...asked)),
      { cooldown: askAll.cooldown, fault: askAll.fault },
    ),
    posts: ask('posts'),
  }
  const searchMonitor: SearchMonitor = createSearchMonitor(now, () => endpoints.search.cooldown())
  const names = createXNames(now)
  const budget = createBudget({
    store,
    spending: spendingOf(options),
    now,
    onFault,
    onSpend: monitor.spent,
  })
  const callsFor = (pay: Pay, caller: Caller) => xCalls(endpoints, apiBase, names, pay, caller)
  const control = createControl({
    canaries: `(${canaries.map((name) => `from:${name}`).join(' OR ')}) -is:reply -is:retweet`,
    search: (question, caller) =>
      budget(caller, resultsFor(question.most) * PRICES.post, async (pay) =>
        readSearch((await callsFor(pay, caller).search(question)).reply),
      ),
    now,
    xNow,
    searchMonitor,
  })
  return { endpoints, budget, callsFor, control, now, xNow, pause, noteServerTime, searchMonitor }
}

import { METHOD_VERSION } from '../../../contract/evidence.ts'
import { ApiError } from '../../http/errors.ts'
import type { CacheStore, SpendingStore } from '../../store/Store.ts'
import type { Caller, Upstream } from '../Upstream.ts'
import { createAnswerCache, createSingleFlight } from '../sharing.ts'
import { sleep } from '../queue.ts'
import type { Sleep } from '../queue.ts'
import { createPauseStorage } from './client/pause.ts'
import { MICROS_PER_DOLLAR, PRICES_MICROS, createBudget } from './budget.ts'
import type { SpendingLimits } from './budget.ts'
import { createXCalls } from './client/calls.ts'
import { createEndpointClient } from './client/client.ts'
import { createSendWithParameterNames } from './client/parameterNames.ts'
import type { EndpointClientOptions, EndpointClients } from './client/client.ts'
import { clampSearchResults } from './client/endpoints.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './client/replies.ts'
import type { XEndpoint } from './client/endpoints.ts'
import type { HttpReply } from './client/replies.ts'
import { oembedFaultOf, operatorFaultOf, xClockAheadMs } from './client/faults.ts'
import type { XMonitor } from './client/faults.ts'
import type { Context } from './context.ts'
import { FULL_CHECK_MICROS, checkAccount } from './checkAccount.ts'
import { checkPosts, isRefusedToOne } from './checkPosts.ts'
import { readView, viewCacheKey } from './view.ts'
import { createSearchMonitor, xHealthWarning, capabilitiesOfX } from './health.ts'
import type { SearchMonitor, XCheckSettings } from './health.ts'
import { LoggedOutView, readSearchReply } from './schemas.ts'
import { createControlPosts } from './control.ts'

export type XUpstreamOptions = XCheckSettings & {
  apiBase: string
  oembedBase: string
  budgetUsd: number
  /** Percentages of it for one address in a day, and for an hour: by default 100, and never less than one check. */
  budgetPercent?: { address: number; hour: number }
  /** Accounts whose posts search is known to hold. */
  canaries: readonly string[]
  store: SpendingStore & CacheStore
  onFault: (error: unknown) => void
  now?: () => number
  monitor?: XMonitor
  pace?: Partial<Pick<EndpointClientOptions, 'timeoutMs' | 'random'>>
  pause?: Sleep
}
type Options = Omit<XUpstreamOptions, 'now'>

/**
 * The limits of the queues. One network may run 8 checks and 24 previews at once (`admission.ts`), and a check looks at 6 posts at once: so it
 * never holds more than three quarters of the places.
 */
const OEMBED = { maxBytes: 64 * 1024, timeoutMs: 5000, faultOf: oembedFaultOf }
const CHECKS = { concurrency: 64 }
/** Previews have a queue of their own: what X refuses them never stops a check. */
const PREVIEWS = { concurrency: 32 }
/** X's rate limit of the full archive: one search a second. Half a minute of them may wait. */
const ARCHIVE = { intervalMs: 1000, waitingMax: 30 }

export function createXUpstream({ now = Date.now, ...options }: XUpstreamOptions): Upstream {
  const { searchMonitor, askPreview, ...shared } = createShared(options, now)
  const contextOf = (caller: Caller): Context => ({ ...shared, ...caller })
  const refuse = (error: unknown) => throwRefusal(error, shared.now())

  return {
    name: 'x-api',
    capabilities: capabilitiesOfX(options),
    healthWarning: () =>
      xHealthWarning(options, shared.endpoints, shared.askOembed, shared.control.lastHour()),
    searchHealth: () => searchMonitor.read(),
    checkPosts: (refs, caller, searchedMax) => checkPosts(contextOf(caller), refs, searchedMax),
    checkAccount: (request, caller) => checkAccount(contextOf(caller), request).catch(refuse),
    async oembed({ id }, caller) {
      const known = await shared.cache.peek(viewCacheKey(id), LoggedOutView)
      const view = known ?? (await readView(contextOf(caller), id, askPreview, `preview:${id}`).catch(refuse))
      if (view.oembed) return view.oembed
      if (view.state === 'restricted') throw new ApiError('forbidden')
      throw new ApiError(view.state === 'gone' ? 'not_found' : 'upstream')
    },
  }
}

/** Turns an error of X's API into the `ApiError` that the caller is shown. */
function throwRefusal(error: unknown, now: number): never {
  const secondsTo = (until: number) => Math.max(1, Math.ceil((until - now) / 1000))
  if (error instanceof RateLimited) throw new ApiError('upstream_limited', secondsTo(error.until))
  if (error instanceof OperatorRefused) throw new ApiError('operator_refused', secondsTo(error.until))
  throw error instanceof UpstreamDown ? new ApiError('upstream') : error
}

const API = {
  maxBytes: 1024 * 1024,
  timeoutMs: 10_000,
  concurrency: 16,
  paid: true,
  faultOf: operatorFaultOf,
}
/** X's `Date` header has whole seconds: a smaller difference is none. */
const CLOCK_TOLERANCE_MS = 5000

function spendingOf({ budgetUsd, budgetPercent }: Options): SpendingLimits {
  const dayMicros = Math.round(budgetUsd * MICROS_PER_DOLLAR)
  const partOf = (percent = 100) => Math.floor((dayMicros * percent) / 100)
  return {
    dayMicros,
    addressMicros: partOf(budgetPercent?.address),
    leastMicros: FULL_CHECK_MICROS,
    hourMicros: Math.max(partOf(budgetPercent?.hour), FULL_CHECK_MICROS),
  }
}

/** What all checks share: the rest of their `Context` is the caller's. */
function createShared(options: Options, ownNow: () => number) {
  const { apiBase, bearerToken, oembedBase, store, onFault, monitor = {}, pause = sleep } = options
  // An answer with a verdict must not outlive the operator's decision to judge no longer.
  const about = `x ${METHOD_VERSION} ${new URL(apiBase).host} ${new URL(oembedBase).host} ${options.judged.join()}`
  /** By how much X's clock is ahead of ours. */
  let ahead = 0
  const onReply = ({ headers }: HttpReply) => {
    const difference = xClockAheadMs(headers, ownNow())
    if (difference === null) return
    ahead = Math.abs(difference) < CLOCK_TOLERANCE_MS ? 0 : difference
    monitor.clock?.(difference)
  }
  /** X's time, as its last answer told it: posts are dated by it, and so is everything that a visitor is told. */
  const now = () => ownNow() + ahead
  const ask = (endpoint: XEndpoint, more: Partial<EndpointClientOptions> = {}) =>
    createEndpointClient({
      ...API,
      ...more,
      ...options.pace,
      now,
      wait: pause,
      stored: createPauseStorage(`x ${new URL(apiBase).host}`, endpoint, store),
      headers: { Authorization: `Bearer ${bearerToken}` },
      onReply,
      onOutcome(outcome) {
        monitor.call?.(endpoint, outcome)
        if (endpoint === 'search') searchMonitor.called(outcome)
      },
      onFault: (fault) => monitor.fault?.(endpoint, fault),
    })
  const askOembedIn = (
    source: 'oembed' | 'preview',
    more: Pick<EndpointClientOptions, 'concurrency' | 'onFault'>,
  ) =>
    createEndpointClient({
      ...OEMBED,
      ...more,
      now,
      stored: createPauseStorage(about, source, store),
      onReply,
    })
  const endpoints: EndpointClients = {
    user: ask('user'),
    timeline: ask('timeline'),
    search: ask('search'),
    search_all: ask('search_all', ARCHIVE),
    posts: ask('posts'),
  }
  const searchMonitor: SearchMonitor = createSearchMonitor(now, () => endpoints.search.cooldown())
  const sendWithNames = createSendWithParameterNames()
  const budget = createBudget({
    store,
    spending: spendingOf(options),
    now: ownNow,
    onFault,
    onSpend: monitor.spent,
  })
  const spend: Context['spend'] = (caller, worstMicros, work, moreMicros) =>
    budget(
      caller,
      worstMicros,
      (pay) => work(createXCalls(endpoints, apiBase, sendWithNames, pay, caller)),
      moreMicros,
    )
  const control = createControlPosts({
    canaries: `(${options.canaries.map((name) => `from:${name}`).join(' OR ')})`,
    search: (question, caller) =>
      spend(caller, clampSearchResults(question.most) * PRICES_MICROS.post, async (calls) =>
        readSearchReply((await calls.search(question)).reply),
      ),
    now,
    searchMonitor,
    // If oEmbed does not answer, search is not blamed for it.
    isShown: async (id, caller) =>
      (await readView({ ...shared, ...caller }, id).catch(() => null))?.state === 'shown',
  })
  const shared: Omit<Context, keyof Caller> = {
    offer: options,
    now,
    pause,
    cache: createAnswerCache(about, store, onFault),
    searches: createSingleFlight(isRefusedToOne),
    control,
    endpoints,
    askOembed: askOembedIn('oembed', { ...CHECKS, onFault: (fault) => monitor.fault?.('oembed', fault) }),
    oembedBase,
    spend,
  }
  return { ...shared, searchMonitor, askPreview: askOembedIn('preview', PREVIEWS) }
}

import { METHOD_VERSION } from '../../../contract/evidence.ts'
import type { PostRef } from '../../../contract/names.ts'
import { ApiError } from '../../http/errors.ts'
import type { CacheStore, SpendingStore } from '../../store/Store.ts'
import type { Caller, Upstream } from '../Upstream.ts'
import { createAnswerCache } from '../sharing.ts'
import { sleep } from '../queue.ts'
import type { Sleep } from '../queue.ts'
import { createPauseStorage } from './client/pause.ts'
import { xClockAheadMs } from './client/serverTime.ts'
import { MICROS_PER_DOLLAR, PRICES_MICROS, createBudget } from './budget.ts'
import type { PayForCall, SpendingLimits } from './budget.ts'
import { createXCalls } from './client/calls.ts'
import { createEndpointClient } from './client/client.ts'
import { createSendWithParameterNames } from './client/parameterNames.ts'
import type { EndpointClientOptions, EndpointClients } from './client/client.ts'
import { clampSearchResults } from './client/endpoints.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './client/replies.ts'
import type { XEndpoint } from './client/endpoints.ts'
import type { HttpReply } from './client/replies.ts'
import { oembedFaultOf, operatorFaultOf } from './client/faults.ts'
import type { XMonitor } from './client/faults.ts'
import { coarsenAccount, coarsenPost } from './coarseTimes.ts'
import { FULL_CHECK_MICROS, createAccountCheck } from './checkAccount.ts'
import { createPostChecks, viewCacheKey } from './checkPosts.ts'
import { createSearchMonitor, xHealthWarning, offersPostSearch, capabilitiesOfX } from './health.ts'
import type { SearchMonitor, XCheckSettings } from './health.ts'
import { LoggedOutView, readSearchReply } from './schemas.ts'
import { createControlPosts } from './control.ts'
import { judgementOf } from './verdict/post.ts'
import type { PostRecord } from './verdict/post.ts'

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
type ApiOptions = XUpstreamOptions & {
  now: () => number
  isShown: (id: string, caller: Caller) => Promise<boolean>
}

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
  const { monitor, oembedBase, postSearchMax } = options
  // An answer with a verdict must not outlive the operator's decision to judge no longer.
  const about = `x ${METHOD_VERSION} ${new URL(options.apiBase).host} ${new URL(oembedBase).host} ${options.judged.join()}`
  const cached = createAnswerCache(about, options.store, options.onFault)
  const tools = createApi({
    ...options,
    now,
    // If oEmbed does not answer, search is not blamed for it.
    isShown: async (id, caller) =>
      (await posts.readLoggedOutView(id, caller).catch(() => null))?.state === 'shown',
  })
  const askOembed = createEndpointClient({
    ...OEMBED,
    ...CHECKS,
    now,
    stored: createPauseStorage(about, 'oembed', options.store),
    onReply: tools.noteServerTime,
    onFault: (fault) => monitor?.fault?.('oembed', fault),
  })
  const askPreview = createEndpointClient({
    ...OEMBED,
    ...PREVIEWS,
    now,
    stored: createPauseStorage(about, 'preview', options.store),
    onReply: tools.noteServerTime,
  })
  const posts = createPostChecks({ cached, askOembed, oembedBase, tools })
  const checkAccount = createAccountCheck({ offer: options, tools, postChecks: posts, cached })
  const refuse = (error: unknown) => throwRefusal(error, now())
  /** The name in a visitor's URL may be wrong, so it is not asked for. */
  const toPost = ({ id }: PostRef): PostRecord => ({
    id,
    source: 'url',
    unsearched: offersPostSearch(options) ? undefined : 'not_offered',
  })

  return {
    name: 'x-api',
    capabilities: capabilitiesOfX(options),
    healthWarning: () => xHealthWarning(options, tools.endpoints, askOembed, tools.control.lastHour()),
    async checkPosts(refs, caller, searchedMax = postSearchMax) {
      const startedAt = now()
      const found = await posts.find(refs.map(toPost), caller, searchedMax)
      return refs.map(({ id }) => {
        const post = found.get(id)
        return post ? coarsenPost(judgementOf(post), startedAt) : { status: 'UNKNOWN' }
      })
    },
    async checkAccount(request, caller) {
      const startedAt = now()
      return coarsenAccount(await checkAccount(request, caller).catch(refuse), startedAt)
    },
    searchHealth: () => tools.searchMonitor.read(),
    async oembed({ id }, caller) {
      const known = await cached.peek(viewCacheKey(id), LoggedOutView)
      const view =
        known ?? (await posts.readLoggedOutView(id, caller, askPreview, `preview:${id}`).catch(refuse))
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

function spendingOf({ budgetUsd, budgetPercent }: ApiOptions): SpendingLimits {
  const dayMicros = Math.round(budgetUsd * MICROS_PER_DOLLAR)
  const partOf = (percent = 100) => Math.floor((dayMicros * percent) / 100)
  return {
    dayMicros,
    addressMicros: partOf(budgetPercent?.address),
    leastMicros: FULL_CHECK_MICROS,
    hourMicros: Math.max(partOf(budgetPercent?.hour), FULL_CHECK_MICROS),
  }
}

/** X's API, with what both checks need beside it. */
function createApi(options: ApiOptions) {
  const { apiBase, bearerToken, canaries, store, onFault, now, monitor = {}, pause = sleep } = options
  /** By how much X's clock is ahead of ours. */
  let ahead = 0
  const noteServerTime = ({ headers }: HttpReply) => {
    const difference = xClockAheadMs(headers, now())
    if (difference === null) return
    ahead = Math.abs(difference) < CLOCK_TOLERANCE_MS ? 0 : difference
    monitor.clock?.(difference)
  }
  const xNow = () => now() + ahead
  const ask = (endpoint: XEndpoint, more: Partial<EndpointClientOptions> = {}) =>
    createEndpointClient({
      ...API,
      ...more,
      ...options.pace,
      now,
      wait: pause,
      stored: createPauseStorage(`x ${new URL(apiBase).host}`, endpoint, store),
      headers: { Authorization: `Bearer ${bearerToken}` },
      onReply: noteServerTime,
      onOutcome(outcome) {
        monitor.call?.(endpoint, outcome)
        if (endpoint === 'search') searchMonitor.called(outcome)
      },
      onFault: (fault) => monitor.fault?.(endpoint, fault),
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
    now,
    onFault,
    onSpend: monitor.spent,
  })
  const callsFor = (pay: PayForCall, caller: Caller) =>
    createXCalls(endpoints, apiBase, sendWithNames, pay, caller)
  const control = createControlPosts({
    canaries: `(${canaries.map((name) => `from:${name}`).join(' OR ')})`,
    search: (question, caller) =>
      budget(caller, clampSearchResults(question.most) * PRICES_MICROS.post, async (pay) =>
        readSearchReply((await callsFor(pay, caller).search(question)).reply),
      ),
    now,
    xNow,
    searchMonitor,
    isShown: options.isShown,
  })
  return { endpoints, budget, callsFor, control, now, xNow, pause, noteServerTime, searchMonitor }
}

import { METHOD_VERSION } from '../../../contract/wire.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { AccountCheck, PostJudgement, ItemEvidence } from '../../../contract/wire.ts'
import { ApiError, codeOfCause } from '../../../contract/reasons.ts'
import type { CacheStore, SpendingStore } from '../../store/Store.ts'
import { UPSTREAMS, createAnswerCache, createSingleFlight, withAdmission } from '../Upstream.ts'
import type { AccessTrial, Caller, Upstream } from '../Upstream.ts'
import { sleep, createEndpointClient, createPauseStorage } from './client/client.ts'
import type { Sleep, EndpointClientOptions, EndpointClients } from './client/client.ts'
import { MICROS_PER_DOLLAR, PRICES_MICROS, createBudget, dollarsSpentToday } from './budget.ts'
import type { SpendingLimits } from './budget.ts'
import { FULL_CHECK_MICROS, checkAccount } from './checkAccount.ts'
import { checkPosts, isRefusedToOne, readView, viewCacheKey, LoggedOutView } from './checkPosts.ts'
import { createXCalls, clampSearchResults, createSendWithParameterNames } from './client/calls.ts'
import {
  failureOfX,
  resultOrReason,
  oembedFaultOf,
  operatorFaultOf,
  xClockAheadMs,
  readSearchReply,
} from './replies.ts'
import type { XEndpoint, XMonitor, HttpReply } from './replies.ts'
import type { Context, XCheckSettings } from './context.ts'
import { createControlPosts } from './control.ts'
import { createSearchMonitor, tryToken, xHealthWarning } from './health.ts'
import type { SearchMonitor } from './health.ts'
import { capabilitiesOfX } from './context.ts'

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
 * The limits of the queues. One network may run 8 checks and 24 previews at once (`Upstream.ts`), and a check looks at 6 posts at once: so it
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

  return withAdmission({
    name: UPSTREAMS.x.name,
    capabilities: capabilitiesOfX(options),
    healthWarning: () =>
      xHealthWarning(options, shared.endpoints, shared.askOembed, {
        ...shared.control.lastHour(),
        refused: shared.control.refusedCanaries(),
      }),
    searchHealth: () => searchMonitor.read(),
    dollarsToday: () => dollarsSpentToday(options.store, now()),
    tryAccess: options.bearerToken === '' ? undefined : () => tryAccess(options),
    async checkPosts(refs, caller, searchedMax) {
      const startedAt = shared.now()
      const posts = await checkPosts(contextOf(caller), refs, searchedMax)
      return posts.map((post) => coarsenPost(post, startedAt))
    },
    async checkAccount(request, caller) {
      const startedAt = shared.now()
      return coarsenAccount(await checkAccount(contextOf(caller), request).catch(refuse), startedAt)
    },
    async oembed({ id }, caller) {
      const known = await shared.cache.peek(viewCacheKey(id), LoggedOutView)
      const view = known ?? (await readView(contextOf(caller), id, askPreview, `preview:${id}`).catch(refuse))
      if (view.oembed) return view.oembed
      if (view.state === 'restricted') throw new ApiError('forbidden')
      throw new ApiError(view.state === 'gone' ? 'not_found' : 'upstream')
    },
  })
}

async function tryAccess({ apiBase, bearerToken, monitor = {} }: Options): Promise<AccessTrial> {
  const { isTaken, fault, said, ahead } = await tryToken(apiBase, bearerToken)
  if (isTaken || fault) monitor.tokenTried?.(fault)
  if (ahead !== null) monitor.clock?.(ahead)
  return { isTaken, isRefused: fault !== null, said }
}

/** Turns an error of X's API into the `ApiError` that the caller is shown. */
function throwRefusal(error: unknown, now: number): never {
  const failure = failureOfX(error)
  if (!failure) throw error
  const { cause, until } = failure
  throw new ApiError(codeOfCause(cause), until && Math.max(1, Math.ceil((until - now) / 1000)))
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
    // X tells whole seconds: time would run backwards if each answer set the clock.
    if (Math.abs(difference - ahead) >= CLOCK_TOLERANCE_MS)
      ahead = Math.abs(difference) < CLOCK_TOLERANCE_MS ? 0 : difference
    monitor.clock?.(difference)
  }
  /** X's time, as the last answer of its API told it (an answer of oEmbed may come from a cache): posts are dated by it, and so is everything that a visitor is told. */
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
    canaries: options.canaries,
    search: (question, caller) =>
      spend(caller, clampSearchResults(question.most) * PRICES_MICROS.post, async (calls) => {
        const { reply } = await calls.search(question)
        return reply.status === 400 ? 'refused' : readSearchReply(reply)
      }),
    now,
    searchMonitor,
    // If oEmbed does not answer, search is not blamed for it.
    isShown: async (id, caller) =>
      (await resultOrReason('preview', { ...caller, now }, () => readView({ ...shared, ...caller }, id)))
        .result?.state === 'shown',
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

const COARSE_MS = 5 * 60_000
const toCoarse = (time: number) => Math.floor(time / COARSE_MS) * COARSE_MS

type Times = { time?: number | undefined; control?: number | undefined }

/**
 * Rounds times down to five minutes if they are from before `startedAt`, when this request began: they come from the cache, and exact times
 * would tell when somebody else checked this account or post.
 */
function coarsen<T extends Times>(evidence: T, startedAt: number): T {
  const coarse = { ...evidence }
  for (const name of ['time', 'control'] as const) {
    const value = coarse[name]
    if (value !== undefined && value < startedAt) coarse[name] = toCoarse(value)
  }
  return coarse
}

/** Rounds the ends of the searched span, because they reveal when the account was read. */
function coarsenSpan({ from, to, ...item }: ItemEvidence): ItemEvidence {
  return {
    ...item,
    ...(from !== undefined && { from: toCoarse(from) }),
    ...(to !== undefined && { to: toCoarse(to) }),
  }
}

function coarsenPost<T extends Pick<PostJudgement, 'evidence'>>(post: T, startedAt: number): T {
  return post.evidence ? { ...post, evidence: coarsen(post.evidence, startedAt) } : post
}

function coarsenAccount(check: AccountCheck, startedAt: number): AccountCheck {
  const { evidence, tweets } = check
  if (!evidence) return check
  const items = { ...evidence.items }
  const isCached = evidence.time < startedAt
  for (const ban of BANS) {
    const item = coarsen(items[ban], startedAt)
    items[ban] = isCached ? coarsenSpan(item) : item
  }
  return {
    ...check,
    evidence: {
      ...coarsen(evidence, startedAt),
      items,
      ...(evidence.tweets && { tweets: coarsen(evidence.tweets, startedAt) }),
    },
    ...(tweets && { tweets: tweets.map((post) => coarsenPost(post, startedAt)) }),
  }
}

import { LRUCache } from 'lru-cache'
import type * as v from 'valibot'
import { rejectAfter } from '../../contract/async.ts'
import { Capabilities, CheckTimings, IpAnswer, SearchHealth } from '../../contract/wire.ts'
import { API_ERRORS, ApiError } from '../../contract/reasons.ts'
import type { ApiErrorCode } from '../../contract/reasons.ts'
import { countAgainstLimit } from '../http/limits.ts'
import { readAtMostEvery } from '../http/readAtMostEvery.ts'
import { BODY_ERRORS, createHandlers, describeCall } from '../openapi/openapi.ts'
import { verifyProof } from '../proof/challenge.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import { historyRetentionDays } from './batch.ts'
import { jsonCallHandlers } from './checks.ts'
import type { AppDependencies } from './checks.ts'

const CACHE_TTL_MS = 2000
/** A store that takes longer counts as unavailable. Load balancers wait for at least a second. */
const WAIT_MS = 800

/** Tells a load balancer whether this process can take checks now. It cannot if the store refuses a write. */
export function healthz(deps: AppDependencies) {
  const { store, upstream, draining, onFault, troubles, version } = deps
  /** Whether the store takes a write, and what the operator should know of it. */
  const storeHealth = readAtMostEvery(CACHE_TTL_MS, () =>
    rejectAfter(
      store.health(),
      WAIT_MS,
      `The store did not answer the health check within ${WAIT_MS} ms`,
    ).then(
      (warning) => ({ isWell: true, warning }),
      (error: unknown) => (onFault(error), { isWell: false, warning: null }),
    ),
  )

  return createHandlers(async (c) => {
    const unwell = (code: ApiErrorCode) =>
      c.json({ status: 'unavailable', message: API_ERRORS[code].message, code }, 503)
    if (draining.aborted) return unwell('shutting_down')
    const { isWell, warning } = await storeHealth()
    if (!isWell) return unwell('store_unavailable')
    const trouble = [warning, upstream.healthWarning(), ...troubles()].filter(Boolean).join(' ')
    return c.json({ status: 'ok', ...(version !== '' && { version }), ...(trouble !== '' && { trouble }) })
  })
}

/** Seconds for which an answer may be cached: long enough to serve a crowd, and short enough to tell what search does now. */
const MAX_AGE_S = 30

/** Handles a call whose answer is the same for everybody, so it counts towards nobody's limit and may be cached. */
function publicCall(summary: string, answer: Record<string, v.GenericSchema>, read: () => object) {
  return createHandlers(describeCall({ summary, answer, errors: [] }), (c) => {
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    return c.json(read())
  })
}

export function getCapabilities({ upstream, historyMs, settings }: AppDependencies) {
  return publicCall('What this server can judge. Caches may keep it.', { Capabilities }, () => {
    const { now: search, hours } = publicHealthOf(upstream)
    const { notice, maintenance } = settings()
    const words = maintenance || notice
    return {
      ...upstream.capabilities,
      keptDays: historyRetentionDays({ historyMs }),
      ...(hours.length > 0 && { search }),
      ...(words !== '' && { notice: words }),
      ...(maintenance !== '' && { maintenance: true }),
    }
  })
}

export function getSearchHealth({ upstream }: AppDependencies) {
  const summary =
    "What this server's checks saw of X's search, now and in the last 24 hours. Caches may keep it."
  return publicCall(summary, { SearchHealth }, () => publicHealthOf(upstream))
}

const COUNT_STEP = 10
const TIME_STEP_MS = 5 * 60_000

/** The counts rounded up to tens, and the time rounded down to five minutes: exact ones would tell when somebody checks something. */
function publicHealthOf({ searchHealth }: Pick<Upstream, 'searchHealth'>): SearchHealth {
  const { now, hours } = searchHealth()
  const rounded = (count: number) => Math.ceil(count / COUNT_STEP) * COUNT_STEP
  return {
    now: now && { ...now, time: Math.floor(now.time / TIME_STEP_MS) * TIME_STEP_MS },
    hours: hours.map(({ from, ok, blind, limited }) => ({
      from,
      ok: rounded(ok),
      blind: rounded(blind),
      limited: rounded(limited),
    })),
  }
}

/** Proofs that are remembered as recorded: more than are solved in a busy server's few minutes. About 2 MB when full. */
const RECORDED_MAX = 10_000

/** Takes the durations of a finished check, which only the counts of `/metrics` keep. Each needs the recent proof of its check. */
export function postTimings(deps: AppDependencies) {
  const recorded = new LRUCache<string, true>({ max: RECORDED_MAX })

  return createHandlers(
    describeCall({
      summary: 'Tell how long the steps of a finished check took. Answers with what was taken.',
      body: { CheckTimings },
      answer: { CheckTimings },
      errors: [...BODY_ERRORS, 'bad_signature', 'expired', 'bad_counter', 'wrong_answer', 'already_used'],
    }),
    ...jsonCallHandlers(countAgainstLimit(deps, 'timings'), CheckTimings),
    (c) => {
      const taken = c.req.valid('json')
      const { token, counter } = taken.proof
      verifyProof(deps.keys(), { token, counter: String(counter) }, deps.challengeClock.now())
      if (recorded.has(token)) throw new ApiError('already_used')
      recorded.set(token, true)
      deps.onTimings(taken)
      return c.json(taken)
    },
  )
}

export function getIp(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary: "The caller's address.",
      answer: { IpAnswer },
      errors: ['other_site', 'rate_limited'],
    }),
    countAgainstLimit(deps, 'read'),
    (c) => c.json({ ip: deps.addressOf(c) }),
  )
}

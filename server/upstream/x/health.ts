import type { SearchHealth, SearchHour, SearchNow } from '../../../contract/wire.ts'
import { NO_SEARCH_HEALTH } from '../Upstream.ts'
import { fetchWithSizeLimit } from './client/client.ts'
import type { EndpointClient, EndpointClients, EndpointPause } from './client/client.ts'
import { X_ENDPOINTS, operatorFaultOf, xClockAheadMs } from './replies.ts'
import type { XSource, CallOutcome, OperatorFault } from './replies.ts'
import type { XCheckSettings } from './context.ts'

export function xHealthWarning(
  offer: XCheckSettings & { canaries: readonly string[] },
  endpoints: EndpointClients,
  oembed: Pick<EndpointClient, 'fault' | 'cooldown'>,
  controls: { asked: number; missing: number; refused: readonly string[] },
): string | null {
  const faults = X_ENDPOINTS.flatMap((endpoint) => faultOf(endpoint, endpoints[endpoint]))
  const { asked, missing, refused } = controls
  const sentences = [
    offer.bearerToken === ''
      ? 'Account checks are off: X_BEARER_TOKEN is not set.'
      : !offer.accountsPermitted && 'Account checks are off: X_ACCOUNT_CHECKS is not "permitted".',
    ...faults,
    ...faultOf('oembed', oembed),
    missing > 0 &&
      `In the last hour X's search showed a control ${asked - missing} of ${asked} times (X_CANARY: ${offer.canaries.join(',')}). Posts without a control are not called excluded. If this lasts, name accounts in X_CANARY that post more often.`,
    refused.length > 0 &&
      `X refuses to search for ${refused.map((name) => `@${name}`).join(', ')}: name other accounts in X_CANARY. Until then only the rest of it is asked for controls.`,
  ]
  return sentences.filter(Boolean).join(' ') || null
}

function faultOf(source: XSource, { fault, cooldown }: Pick<EndpointClient, 'fault' | 'cooldown'>): string[] {
  const found = fault()
  return found ? [faultSentence(source, found, cooldown() !== null)] : []
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FRESH_MS = 15 * MINUTE_MS
/** If the wall clock has moved by this much more or less than `performance.now()`, it was set: the reported time is then computed from the age. */
const CLOCK_TOLERANCE_MS = 1000
const REPORTED_HOURS = 24
const NONE: Omit<SearchHour, 'from'> = { ok: 0, blind: 0, limited: 0 }

export type SearchMonitor = ReturnType<typeof createSearchMonitor>

/** How X's search is, as checks see it. `cooldown` is that of the search endpoint. Counts are lost with the process. */
export function createSearchMonitor(now: () => number, cooldown: () => EndpointPause | null) {
  const hours = new Map<number, Omit<SearchHour, 'from'>>()
  let last: { state: 'found' | 'missing'; time: number; at: number } | null = null

  /** When a call was last refused during a pause. */
  let refusedAt: number | null = null

  function countIn(kind: keyof Omit<SearchHour, 'from'>): void {
    const time = now()
    const hour = hours.get(hourOf(time)) ?? NONE
    hours.set(hourOf(time), { ...hour, [kind]: hour[kind] + 1 })
    for (const from of hours.keys()) if (from <= time - (REPORTED_HOURS + 1) * HOUR_MS) hours.delete(from)
  }

  function note(kind: 'ok' | 'blind', state: 'found' | 'missing'): void {
    last = { state, time: now(), at: performance.now() }
    countIn(kind)
  }

  function current(): SearchNow | null {
    const paused = cooldown()
    if (paused) {
      const state = paused.reason === 'limited' ? 'limited' : 'paused'
      return { state, time: refusedAt ?? now(), until: paused.until }
    }
    const ageMs = last ? performance.now() - last.at : 0
    if (!last || ageMs >= FRESH_MS) return null
    const time =
      Math.abs(now() - ageMs - last.time) < CLOCK_TOLERANCE_MS ? last.time : Math.round(now() - ageMs)
    return { state: last.state, time }
  }

  return {
    shown: () => note('ok', 'found'),
    /** Search did not show a control, or left out a post that it had shown. */
    missed: () => note('blind', 'missing'),
    /** A call that failed is counted only while X's search is paused: one slow call says nothing of the next. */
    called(outcome: CallOutcome): void {
      if (outcome === 'answered' || !cooldown()) return
      refusedAt = now()
      countIn('limited')
    },
    read(): SearchHealth {
      return {
        now: current(),
        hours: dayOf(now()).map((from) => Object.assign({ from }, NONE, hours.get(from))),
      }
    },
  }
}

export function mergeSearchHealth(reports: readonly SearchHealth[], now: number): SearchHealth {
  if (reports.every(({ hours }) => hours.length === 0)) return NO_SEARCH_HEALTH
  const seen = reports.flatMap(({ hours }) => hours)
  const [last = null] = reports
    .flatMap((health) => (health.now && isCurrent(health.now, now) ? [health.now] : []))
    .sort((one, other) => other.time - one.time)
  return {
    now: last,
    hours: dayOf(now).map((from) => {
      const own = seen.filter((hour) => hour.from === from)
      return { from, ok: sumOf(own, 'ok'), blind: sumOf(own, 'blind'), limited: sumOf(own, 'limited') }
    }),
  }
}

function isCurrent({ time, until }: SearchNow, now: number): boolean {
  return until === undefined ? now - time < FRESH_MS : until > now
}

const sumOf = (hours: readonly SearchHour[], kind: keyof typeof NONE) =>
  hours.reduce((sum, hour) => sum + hour[kind], 0)

const hourOf = (time: number) => Math.floor(time / HOUR_MS) * HOUR_MS

function dayOf(now: number): number[] {
  return Array.from(
    { length: REPORTED_HOURS },
    (_, index) => hourOf(now) - (REPORTED_HOURS - 1 - index) * HOUR_MS,
  )
}

export const API_FAULT_SENTENCES = {
  token:
    'X refuses the token: X_BEARER_TOKEN is wrong, revoked or expired. Set a valid one and restart the server.',
  credits:
    "X says that credits are used up, or that the plan's cap is reached. Change that in X's developer portal.",
  access: "X says that this app may not use the endpoint. Give it access in X's developer portal.",
} as const satisfies Record<OperatorFault, string>

const OEMBED_FAULT_SENTENCES = {
  token: "X's public oEmbed asks for a token.",
  credits: "X's public oEmbed asks for payment (402).",
  access: "X's public oEmbed says that it may not be used from here (403).",
} as const satisfies Record<OperatorFault, string>

/** Says for each endpoint what does not work while it is paused. */
const PAUSED_SENTENCES = {
  user: 'Account checks pause for a few minutes.',
  timeline: 'Account checks tell no search ban and list no posts for a few minutes.',
  search: 'Nothing of the last seven days is searched for a few minutes.',
  search_all: 'Nothing older than seven days is searched for a few minutes.',
  posts:
    'For a few minutes, a missed post is called excluded only if the timeline of its author says enough about it.',
  oembed: 'Posts are not read for a few minutes.',
} as const satisfies Record<XSource, string>

/** `isPaused`: the endpoint is not called for now. Otherwise the next check tries it. */
export function faultSentence(source: XSource, fault: OperatorFault, isPaused = true): string {
  const why = source === 'oembed' ? OEMBED_FAULT_SENTENCES[fault] : API_FAULT_SENTENCES[fault]
  return `${why} ${isPaused ? PAUSED_SENTENCES[source] : 'The next check tries again.'}`
}

export const answersAgainSentence = (source: XSource) =>
  source === 'oembed' ? "X's public oEmbed answers again." : 'X answers this server again.'

/** With a larger difference, ages of posts and the ends of X's limits are so wrong that the operator should correct the clock. */
const CLOCK_DIFFERENCE_MAX_MS = 60_000

/** Returns the warning about a clock difference in milliseconds, or null if the difference does not matter. The sentence stays the same as long as the clock does. */
export function clockWarningSentence(ahead: number): string | null {
  if (Math.abs(ahead) <= CLOCK_DIFFERENCE_MAX_MS) return null
  const direction = ahead > 0 ? 'behind' : 'ahead of'
  return `This machine's clock is more than a minute ${direction} X's. Set it by NTP: ages of posts and the ends of X's limits depend on it.`
}

/** No valid name: X checks the token before it refuses the name, and failed calls are free. */
const NOBODY = '-'
const TIMEOUT_MS = 5000
const BYTES_MAX = 64 * 1024

/** A free call, so that an operator learns of a wrong token when the server starts. `fault` is how X refuses it, if it does. `ahead` is what X's clock is ahead of ours, in milliseconds. */
export async function tryToken(apiBase: string, bearerToken: string) {
  const url = new URL(`/2/users/by/username/${NOBODY}`, apiBase)
  const headers = { Authorization: `Bearer ${bearerToken}` }
  const reply = await fetchWithSizeLimit(url, headers, BYTES_MAX, AbortSignal.timeout(TIMEOUT_MS)).catch(
    () => null,
  )
  if (!reply)
    return { ...untaken('X did not answer, so it is not known whether X accepts the token.'), ahead: null }
  const ahead = xClockAheadMs(reply.headers, Date.now())
  const fault = operatorFaultOf(reply)
  if (fault) return { ...untaken(API_FAULT_SENTENCES[fault]), fault, ahead }
  const isAnswer = reply.json !== undefined && [200, 400, 404].includes(reply.status)
  if (!isAnswer)
    return {
      ...untaken(`X answered ${reply.status}, so it is not known whether X accepts the token.`),
      ahead,
    }
  return { isTaken: true, fault: null, said: 'X_BEARER_TOKEN was tried: X accepts it.', ahead }
}

const untaken = (why: string) => ({
  isTaken: false,
  fault: null,
  said: `X_BEARER_TOKEN was tried: ${why}`,
})

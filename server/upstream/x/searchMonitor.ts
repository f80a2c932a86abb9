import type { SearchHealth, SearchHour, SearchNow } from '../../../contract/wire.ts'
import { steadyClock } from '../../http/steadyClock.ts'
import { NO_SEARCH } from '../Upstream.ts'
import type { Outcome } from './client/client.ts'
import type { Cooldown } from './client/endpoints.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const FRESH_MS = 15 * MINUTE_MS
/** Where the clock differs by more it was set meanwhile, and times are told by the new one. */
const SET_MS = 1000
const HOURS = 24
const NONE: Omit<SearchHour, 'from'> = { ok: 0, blind: 0, limited: 0 }

export type SearchMonitor = ReturnType<typeof createSearchMonitor>

/** How X's search is, as checks see it. `cooldown` is that of the search endpoint. Counts are lost with the process. */
export function createSearchMonitor(now: () => number, cooldown: () => Cooldown | null) {
  const clock = steadyClock(now)
  const hours = new Map<number, Omit<SearchHour, 'from'>>()
  let last: { state: SearchNow['state']; time: number; at: number } | null = null

  function note(kind: keyof Omit<SearchHour, 'from'>, state: SearchNow['state']): void {
    const time = now()
    last = { state, time, at: clock() }
    const hour = hours.get(hourOf(time)) ?? NONE
    hours.set(hourOf(time), { ...hour, [kind]: hour[kind] + 1 })
    for (const from of hours.keys()) if (from <= time - (HOURS + 1) * HOUR_MS) hours.delete(from)
  }

  function current(): SearchNow | null {
    const paused = cooldown()
    const ageMs = last ? clock() - last.at : 0
    const time = last && Math.abs(now() - ageMs - last.time) < SET_MS ? last.time : Math.round(now() - ageMs)
    if (paused)
      return { state: paused.reason === 'limited' ? 'limited' : 'paused', time, until: paused.until }
    if (!last || last.state === 'limited' || ageMs >= FRESH_MS) return null
    return { state: last.state, time }
  }

  return {
    shown: () => note('ok', 'found'),
    /** Search did not show a control, or left out a post that it had shown. */
    missed: () => note('blind', 'missing'),
    called(outcome: Outcome): void {
      if (outcome === 'limited' || outcome === 'operator') note('limited', 'limited')
      if (outcome === 'down') note('limited', 'paused')
    },
    read(): SearchHealth {
      return {
        now: current(),
        hours: dayOf(now()).map((from) => Object.assign({ from }, NONE, hours.get(from))),
      }
    },
  }
}

export function mergeHealth(told: readonly SearchHealth[], now: number): SearchHealth {
  if (told.every(({ hours }) => hours.length === 0)) return NO_SEARCH
  const seen = told.flatMap(({ hours }) => hours)
  const [last = null] = told
    .flatMap((health) => (health.now && isCurrent(health.now, now) ? [health.now] : []))
    .sort((one, other) => other.time - one.time)
  return {
    now: last,
    hours: dayOf(now).map((from) =>
      Object.assign({ from }, sumOf(seen.filter((hour) => hour.from === from))),
    ),
  }
}

function isCurrent({ time, until }: SearchNow, now: number): boolean {
  return until === undefined ? now - time < FRESH_MS : until > now
}

function sumOf(hours: readonly SearchHour[]): Omit<SearchHour, 'from'> {
  return hours.reduce(
    (sum, { ok, blind, limited }) => ({
      ok: sum.ok + ok,
      blind: sum.blind + blind,
      limited: sum.limited + limited,
    }),
    NONE,
  )
}

const hourOf = (time: number) => Math.floor(time / HOUR_MS) * HOUR_MS

function dayOf(now: number): number[] {
  return Array.from({ length: HOURS }, (_, index) => hourOf(now) - (HOURS - 1 - index) * HOUR_MS)
}

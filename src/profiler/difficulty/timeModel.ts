import { MAX_ATTEMPTS } from '../../../contract/challenge.ts'
import { powDifficultyText as text } from '../../text/powParts.ts'
import { figure } from '../model/format.ts'
import type { Result, Summary, Trial } from '../model/result.ts'
import { DIFFICULTIES, configurationsOf } from '../model/settings.ts'
import type { Settings } from '../model/settings.ts'
import { attemptsAt, expectedAttempts, firstWithin, percentile, sorted, sum } from '../stats/sample.ts'
import { percentileInterval } from '../stats/intervals.ts'
import type { Estimate } from '../stats/intervals.ts'
import { bounded } from '../summary/estimates.ts'

/** The sum of independent estimates, with the square-and-add interval (Zou and Donner, Statistics in Medicine 27, 2008). Parts without an interval count as exact. */
export function sumOf(parts: readonly Estimate[]): Estimate {
  const value = sum(parts.map((part) => part.value))
  if (parts.every(({ interval }) => interval === null)) return { value, interval: null }
  const reach = (end: 0 | 1) =>
    Math.hypot(...parts.map(({ value, interval }) => (interval ? interval[end] - value : 0)))
  return { value, interval: [Math.max(value - reach(0), 0), value + reach(1)] }
}

/** What starting the workers adds to a search: the median over keys where cold and warm pools took turns, else the start that every run measures. Null for cold pools alone. */
function startUpOf({ settings, trials, summary, others }: Result): Estimate | null {
  if (settings.pool === 'cold') return null
  const cold = configurationsOf(settings).findIndex(
    ({ pool, engine, lanes }) => pool === 'cold' && engine === settings.engine && lanes === settings.lanes,
  )
  const paired = sorted(pairedOf(trials, others[cold - 1]?.trials ?? []))
  const interval = bounded(percentileInterval(paired, 0.5))
  if (interval) return { value: fromZero(percentile(paired, 0.5)), interval }
  const { pool } = summary.startup
  return pool === null ? null : { value: pool, interval: null }
}

function pairedOf(warm: readonly Trial[], cold: readonly Trial[]): number[] {
  const times = new Map(warm.map(({ index, milliseconds }) => [index, milliseconds]))
  return cold.flatMap(({ index, milliseconds }) => {
    const other = times.get(index)
    return other === undefined ? [] : [milliseconds - other]
  })
}

export type TimeModel = NonNullable<ReturnType<typeof timeModelOf>>

/** `startUp` is the start of the workers, for the first search; null where it is not known apart, or is part of `fixed` (a run with a cold pool). */
export function timeModelOf(result: Result) {
  const { settings, summary } = result
  const rate = rateOf(summary)
  return rate && { rate, fixed: fixedOf(settings, summary, rate), startUp: startUpOf(result) }
}

function rateOf({ scaling, attemptsPerSecond }: Summary): Estimate | null {
  const most = scaling.at(-1)
  const value = most?.attemptsPerSecond ?? attemptsPerSecond.all ?? 0
  if (value <= 0) return null
  return { value, interval: (most ? most.interval : attemptsPerSecond.interval) ?? null }
}

/** Ranges longer than this share of a search blur how its time depends on its attempts. */
const FINE = 0.25

/** Where the line of times against attempts meets zero; where there is none, what the median search takes beyond its attempts. */
function fixedOf({ difficulty, range }: Settings, { fit, milliseconds }: Summary, rate: Estimate): Estimate {
  if (fit && range <= expectedAttempts(difficulty) * FINE) {
    const [low, high] = fit.intervals?.fixed ?? []
    const known = low !== undefined && high !== undefined
    return { value: fromZero(fit.fixed), interval: known ? [fromZero(low), fromZero(high)] : null }
  }
  const attempts = (attemptsAt(difficulty, 0.5) / rate.value) * 1000
  const beyond = (time: number) => fromZero(time - attempts)
  const interval = milliseconds?.intervals?.p50
  return {
    value: beyond(milliseconds?.p50 ?? attempts),
    interval: interval ? [beyond(interval[0]), beyond(interval[1])] : null,
  }
}

const fromZero = (milliseconds: number) => Math.max(milliseconds, 0)

/** The milliseconds within which a share `p` of all searches has its answer; null where fewer have one. */
export function solveTime(model: TimeModel, difficulty: number, p: number, first = false): Estimate | null {
  const attempts = attemptsAt(difficulty, p)
  if (attempts > MAX_ATTEMPTS) return null
  const { value, interval } = model.rate
  const time = (rate: number) => (attempts / rate) * 1000
  const searching: Estimate = {
    value: time(value),
    interval: interval && interval[0] > 0 ? [time(interval[1]), time(interval[0])] : null,
  }
  const { fixed, startUp } = model
  return sumOf([searching, fixed, ...(first && startUp ? [startUp] : [])])
}

export const SHARES = ['p50', 'p95', 'p99'] as const

export type Advice = ReturnType<typeof adviceFor>[number]

/** How long searches take at every one of `DIFFICULTIES`; null where that share of them has no answer. `limit` is for p95, in milliseconds; `first` counts the start of the workers in. */
export function adviceFor(model: TimeModel, limit: number, first: boolean) {
  return DIFFICULTIES.map((difficulty) => {
    const time = (p: number) => solveTime(model, difficulty, p, first)
    const p95 = time(0.95)
    return {
      difficulty,
      p50: time(0.5),
      p95,
      p99: time(0.99),
      unfound: 1 - firstWithin(difficulty, MAX_ATTEMPTS),
      fits: fitsIn(p95, limit),
    }
  })
}

/** Whether p95 keeps to the limit: `unsure` where its interval reaches beyond it, or is not known. */
function fitsIn(p95: Estimate | null, limit: number): 'yes' | 'unsure' | 'no' | 'unsolved' {
  if (!p95) return 'unsolved'
  const { value, interval } = p95
  if (interval === null) return value <= limit ? 'unsure' : 'no'
  if (interval[1] <= limit) return 'yes'
  return interval[0] <= limit ? 'unsure' : 'no'
}

export function highestOf(advice: readonly Advice[]) {
  const highest = (fits: Advice['fits']) =>
    advice.reduce<number | null>((found, row) => (row.fits === fits ? row.difficulty : found), null)
  return { sure: highest('yes'), unsure: highest('unsure') }
}

/** What p95 must keep to, in milliseconds: usually a wait that most visitors bear; from what nobody notices to what nobody waits for. */
export const USUAL_LIMIT = 2_000
export const TIME_LIMIT = { min: 10, max: 600_000 }

export function timeText(milliseconds: number): string {
  return milliseconds < 1000
    ? text.milliseconds(figure(milliseconds))
    : text.seconds(figure(milliseconds / 1000))
}

export function intervalText({ value, interval }: Estimate): string | null {
  if (!interval) return null
  const unit = value < 1000 ? 1 : 1000
  return text.interval(figure(interval[0] / unit), figure(interval[1] / unit))
}

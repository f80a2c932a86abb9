import type { Trial } from '../model/runResult.ts'
import type { Summary } from '../model/runSummary.ts'
import { sectionInterval, sectionsOf } from '../stats/sections.ts'
import { bounded } from './spread.ts'

type Rates = { all: number | null; lanes: (number | null)[] }

/** Trials of a section below which its rate says too little. */
const SECTION_MIN = 5

/** From ranges searched to their end alone: it is unknown how much of the last one was searched. */
export function ratesOf(trials: readonly Trial[]): Rates {
  const sums: [number, number][] = []
  for (const { work } of trials) {
    work.forEach(([attempts, milliseconds], lane) => {
      const sum = (sums[lane] ??= [0, 0])
      sum[0] += attempts
      sum[1] += milliseconds
    })
  }
  const lanes = sums.map(([attempts, milliseconds]) =>
    attempts > 0 && milliseconds > 0 ? (attempts / milliseconds) * 1000 : null,
  )
  const known = lanes.filter((rate) => rate !== null)
  return { all: known.length > 0 ? known.reduce((sum, rate) => sum + rate, 0) : null, lanes }
}

/** The same with the intervals. */
export function ratesWithIntervals(trials: readonly Trial[]): Summary['attemptsPerSecond'] {
  const rates = ratesOf(trials)
  const worked = trials.filter(({ work }) => work.some(([attempts]) => attempts > 0))
  const sections = sectionsOf(worked, SECTION_MIN).map(ratesOf)
  const interval = (whole: number | null, of: (section: Rates) => number | null | undefined) => {
    const known = sections.map(of).filter((rate) => typeof rate === 'number')
    // A section in which a lane finished nothing says nothing of that lane.
    return whole === null || known.length < sections.length ? null : bounded(sectionInterval(whole, known))
  }
  return {
    ...rates,
    interval: interval(rates.all, ({ all }) => all),
    laneIntervals: rates.lanes.map((rate, lane) => interval(rate, ({ lanes }) => lanes[lane])),
  }
}

/** Attempts per second as a visitor feels them: all attempts by all the time of the searches. */
export function feltRate(trials: readonly Trial[]): Summary['felt'] {
  const attemptsPerSecond = rateFelt(trials)
  if (attemptsPerSecond === null) return null
  const sections = sectionsOf(trials, SECTION_MIN).map(rateFelt)
  const known = sections.filter((rate) => rate !== null)
  return { attemptsPerSecond, interval: bounded(sectionInterval(attemptsPerSecond, known)) }
}

function rateFelt(trials: readonly Trial[]): number | null {
  let [attempts, time] = [0, 0]
  for (const trial of trials) {
    attempts += trial.attempts
    time += trial.milliseconds
  }
  return time > 0 ? (attempts / time) * 1000 : null
}

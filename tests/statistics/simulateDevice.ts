import { random } from '../../src/profiler/stats/descriptive.ts'

/** What a device does besides what is measured. Deviations are those of logarithms. */
export type Weather = {
  /** How much one run differs from the next. */
  between: number
  /** How much slower it becomes within ten seconds, as it heats up. */
  heating: number
  /** How much it wanders within a run, and for how many milliseconds it keeps to one course. */
  wandering: number
  course: number
  /** Bursts of other work a second; each doubles all times for some 40 milliseconds. */
  bursts: number
}

export const STILL: Weather = { between: 0, heating: 0, wandering: 0, course: 1_000, bursts: 0 }

/** As on a machine that others share: a run differs by 6 % from the next, and everything changes while it lasts. */
export const ROUGH: Weather = { between: 0.06, heating: 0.1, wandering: 0.08, course: 300, bursts: 1 }

const STEP = 20

/** How many times longer everything takes, by the milliseconds since the run began. */
export function simulateDevice(seed: number, weather: Weather): (at: number) => number {
  const next = random(seed, 3, 50)
  const normal = normalFrom(next)
  const offset = weather.between * normal()
  const kept = Math.exp(-STEP / weather.course)
  const wander: number[] = []
  const burst: number[] = []
  let course = weather.wandering * normal()
  let busyUntil = 0
  return (at) => {
    const step = Math.floor(at / STEP)
    while (wander.length <= step) {
      course = course * kept + weather.wandering * Math.sqrt(1 - kept ** 2) * normal()
      if (next() < (weather.bursts * STEP) / 1000) busyUntil = wander.length + 2
      wander.push(course)
      burst.push(wander.length <= busyUntil ? Math.LN2 : 0)
    }
    return Math.exp(offset + (weather.heating * at) / 10_000 + (wander[step] ?? 0) + (burst[step] ?? 0))
  }
}

/** Normal numbers with mean 0 and deviation 1 from uniform ones: Box and Muller's transform. */
export function normalFrom(next: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

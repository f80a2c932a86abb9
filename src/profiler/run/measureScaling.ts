import type { Measures } from '../model/runResult.ts'
import type { SearchLane } from './openLane.ts'
import { throughput } from './throughput.ts'

/** Every number of lanes is measured this often, for this many milliseconds each, so that a busy moment spoils only one measurement. */
const ROUNDS = 3
const SLICE = 100

/** On an otherwise idle device the slowest measurement reaches this share of the fastest, and several lanes this share of one lane's rate. */
const QUIET = 0.7

/** The rate with 1, 2, … lanes, each at its best moment, and whether the device was busy with something else meanwhile. */
export async function measureScaling(
  lanes: readonly SearchLane[],
  key: string,
  signal: AbortSignal,
): Promise<Pick<Measures, 'scaling' | 'busy'>> {
  const seen = lanes.map((): number[] => [])
  for (let round = 0; round < ROUNDS && !signal.aborted; round++) {
    for (let count = 1; count <= lanes.length && !signal.aborted; count++) {
      const rate = await throughput(lanes.slice(0, count), { key, milliseconds: SLICE }, signal)
      seen[count - 1]?.push(rate)
    }
  }
  const scaling = seen.flatMap((rates, index) =>
    rates.length > 0 ? [{ lanes: index + 1, attemptsPerSecond: Math.max(...rates) }] : [],
  )
  const single = scaling[0]?.attemptsPerSecond ?? 0
  const busy =
    seen.some((rates) => Math.min(...rates) < Math.max(...rates) * QUIET) ||
    scaling.some(({ attemptsPerSecond }) => attemptsPerSecond < single * QUIET)
  return { scaling, busy }
}

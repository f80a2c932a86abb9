import type { Measures } from '../model/runSummary.ts'
import type { SearchLane } from './openLane.ts'
import { median, sorted } from '../stats/percentile.ts'
import { percentileInterval } from '../stats/percentileInterval.ts'
import { throughput } from './throughput.ts'

/** Every number of lanes is measured this often, for this many milliseconds each: six is the least that bounds a median. */
const ROUNDS = 6
const SLICE = 50

type Scaling = Measures['scaling']

/** The rate of every pool with 1, 2, … of its lanes: pools and numbers of lanes take turns. Empty where the run was stopped. */
export async function measureScaling(
  pools: readonly (readonly SearchLane[])[],
  key: string,
  signal: AbortSignal,
): Promise<Scaling[]> {
  const seen = pools.map((lanes) => lanes.map((): number[] => []))
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [pool, lanes] of pools.entries()) {
        for (let count = 1; count <= lanes.length; count++) {
          signal.throwIfAborted()
          const rate = await throughput(lanes.slice(0, count), { key, milliseconds: SLICE }, signal)
          seen[pool]?.[count - 1]?.push(rate)
        }
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
    return pools.map(() => [])
  }
  return seen.map((counts) => counts.map(figureOf))
}

function figureOf(rates: readonly number[], index: number): Scaling[number] {
  return {
    lanes: index + 1,
    attemptsPerSecond: median(rates),
    interval: percentileInterval(sorted(rates), 0.5),
  }
}

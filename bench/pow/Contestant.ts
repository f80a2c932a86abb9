import { throughput } from '../../src/profiler/run/measure.ts'
import type { TrialWorker } from '../../src/profiler/run/trials.ts'

/** What takes part: something that tells its attempts per second, and whose searches can be tried where it takes ranges. */
export type Contestant = {
  name: string
  rate: (milliseconds: number) => Promise<number>
  lane: TrialWorker | null
}

/** As long as the API's keys. */
export const KEY = 'A'.repeat(48)

const { signal } = new AbortController()

/** Anything that searches ranges. */
export function ranged(name: string, lane: TrialWorker): Contestant {
  return { name, lane, rate: (milliseconds) => throughput([lane], { key: KEY, milliseconds }, signal) }
}

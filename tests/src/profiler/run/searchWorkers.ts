import { createHash } from 'node:crypto'
import { hasLeadingZeros } from '../../../../contract/challenge.ts'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import type { Settings } from '../../../../src/profiler/model/settings.ts'
import { runTurns } from '../../../../src/profiler/run/trials.ts'
import type { RunOptions, TrialWorker } from '../../../../src/profiler/run/trials.ts'
import type { SearchRequest } from '../../../../workers/engine/Engine.ts'

/** Whether node:crypto, which knows nothing of our engines, agrees that a counter solves the challenge. */
export async function verify(key: string, counter: number, difficulty: number): Promise<boolean> {
  return hasLeadingZeros(createHash('sha256').update(`${key}${counter}`).digest(), difficulty)
}

/** A worker that searches with node:crypto and reports the first solution which `reports` lets through. */
export function worker(
  reports: (counter: number, request: SearchRequest) => boolean = () => true,
): TrialWorker {
  return {
    async search(request) {
      const { key, difficulty, from, count } = request
      for (let counter = from; counter < from + count; counter++) {
        const digest = createHash('sha256').update(`${key}${counter}`).digest()
        if (hasLeadingZeros(digest, difficulty) && reports(counter, request)) return counter
      }
      return null
    },
    close() {},
  }
}

/** An engine's search, whatever it is, as a worker. */
export function workerOf(
  search: (request: SearchRequest) => number | null | Promise<number | null>,
): TrialWorker {
  return { search: async (request) => await search(request), close() {} }
}

/** The trials of the first configuration alone, on these workers. */
export async function runTrials(
  settings: Settings,
  options: RunOptions,
  lanes: readonly TrialWorker[],
): Promise<Trial[]> {
  const [trials = []] = await runTurns({ ...settings, against: [] }, options, [lanes])
  return trials
}

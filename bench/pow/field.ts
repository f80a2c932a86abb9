import type { RunEnvironment, Trial } from '../../src/profiler/model/result.ts'
import type { RunSettings } from '../../src/profiler/model/settings.ts'
import { measureThroughput } from '../../src/profiler/run/measure.ts'
import { runTrialsInTurns } from '../../src/profiler/run/trials.ts'
import type { TrialWorker } from '../../src/profiler/run/trials.ts'
import { verify } from '../../workers/verify.ts'

/** Something that is measured: it reports its attempts per second. If it takes ranges, its searches can be checked with trials too. */
export type PowContestant = {
  name: string
  rate: (milliseconds: number) => Promise<number>
  worker: TrialWorker | null
}

/** A key with the length of the API's keys. */
export const SAMPLE_KEY = 'A'.repeat(48)

const { signal } = new AbortController()

export function createRangedContestant(name: string, worker: TrialWorker): PowContestant {
  return {
    name,
    worker,
    rate: (milliseconds) => measureThroughput([worker], { key: SAMPLE_KEY, milliseconds }, signal),
  }
}

export type ContestantField = {
  environment: RunEnvironment
  names: string[]
  rate: (name: string, milliseconds: number) => Promise<number>
  /** Returns no trials for contestants that take no ranges. */
  trials: (name: string, settings: RunSettings) => Promise<Trial[]>
  close: () => Promise<void>
}

export function createContestantField(
  contestants: readonly PowContestant[],
): Pick<ContestantField, 'names' | 'rate' | 'trials'> {
  const find = (name: string) => {
    const found = contestants.find((contestant) => contestant.name === name)
    if (!found)
      throw new Error(
        `No contestant is called ${name}: there are ${contestants.map((one) => one.name).join(', ')}`,
      )
    return found
  }
  return {
    names: contestants.map(({ name }) => name),
    rate: (name, milliseconds) => find(name).rate(milliseconds),
    async trials(name, settings) {
      const { worker } = find(name)
      if (!worker) return []
      const options = { open: async () => worker, verify, signal }
      const [trials = []] = await runTrialsInTurns({ ...settings, against: [] }, options, [[worker]])
      return trials
    },
  }
}

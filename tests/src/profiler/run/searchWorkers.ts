import { createHash } from 'node:crypto'
import { vi } from 'vitest'
import { DIFFICULTY_MAX, hasLeadingZeros } from '../../../../contract/challenge.ts'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import type { RunSettings } from '../../../../src/profiler/model/settings.ts'
import { runTrialsInTurns } from '../../../../src/profiler/run/trials.ts'
import type { RunOptions, TrialWorker } from '../../../../src/profiler/run/trials.ts'
import { createRandom } from '../../../../src/profiler/stats/sample.ts'
import type { SearchRequest } from '../../../../workers/engine/Engine.ts'

/** Whether node:crypto, which knows nothing of our engines, agrees that a counter solves the challenge. */
export async function verify(key: string, counter: number, difficulty: number): Promise<boolean> {
  return hasLeadingZeros(createHash('sha256').update(`${key}${counter}`).digest(), difficulty)
}

/** A worker that searches with node:crypto. */
export function worker(): TrialWorker {
  return {
    async search({ key, difficulty, from, count }) {
      for (let counter = from; counter < from + count; counter++) {
        const digest = createHash('sha256').update(`${key}${counter}`).digest()
        if (hasLeadingZeros(digest, difficulty)) return counter
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
  settings: RunSettings,
  options: RunOptions,
  workers: readonly TrialWorker[],
): Promise<Trial[]> {
  const [trials = []] = await runTrialsInTurns({ ...settings, against: [] }, options, [workers])
  return trials
}

type DeviceOptions = {
  /** Attempts per millisecond of each worker. */
  rates: readonly number[]
  /** Milliseconds that asking a worker and its answer take. */
  message: number
  /** The share of its speed that a worker has at a time, in milliseconds. */
  pace?: (now: number) => number
}

/** A device whose clock jumps from one answer to the next: its workers search by the geometric law, in exactly the time that their rates say. */
export function simulatedDevice({ rates, message, pace = () => 1 }: DeviceOptions) {
  let now = 0
  const due: { at: number; answer: () => void }[] = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const solutions = new Map<string, () => number>()

  /** The first solution from `from` on. Ranges of one key are asked for in ascending order, but for those that two workers search at once. */
  const found = new Map<string, number[]>()
  function firstFrom(key: string, difficulty: number, from: number): number {
    if (difficulty === DIFFICULTY_MAX) return Infinity
    const id = `${key} ${difficulty}`
    const next = solutions.get(id) ?? createRandom(seedOf(id))
    solutions.set(id, next)
    const known = found.get(id) ?? []
    found.set(id, known)
    while ((known.at(-1) ?? -1) < from) {
      const gap = Math.ceil(Math.log1p(-next()) / Math.log1p(-(16 ** -difficulty)))
      known.push((known.at(-1) ?? -1) + Math.max(gap, 1))
    }
    return known.find((counter) => counter >= from) ?? Infinity
  }

  const workers = rates.map((rate): TrialWorker => ({
    search({ key, difficulty, from, count }) {
      const counter = firstFrom(key, difficulty, from)
      const hit = counter < from + count
      const attempts = hit ? counter - from + 1 : count
      return new Promise((resolve) => {
        const answer = () => resolve(hit ? counter : null)
        due.push({ at: now + message + attempts / (rate * pace(now)), answer })
      })
    },
    close() {},
  }))

  /** Runs a job until it is done, moving the clock whenever everything waits. */
  async function during<T>(job: Promise<T>): Promise<T> {
    const state = { over: false }
    const done = job.finally(() => (state.over = true))
    while (!state.over) {
      await new Promise((resolve) => setImmediate(resolve))
      due.sort((a, b) => a.at - b.at)
      const next = due.shift()
      if (!next) continue
      now = next.at
      next.answer()
    }
    return await done
  }

  return { workers, during }
}

function seedOf(text: string): number {
  return [...text].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0, 7)
}

import { ATTEMPTS_MAX } from '../../../contract/challenge.ts'
import { API_KEY_BYTES, selectEngine, benchmarkEngines } from '../../crypto/selectEngine.ts'
import { createPageWorker, createProfilerWorker, createSearchWorker } from '../../crypto/searchWorker.ts'
import type { SearchWorker } from '../../crypto/searchWorker.ts'
import { createCounterChunks } from '../../crypto/solve.ts'
import type { CounterChunk } from '../../crypto/solve.ts'
import type { RunMeasures, Trial } from '../model/result.ts'
import { allConfigurations, createSearchKey, toRunEngine, planTrialRanges } from '../model/settings.ts'
import type { RunEngine, RunSettings, TrialRange } from '../model/settings.ts'
import { medianOrNull } from '../stats/sample.ts'

export type TrialWorker = Pick<SearchWorker, 'search' | 'close'> & {
  /** Prepares the worker. Resolves to the milliseconds of starting and of compiling (null if unknown), and to the engine's name. */
  prepare?: (
    keyBytes: number,
  ) => Promise<{ started: number | null; compile: number | null; engine: string | null }>
}

type OpenWorker = (engine: RunEngine) => Promise<TrialWorker>

export async function openWorker(engine: RunEngine): Promise<TrialWorker> {
  if (engine === 'auto') return productWorker(createSearchWorker())
  if (engine === 'page') return productWorker(await createPageWorker())
  return createProfilerWorker(engine)
}

/** Wraps a worker as the product runs it: warmed up if there is time, otherwise prepared by its first range. Keys are ASCII. */
function productWorker(worker: SearchWorker): TrialWorker {
  let ready: ReturnType<typeof selectEngine> | undefined
  return {
    async search(request) {
      ready ??= selectEngine(worker, request.key.length, null)
      await ready
      return await worker.search(request)
    },
    async prepare(keyBytes) {
      const engine = await selectEngine(worker, API_KEY_BYTES, null)
      const tuned = await benchmarkEngines(worker, engine).catch(() => ({ engine }))
      ready = selectEngine(worker, keyBytes, tuned.engine)
      return { started: null, compile: null, engine: await ready }
    },
    close: () => worker.close(),
  }
}

type Search = { key: string; difficulty: number; range: number; limit?: number }

/**
 * Does one search with all workers, timed until the first counter. Unfinished ranges are awaited after the timing stops: only then is the
 * first range with a solution known.
 */
export async function runTrial(
  workers: readonly TrialWorker[],
  { key, difficulty, range: size, limit = ATTEMPTS_MAX }: Search,
  signal: AbortSignal,
) {
  const ranges = createCounterChunks(limit)
  const work = workers.map((): [number, number] => [0, 0])
  const hits: { counter: number; range: CounterChunk }[] = []
  let [stopped, firstRange, endedAt]: [boolean, number | null, number | null] = [false, null, null]
  const startedAt = performance.now()

  async function drive(worker: TrialWorker, index: number): Promise<void> {
    const own = work[index] ?? [0, 0]
    for (let range = ranges.take(size); range && !stopped && !signal.aborted; range = ranges.take(size)) {
      const askedAt = performance.now()
      const counter = await worker.search({ key, difficulty, ...range })
      const now = performance.now()
      firstRange ??= now - startedAt
      if (counter !== null) {
        stopped = true
        endedAt ??= now
        hits.push({ counter, range })
        return
      }
      own[0] += range.count
      own[1] += now - askedAt
    }
  }

  const stop = (error: unknown) => {
    stopped = true
    throw error
  }
  const drives = await Promise.allSettled(workers.map((worker, index) => drive(worker, index).catch(stop)))
  signal.throwIfAborted()
  const failed = drives.find((drive) => drive.status === 'rejected')
  if (failed) throw failed.reason

  const first = hits.sort((a, b) => a.range.from - b.range.from)[0]
  return {
    attempts: first ? first.counter + 1 : limit,
    milliseconds: (endedAt ?? performance.now()) - startedAt,
    lanes: workers.length,
    counter: first?.counter ?? null,
    range: first?.range ?? null,
    firstRange,
    work,
  }
}

export type RunOptions = {
  open: OpenWorker
  verify: (key: string, counter: number, difficulty: number) => Promise<boolean>
  signal: AbortSignal
  /**
   * Awaited after every trial, outside the timed part, to paint and to pause. `trials` are those of the first configuration; `all` are
   * those of every configuration, in the order of their start.
   */
  between?: (trials: readonly Trial[], all: readonly Trial[]) => Promise<void>
  sustaining?: (seconds: number) => Promise<void>
  rest?: () => Promise<void>
  held?: () => boolean
}

/** Runs the trials of every configuration in turns. Stopping ends them early; this is an error only if there is no trial yet. */
export async function runTrialsInTurns(
  settings: RunSettings,
  options: RunOptions,
  pools: readonly (readonly TrialWorker[])[],
  after?: (turn: TrialRange, isLast: boolean, ended: number) => Promise<void>,
): Promise<Trial[][]> {
  const { signal, verify } = options
  const configurations = allConfigurations(settings)
  const all = configurations.map((): Trial[] => [])
  const { difficulty } = settings
  const inOrder: Trial[] = []
  const beganAt = performance.now()
  for (const turn of planTrialRanges(settings.trials, configurations.length)) {
    const own = configurations[turn.configuration] ?? settings
    const { range, pool } = own
    for (let index = turn.from; index < turn.to; index++) {
      const search = { key: createSearchKey(settings, index), difficulty, range }
      const startedAt = performance.now() - beganAt
      try {
        const measures =
          pool === 'cold'
            ? await coldTrial(own, search, options)
            : await runTrial(pools[turn.configuration] ?? [], search, signal)
        const { counter } = measures
        const verified = counter === null ? null : await verify(search.key, counter, difficulty)
        const trial = { ...measures, index, startedAt, verified, block: turn.block, steal: null }
        all[turn.configuration]?.push(trial)
        inOrder.push(trial)
        await after?.(turn, index === turn.to - 1, performance.now() - beganAt)
        await options.between?.(all[0] ?? [], inOrder)
      } catch (error) {
        if (signal.aborted && inOrder.length > 0) return all
        throw error
      }
    }
  }
  return all
}

/** Opens the workers of a pool. If one cannot be opened, the others are closed. */
async function openWorkers(open: OpenWorker, { engine, lanes }: RunSettings): Promise<TrialWorker[]> {
  const opened = await Promise.allSettled(Array.from({ length: lanes }, () => open(toRunEngine(engine))))
  const workers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = opened.find((one) => one.status === 'rejected')
  if (!failed) return workers
  workers.forEach((worker) => worker.close())
  throw failed.reason
}

/** Runs a trial with new workers. Their start counts, and the first ranges wait in their queues, as in a check with a cold pool. */
async function coldTrial(own: RunSettings, search: Search, { signal, open }: RunOptions) {
  const startedAt = performance.now()
  const workers = await openWorkers(open, own)
  const close = () => workers.forEach((worker) => worker.close())
  signal.addEventListener('abort', close, { once: true })
  try {
    const opened = performance.now() - startedAt
    const trial = await runTrial(workers, search, signal)
    return {
      ...trial,
      milliseconds: trial.milliseconds + opened,
      firstRange: trial.firstRange === null ? null : trial.firstRange + opened,
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

export type TrialWorkerPool = { workers: TrialWorker[]; startup: RunMeasures['startup']; close: () => void }

export async function openTrialWorkerPool(open: OpenWorker, own: RunSettings): Promise<TrialWorkerPool> {
  const startedAt = performance.now()
  const workers = await openWorkers(open, own)
  const close = () => workers.forEach((worker) => worker.close())
  try {
    const ready = await Promise.all(workers.map((worker) => worker.prepare?.(own.keyLength)))
    const startup = {
      pool: performance.now() - startedAt,
      worker: medianOrNull(ready.map((one) => one?.started ?? null)),
      compile: medianOrNull(ready.map((one) => one?.compile ?? null)),
      engine: ready[0]?.engine ?? null,
    }
    return { workers, startup, close }
  } catch (error) {
    close()
    throw error
  }
}

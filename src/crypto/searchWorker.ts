import { wrap } from 'comlink'
import type { Remote } from 'comlink'
import { abortable, rejectAfter } from '../../contract/async.ts'
import type { CryptoWorker } from '../../workers/crypto.worker.ts'
import CryptoWorkerFile from '../../workers/crypto.worker.ts?worker'
import type { SearchRequest } from '../../workers/engine/Engine.ts'
import type { ForcedEngineName, ProfilerWorker } from '../../workers/profiler.worker.ts'
import ProfilerWorkerFile from '../../workers/profiler.worker.ts?worker'

const SILENT = 'A worker does not answer'

/**
 * Makes a worker's calls settle even when it dies, which Comlink's do not. `silence` is the longest wait for an answer, in milliseconds. If the
 * worker can be asked whether it still runs (`ping`), an answer may take longer: a slow device is not mistaken for a dead worker.
 */
export function guardWorkerCalls<T>(
  worker: Worker,
  silence: number,
  ping?: (remote: Remote<T>) => Promise<unknown>,
) {
  const death = new AbortController()
  const die = (event: Event) => {
    event.preventDefault()
    death.abort(new Error('A worker died'))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)

  const remote = wrap<T>(worker)
  return {
    remote,
    /** Resolves to the answer. Rejects if the worker dies, is closed or stays silent for too long. */
    async answered<R>(answer: Promise<R>): Promise<R> {
      const alive = abortable(answer, death.signal)
      if (!ping) return await rejectAfter(alive, silence, SILENT)
      const settled = alive.then(
        () => true,
        () => true,
      )
      const isSettledWithin = (time: number) => rejectAfter(settled, time, SILENT).catch(() => false)
      while (!(await isSettledWithin(silence / 2))) {
        await rejectAfter(abortable(ping(remote), death.signal), silence / 2, SILENT)
      }
      return await alive
    },
    close() {
      death.abort(new Error('The worker was closed'))
      worker.terminate()
    },
  }
}

export type SearchWorker = Omit<CryptoWorker, 'stop' | 'ping'> & {
  stop: (job: number) => void
  close: () => void
}

/** Longest silence of a worker before it counts as dead, in milliseconds: some workers die without an error event. */
const SILENCE_TIMEOUT_MS = 3_000

export function createSearchWorker(): SearchWorker {
  const worker = new CryptoWorkerFile()
  const { remote, answered, close } = guardWorkerCalls<CryptoWorker>(worker, SILENCE_TIMEOUT_MS, (worker) =>
    worker.ping(),
  )
  return {
    search: (request, job) => answered(remote.search(request, job)),
    encrypt: (request) => answered(remote.encrypt(request)),
    choose: (...request) => answered(remote.choose(...request)),
    selectFastest: (request) => answered(remote.selectFastest(request)),
    stop: (job) => void answered(remote.stop(job)).catch(() => undefined),
    close,
  }
}

/** Creates the fallback for browsers without workers: the page itself does the work, in the same slices, between which it handles input. */
export async function createPageWorker(): Promise<SearchWorker> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { choose, search, stop } = await import('../../workers/search.ts')
  const selectFastest = () => Promise.reject(new Error('Measuring would hold the page'))
  return { choose, encrypt, search, stop, selectFastest, close() {} }
}

/** Longest silence of a worker that profiles, in milliseconds: the slowest baseline on a slow phone needs seconds for a large range. */
const PROFILER_SILENCE_TIMEOUT_MS = 60_000

export function createProfilerWorker(engine: ForcedEngineName) {
  const madeAt = performance.now()
  const worker = new ProfilerWorkerFile()
  const { remote, answered, close } = guardWorkerCalls<ProfilerWorker>(worker, PROFILER_SILENCE_TIMEOUT_MS)
  const search = (request: SearchRequest) => answered(remote.search({ ...request, engine }))
  return {
    search,
    async prepare(keyBytes: number) {
      // An empty range is answered as soon as the worker runs, so this measures its start.
      await search({ key: '', difficulty: 0, from: 0, count: 0 })
      const started = performance.now() - madeAt
      return { started, compile: await answered(remote.prepare(engine, keyBytes)), engine }
    },
    close,
  }
}

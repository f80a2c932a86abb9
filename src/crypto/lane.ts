import type { CryptoWorker } from '../../workers/crypto.worker.ts'
import CryptoWorkerFile from '../../workers/crypto.worker.ts?worker'
import { guardWorker } from './guardWorker.ts'

/** One thread of the search. Every call rejects when the thread dies or stays silent too long. */
export type Lane = Omit<CryptoWorker, 'stop'> & {
  /** Ends the searches of a job. */
  stop: (job: number) => void
  close: () => void
}

/** Longest silence after which a worker is given up, in milliseconds: some deaths give no error event. */
const SILENCE = 3_000

/** A lane in a Web Worker of its own. Throws where workers cannot be made. */
export function workerLane(): Lane {
  const worker = new CryptoWorkerFile()
  const { remote, answered, close } = guardWorker<CryptoWorker>(worker, SILENCE)
  return {
    search: (request, job) => answered(remote.search(request, job)),
    encrypt: (request) => answered(remote.encrypt(request)),
    choose: (request) => answered(remote.choose(request)),
    tune: (request) => answered(remote.tune(request)),
    stop: (job) => void answered(remote.stop(job)).catch(() => undefined),
    close,
  }
}

/** The fallback without workers: the same work on the page itself, in the same slices, between which input is handled. */
export async function pageLane(): Promise<Lane> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { choose, search, stop } = await import('../../workers/search.ts')
  const tune = () => Promise.reject(new Error('Measuring would hold the page'))
  return { choose, encrypt, search, stop, tune, close() {} }
}

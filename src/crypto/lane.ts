import type { CryptoWorker } from '../../workers/crypto.worker.ts'
import { guardWorker } from './guardWorker.ts'

/** One thread that answers pure questions. Every call rejects when the thread dies or stays silent too long. */
export type Lane = CryptoWorker & { close: () => void }

/** Longest silence after which a worker is given up, in milliseconds: some deaths give no error event. */
const SILENCE = 3_000

/** A lane in a Web Worker of its own. Throws where workers cannot be made. */
export function workerLane(): Lane {
  const worker = new Worker(new URL('../../workers/crypto.worker.ts', import.meta.url), { type: 'module' })
  const { remote, answered, close } = guardWorker<CryptoWorker>(worker, SILENCE)
  return {
    search: (request) => answered(remote.search(request)),
    encrypt: (request) => answered(remote.encrypt(request)),
    choose: (request) => answered(remote.choose(request)),
    close,
  }
}

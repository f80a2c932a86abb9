import { wrap } from 'comlink'
import type { CryptoWorker } from '../../workers/crypto.worker.ts'

/** One thread that answers pure questions. Every call rejects when the thread dies or stays silent too long. */
export type Lane = CryptoWorker & { close: () => void }

/** Longest silence after which a worker is given up, in milliseconds: some deaths give no error event. */
const SILENCE = 3_000

/** A lane in a Web Worker of its own. Throws where workers cannot be made. */
export function workerLane(): Lane {
  const worker = new Worker(new URL('../../workers/crypto.worker.ts', import.meta.url), { type: 'module' })
  const remote = wrap<CryptoWorker>(worker)
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  const die = (event: Event) => {
    event.preventDefault()
    death.reject(new Error('A worker died'))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)

  return {
    search: (request) => answered(remote.search(request), death.promise),
    encrypt: (request) => answered(remote.encrypt(request), death.promise),
    close() {
      death.reject(new Error('The lane was closed'))
      worker.terminate()
    },
  }
}

async function answered<T>(answer: Promise<T>, death: Promise<never>): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new Error('A worker does not answer')), SILENCE)
  try {
    return await Promise.race([answer, death, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

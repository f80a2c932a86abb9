import { wrap } from 'comlink'
import type { Remote } from 'comlink'

/** A worker whose calls always end. */
type GuardedWorker<T> = {
  remote: Remote<T>
  /** The answer, or a rejection when the worker dies, is closed or stays silent too long. */
  answered: <R>(answer: Promise<R>) => Promise<R>
  close: () => void
}

/** Makes a worker's calls settle even when it dies, which Comlink's do not. `silence` is the longest wait for an answer, in milliseconds. */
export function guardWorker<T>(worker: Worker, silence: number): GuardedWorker<T> {
  let reject = (_error: Error) => {}
  const death = new Promise<never>((_, rejectDeath) => (reject = rejectDeath))
  death.catch(() => undefined)
  const die = (event: Event) => {
    event.preventDefault()
    reject(new Error('A worker died'))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)

  return {
    remote: wrap<T>(worker),
    async answered(answer) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const silent = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('A worker does not answer')), silence)
      })
      try {
        return await Promise.race([answer, death, silent])
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      reject(new Error('The lane was closed'))
      worker.terminate()
    },
  }
}

import { wrap } from 'comlink'
import type { Remote } from 'comlink'

/** A worker whose calls always end. */
export type GuardedWorker<T> = {
  remote: Remote<T>
  /** The answer, or a rejection when the worker dies, is closed or stays silent too long. */
  answered: <R>(answer: Promise<R>) => Promise<R>
  close: () => void
}

/** Puts a worker under watch: a Comlink call to a dead worker never settles by itself. `silence` is in milliseconds. */
export function guardWorker<T>(worker: Worker, silence: number): GuardedWorker<T> {
  const death = Promise.withResolvers<never>()
  death.promise.catch(() => undefined)
  const die = (event: Event) => {
    event.preventDefault()
    death.reject(new Error('A worker died'))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)

  return {
    remote: wrap<T>(worker),
    async answered(answer) {
      const silent = Promise.withResolvers<never>()
      const timer = setTimeout(() => silent.reject(new Error('A worker does not answer')), silence)
      try {
        return await Promise.race([answer, death.promise, silent.promise])
      } finally {
        clearTimeout(timer)
      }
    },
    close() {
      death.reject(new Error('The lane was closed'))
      worker.terminate()
    },
  }
}

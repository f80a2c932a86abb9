import { wrap } from 'comlink'
import type { Remote } from 'comlink'
import { abortable } from '../../contract/abortable.ts'
import { inTime } from '../../contract/inTime.ts'

/** A worker whose calls always end. */
type GuardedWorker<T> = {
  remote: Remote<T>
  /** The answer, or a rejection when the worker dies, is closed or stays silent too long. */
  answered: <R>(answer: Promise<R>) => Promise<R>
  close: () => void
}

/** Makes a worker's calls settle even when it dies, which Comlink's do not. `silence` is the longest wait for an answer, in milliseconds. */
export function guardWorker<T>(worker: Worker, silence: number): GuardedWorker<T> {
  const death = new AbortController()
  const die = (event: Event) => {
    event.preventDefault()
    death.abort(new Error('A worker died'))
  }
  worker.addEventListener('error', die)
  worker.addEventListener('messageerror', die)

  return {
    remote: wrap<T>(worker),
    answered: (answer) => inTime(abortable(answer, death.signal), silence, 'A worker does not answer'),
    close() {
      death.abort(new Error('The lane was closed'))
      worker.terminate()
    },
  }
}

import { Refusal } from '../http/refusal.ts'

export type Gate = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Runs at most `running` pieces of work at once and lets `waiting` more queue in order; further ones are refused as `busy`. */
export function createGate(running: number, waiting: number): Gate {
  const queue: (() => void)[] = []
  let free = running

  async function enter(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free--
      return
    }
    if (queue.length >= waiting) throw new Refusal('busy', 10)
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        queue.splice(queue.indexOf(turn), 1)
        reject(signal.reason)
      }
      queue.push(turn)
      signal.addEventListener('abort', leave)
    })
  }

  function exit(): void {
    const next = queue.shift()
    if (next) next()
    else free++
  }

  return async (work, signal) => {
    signal.throwIfAborted()
    await enter(signal)
    try {
      return await work()
    } finally {
      exit()
    }
  }
}

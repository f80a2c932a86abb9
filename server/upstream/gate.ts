import { Refusal } from '../http/refusal.ts'
import type { Caller } from './Caller.ts'

export type Gate = <T>(work: () => Promise<T>, caller: Caller) => Promise<T>

/** The part of the lanes that one share leaves free even when it is alone, so that another finds one at once. */
const KEPT_FREE = 1 / 4

/**
 * Runs at most `running` pieces of work at once and lets `waiting` more queue. A free lane goes to the share that holds the fewest, so
 * that one which asks for much holds a quarter at most while three others wait. When the queue is full, a share with a longer queue
 * makes room for one with a shorter; else work is refused as `busy`.
 */
export function createGate(running: number, waiting: number): Gate {
  const mostOfOne = running - Math.floor(running * KEPT_FREE)
  /** Queues by share; the one that gave a lane back last stands at the end. */
  const queues = new Map<string, Waiting[]>()
  const held = new Map<string, number>()
  let free = running
  let queued = 0

  const heldBy = (share: string) => held.get(share) ?? 0
  function take(share: string): void {
    free--
    held.set(share, heldBy(share) + 1)
  }
  function leaveQueue(share: string, one: Waiting): void {
    const queue = queues.get(share) ?? []
    queue.splice(queue.indexOf(one), 1)
    if (queue.length === 0) queues.delete(share)
    queued--
  }
  /** Makes room in a full queue where another share has more waiting than this one would. */
  function makeRoom(share: string): void {
    const [longest, queue] = [...queues].reduce<[string, Waiting[]]>(
      (most, next) => (next[1].length > most[1].length ? next : most),
      ['', []],
    )
    const last = queue.at(-1)
    if (!last || queue.length <= (queues.get(share)?.length ?? 0) + 1) throw new Refusal('busy', 10)
    leaveQueue(longest, last)
    last.refuse(new Refusal('busy', 10))
  }

  function wait({ signal, share }: Caller): Promise<void> {
    if (queued >= waiting) makeRoom(share)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const over = () => signal.removeEventListener('abort', leave)
    const one: Waiting = {
      enter: () => (over(), resolve()),
      refuse: (error) => (over(), reject(error)),
    }
    const leave = () => {
      leaveQueue(share, one)
      one.refuse(signal.reason)
    }
    const queue = queues.get(share) ?? []
    queue.push(one)
    queues.set(share, queue)
    queued++
    signal.addEventListener('abort', leave)
    return promise
  }

  function exit(share: string): void {
    free++
    if (heldBy(share) > 1) held.set(share, heldBy(share) - 1)
    else held.delete(share)
    const own = queues.get(share)
    if (own) {
      queues.delete(share)
      queues.set(share, own)
    }
    const [next] = [...queues.keys()]
      .filter((other) => heldBy(other) < mostOfOne)
      .sort((a, b) => heldBy(a) - heldBy(b))
    const one = next === undefined ? undefined : queues.get(next)?.[0]
    if (next === undefined || !one) return
    leaveQueue(next, one)
    take(next)
    one.enter()
  }

  return async (work, caller) => {
    const { signal, share } = caller
    signal.throwIfAborted()
    if (free > 0 && heldBy(share) < mostOfOne) take(share)
    else await wait(caller)
    try {
      return await work()
    } finally {
      exit(share)
    }
  }
}

type Waiting = { enter: () => void; refuse: (reason: unknown) => void }

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Done, Job, Message, Opened, Opening } from './sqliteWorker.ts'

type Writes = Record<string, (...given: never[]) => unknown>
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void; timer: NodeJS.Timeout }

type SqliteWriter<W extends Writes> = {
  write: <N extends keyof W & string>(name: N, ...given: Parameters<W[N]>) => Promise<ReturnType<W[N]>>
  close: () => Promise<void>
}

/** The longest that a check waits for the database. */
const DEADLINE_MS = 1900

/** Opens a file in a thread of its own. Calls of one turn of the event loop travel, and are committed, together. `onLate` is told what came of calls that nobody waits for any more. */
export async function openSqliteWriter<W extends Writes>(
  opening: Opening,
  onLate: (name: string, given: unknown[], value: unknown) => void = () => undefined,
): Promise<SqliteWriter<W>> {
  const worker = new Worker(new URL('./sqliteWorker.ts', import.meta.url), { workerData: opening })
  const [opened] = (await once(worker, 'message')) as [Opened]
  if ('fault' in opened) {
    await worker.terminate()
    throw Object.assign(new Error(opened.fault), { code: opened.code })
  }
  worker.unref()

  const waiting = new Map<number, Waiting>()
  const late = new Map<number, Job>()
  let outbox: Job[] = []
  let number = 0
  let dead: Error | null = null

  function settle({ number, value, fault }: Done): void {
    const one = waiting.get(number)
    const job = late.get(number)
    late.delete(number)
    if (!one) return job && fault === undefined ? onLate(job.name, job.given, value) : undefined
    waiting.delete(number)
    clearTimeout(one.timer)
    if (fault === undefined) one.resolve(value)
    else one.reject(new Error(fault))
  }
  function die(error: Error): void {
    dead = error
    for (const [number] of waiting) settle({ number, fault: error.message })
  }
  worker.on('message', (done: Done[]) => done.forEach(settle))
  worker.once('error', die)
  worker.once('exit', () => die(new Error('The database is closed.')))

  function send(): void {
    if (outbox.length > 0) worker.postMessage(outbox satisfies Message)
    outbox = []
  }
  return {
    write: (name, ...given) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead)
        const job: Job = { number: ++number, name, given, until: Date.now() + DEADLINE_MS }
        const giveUp = () => {
          waiting.delete(job.number)
          late.set(job.number, job)
          reject(new Error('The database did not answer in time.'))
        }
        const timer = setTimeout(giveUp, DEADLINE_MS)
        waiting.set(job.number, { resolve: resolve as (value: unknown) => void, reject, timer })
        if (outbox.push(job) === 1) setImmediate(send)
      }),
    async close() {
      if (dead) return
      const gone = once(worker, 'exit')
      worker.ref()
      send()
      worker.postMessage('close' satisfies Message)
      await gone
    },
  }
}

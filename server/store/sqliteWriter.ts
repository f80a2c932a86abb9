import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { areAnswers, isOpened } from './sqliteMessages.ts'
import type { Done, Job, Message, Opened, Opening } from './sqliteMessages.ts'

type Writes = Record<string, (...given: never[]) => unknown>
/** What a call came to. */
type Outcome = Pick<Done, 'value' | 'fault'>

type SqliteWriter<W extends Writes> = {
  write: <N extends keyof W & string>(name: N, ...given: Parameters<W[N]>) => Promise<ReturnType<W[N]>>
  close: () => Promise<void>
}

/** The longest that a check waits for the database. */
const DEADLINE_MS = 1900

/** Opens a file in a thread of its own. Calls of one turn of the event loop are sent and committed together. */
export async function openSqliteWriter<W extends Writes>(opening: Opening): Promise<SqliteWriter<W>> {
  const worker = new Worker(new URL('./sqliteWorker.ts', import.meta.url), { workerData: opening })
  const opened = await openingOf(worker)
  if ('fault' in opened) {
    await worker.terminate()
    throw new Error(opened.fault)
  }

  const answers = new Map<number, (outcome: Outcome) => void>()
  let outbox: Message = []
  let number = 0
  let dead: Error | null = null

  worker.on('message', (heard: unknown) => {
    if (!areAnswers(heard)) return
    for (const { number, ...outcome } of heard) {
      answers.get(number)?.(outcome)
      answers.delete(number)
    }
  })
  worker.once('error', (error: Error) => {
    const fault = `The database's thread has died: ${error.message}`
    dead = new Error(fault)
    for (const answer of answers.values()) answer({ fault })
  })

  function send(): void {
    worker.postMessage(outbox)
    outbox = []
  }
  function post(item: Message[number]): void {
    if (outbox.push(item) === 1) setImmediate(send)
  }
  return {
    write: (name, ...given) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead)
        const job: Job = { number: ++number, name, given, until: Date.now() + DEADLINE_MS }
        const giveUp = () => reject(new Error('The database did not answer in time.'))
        // What arrived while this process stood still is heard first.
        const timer = setTimeout(() => setImmediate(giveUp), DEADLINE_MS)
        answers.set(job.number, ({ value, fault }) => {
          clearTimeout(timer)
          if (fault !== undefined) return reject(new Error(fault))
          resolve(value as Awaited<ReturnType<W[typeof name]>>)
        })
        post(job)
      }),
    async close() {
      if (dead) return
      dead = new Error('The database is closed.')
      const gone = once(worker, 'exit')
      post('close')
      await gone
    },
  }
}

/** How a thread's opening ended. Rejects when the thread cannot even be started. */
function openingOf(worker: Worker): Promise<Opened> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', function listen(heard: unknown) {
      if (!isOpened(heard)) return
      worker.off('message', listen)
      worker.off('error', reject)
      resolve(heard)
    })
  })
}

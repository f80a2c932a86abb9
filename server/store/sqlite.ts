import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Store } from './Store.ts'
import { EXPIRING_TABLES, HISTORIES_MAX, callOf, preparedRun, sqlCalls, sqlStore } from './sql.ts'
import type { AsyncSqlCall, SqlCalls } from './sql.ts'
import { OPENING } from './sqliteWrites.ts'
import type { Done, Job, Opening } from './sqliteWrites.ts'

type Outcome = Pick<Done, 'value' | 'fault'>

const DEADLINE_MS = 1900

/** Opens a file in a thread of its own. Calls of one turn of the event loop are sent and committed together. */
export async function openSqliteWriter(opening: Opening, onDeath: (error: Error) => void = () => undefined) {
  const worker = new Worker(new URL('./sqliteWorker.ts', import.meta.url), { workerData: opening })
  const answers = new Map<number, (outcome: Outcome) => void>()
  let outbox: (Job | 'close')[] = []
  let number = OPENING
  let dead: Error | null = null

  // Under `--watch` Node says other things in a thread's name.
  worker.on('message', (heard: Done[] | { [other: string]: unknown }) => {
    if (!Array.isArray(heard)) return
    for (const { number, ...outcome } of heard) {
      answers.get(number)?.(outcome)
      answers.delete(number)
    }
  })
  worker.once('error', (error: Error) => {
    const fault = `The database's thread has died: ${error.message}`
    dead = new Error(fault)
    for (const answer of answers.values()) answer({ fault })
    if (!answers.has(OPENING)) onDeath(error)
  })
  const { fault } = await new Promise<Outcome>((resolve) => answers.set(OPENING, resolve))
  if (fault !== undefined) {
    await worker.terminate()
    throw new Error(fault)
  }

  function send(): void {
    worker.postMessage(outbox)
    outbox = []
  }
  function post(item: Job | 'close'): void {
    if (outbox.push(item) === 1) setImmediate(send)
  }
  const write: AsyncSqlCall = (name, ...given) =>
    new Promise((resolve, reject) => {
      if (dead) return reject(dead)
      const job: Job = { number: ++number, name, given, until: Date.now() + DEADLINE_MS }
      const giveUp = () => reject(new Error('The database did not answer in time.'))
      // What arrived while this process stood still is heard first.
      const timer = setTimeout(() => setImmediate(giveUp), DEADLINE_MS)
      answers.set(job.number, ({ value, fault }) => {
        clearTimeout(timer)
        if (fault !== undefined) return reject(new Error(fault))
        resolve(value as ReturnType<SqlCalls[typeof name]>)
      })
      post(job)
    })
  return {
    write,
    async close() {
      if (dead) return
      dead = new Error('The database is closed.')
      const gone = once(worker, 'exit')
      post('close')
      await gone
    },
  }
}

const SWEEP_MS = 60_000

export type SqliteOptions = {
  now?: () => number
  /** Limits each file to this many pages of 4 KiB, or to its pages on opening if they are more, to act like a full disk. */
  maxPages?: number
  historiesMax?: number
  onDeath?: (error: Error) => void
}

/** The embedded store: one SQLite file for claims, whose space is reserved, and one for the rest. Worker threads write; reads never wait for a write. */
export async function openSqliteStore(
  folder: string,
  { now = Date.now, maxPages, historiesMax = HISTORIES_MAX, onDeath }: SqliteOptions = {},
): Promise<Store & { sweep: () => Promise<void> }> {
  const open = (kind: Opening['kind'], path: string) => openSqliteWriter({ kind, path, maxPages }, onDeath)
  const claims = await open('claims', join(folder, 'claims.db'))
  const path = join(folder, 'checker.db')
  const histories = await open('history', path).catch(async (error: unknown) => {
    await claims.close()
    throw error
  })
  const db = new DatabaseSync(path)
  const reads = sqlCalls(preparedRun(db))
  const store = sqlStore(
    (part) =>
      async (name, ...given) => {
        if (name.startsWith('read')) return callOf(reads, name, ...given)
        return (part === 'claim' || part === 'spend' ? claims : histories).write(name, ...given)
      },
    historiesMax,
    now,
  )

  async function sweep(): Promise<void> {
    await Promise.allSettled([
      claims.write('sweep', EXPIRING_TABLES.claims, now()),
      histories.write('sweep', EXPIRING_TABLES.history, now()),
    ])
  }
  const timer = setInterval(sweep, SWEEP_MS).unref()

  return {
    ...store,
    sweep,
    /** Writes a claim as a visitor's check would. */
    async health() {
      await store.claim(`probe:${randomUUID()}`, 0)
    },
    async close() {
      clearInterval(timer)
      db.close()
      await Promise.all([claims.close(), histories.close()])
    },
  }
}

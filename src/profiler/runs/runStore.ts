import * as v from 'valibot'
import { Result } from '../model/result.ts'

const StoredRun = v.object({ id: v.pipe(v.string(), v.maxLength(60)), imported: v.boolean(), result: Result })

/** A run as the device keeps it. */
export type StoredRun = v.InferOutput<typeof StoredRun>

const DATABASE = 'pow-runs'
const STORE = 'runs'

/** Runs that are kept; the oldest go first. */
const RUNS_MAX = 30

/** The kept runs, newest first; null where the browser keeps nothing (private modes, blocked storage). Damaged ones are left out. */
export async function loadRuns(): Promise<StoredRun[] | null> {
  const rows = await inStore('readonly', (store) => store.getAll())
  if (!Array.isArray(rows)) return null
  return rows
    .map((row) => v.safeParse(StoredRun, row))
    .flatMap((row) => (row.success ? [row.output] : []))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** Keeps a run. Silent where nothing can be kept. */
export async function saveRun(run: StoredRun): Promise<void> {
  await inStore('readwrite', (store) => store.put(run))
  const keys = await inStore('readonly', (store) => store.getAllKeys())
  if (!Array.isArray(keys)) return
  for (const key of keys.toSorted().slice(0, -RUNS_MAX)) {
    await inStore('readwrite', (store) => store.delete(key))
  }
}

export async function removeRun(id: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(id))
}

/** An id that sorts by time. */
export function newRunId(): string {
  const noise = Math.floor(Math.random() * 36 ** 4).toString(36)
  return `${Date.now().toString().padStart(15, '0')}-${noise}`
}

/** One request in a transaction of its own; undefined on any failure. */
async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await opened()
    try {
      return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }))
  return answerOf(request)
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The request failed')))
  })
}

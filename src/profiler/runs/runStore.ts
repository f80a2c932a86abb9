import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { Result } from '../model/runResult.ts'

const StoredRun = v.object({ id: v.pipe(v.string(), v.maxLength(60)), imported: v.boolean(), result: Result })

/** A run as the device keeps it. */
export type StoredRun = v.InferOutput<typeof StoredRun>

/** Stored runs may be of an older version, or damaged: a schema reads them. */
interface Database extends DBSchema {
  runs: { key: string; value: unknown }
}

const DATABASE = 'pow-runs'

/** Runs that are kept; the oldest go first. */
const RUNS_MAX = 30

/** The kept runs, newest first. Damaged ones are left out. Rejects where the browser keeps nothing (private modes, blocked storage). */
export async function loadRuns(): Promise<StoredRun[]> {
  const rows = await withDatabase((database) => database.getAll('runs'))
  return rows
    .map((row) => v.safeParse(StoredRun, row))
    .flatMap((row) => (row.success ? [row.output] : []))
    .sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** Keeps a run. Rejects where it cannot be kept. */
export async function saveRun(run: StoredRun): Promise<void> {
  await withDatabase(async (database) => {
    await database.put('runs', run)
    const ids = await database.getAllKeys('runs')
    for (const id of ids.sort().slice(0, -RUNS_MAX)) await database.delete('runs', id)
  })
}

export async function removeRun(id: string): Promise<void> {
  await withDatabase((database) => database.delete('runs', id))
}

/** Opened for one use and closed again: an open database would hold up another tab's newer version. */
async function withDatabase<T>(use: (database: IDBPDatabase<Database>) => Promise<T>): Promise<T> {
  const database = await openDB<Database>(DATABASE, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('runs', { keyPath: 'id' }),
  })
  try {
    return await use(database)
  } finally {
    database.close()
  }
}

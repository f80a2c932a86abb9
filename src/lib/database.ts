import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'
import { inTime } from '../../contract/async.ts'

/** Longest wait for a database, in milliseconds: some browsers never open it while another tab holds an older version, and a starved phone takes seconds. */
const OPEN_TIMEOUT_MS = 10_000

type DatabaseOptions<Tables extends DBSchema> = {
  name: string
  version: number
  /** Makes the tables that a database of an older version lacks; the version is 0 for a new one. */
  upgrade: NonNullable<OpenDBCallbacks<Tables>['upgrade']>
}

/** Opened for each use: an open connection blocks upgrades and the back-forward cache. A use rejects where the browser stores nothing. */
export function createDatabase<Tables extends DBSchema>({ name, version, upgrade }: DatabaseOptions<Tables>) {
  async function open(): Promise<IDBPDatabase<Tables>> {
    try {
      return await openDB<Tables>(name, version, { upgrade })
    } catch (error) {
      // A newer page has upgraded the database and its deploy was rolled back: this page can still read its own tables.
      if (error instanceof DOMException && error.name === 'VersionError') return await openDB<Tables>(name)
      throw error
    }
  }

  return async <T>(use: (database: IDBPDatabase<Tables>) => Promise<T>): Promise<T> => {
    const opening = open()
    const database = await inTime(opening, OPEN_TIMEOUT_MS, 'The database did not open').catch(
      (error: unknown) => {
        // Nobody waits for it any more: it is closed if it opens after all.
        opening.then((late) => late.close()).catch(() => undefined)
        throw error
      },
    )
    try {
      return await use(database)
    } finally {
      database.close()
    }
  }
}

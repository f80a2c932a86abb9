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
/** Uses a database of the device. Rejects where the browser stores nothing (private modes, blocked storage). */
type Database<Tables extends DBSchema> = <T>(
  use: (database: IDBPDatabase<Tables>) => Promise<T>,
) => Promise<T>

/** A database that is opened for each use: a connection that stays open blocks upgrades by newer pages, and the back-forward cache. */
export function createDatabase<Tables extends DBSchema>({
  name,
  version,
  upgrade,
}: DatabaseOptions<Tables>): Database<Tables> {
  async function open(): Promise<IDBPDatabase<Tables>> {
    try {
      return await openDB<Tables>(name, version, { upgrade })
    } catch (error) {
      // A newer page has upgraded the database and its deploy was rolled back: this page can still read its own tables.
      if (error instanceof DOMException && error.name === 'VersionError') return await openDB<Tables>(name)
      throw error
    }
  }

  return async (use) => {
    const opening = open()
    const database = await inTime(opening, OPEN_TIMEOUT_MS, 'The database did not open').catch(
      (error: unknown) => {
        void closeLate(opening)
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

/** Closes a database that opens after nobody waits for it any more. */
async function closeLate(opening: Promise<{ close: () => void }>): Promise<void> {
  try {
    const late = await opening
    late.close()
  } catch {
    // It never opened.
  }
}

import { openDB, unwrap, wrap } from 'idb'
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'
import { rejectAfter } from '../../contract/async.ts'

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
    const database = await rejectAfter(opening, OPEN_TIMEOUT_MS, 'The database did not open').catch(
      (error: unknown) => {
        // Nobody waits for it any more: it is closed if it opens after all.
        opening.then((late) => late.close()).catch(() => undefined)
        throw error
      },
    )
    abortOnLeave(unwrap(database))
    try {
      return await use(database)
    } finally {
      database.close()
    }
  }
}

/**
 * Aborts the transactions that a database still runs when its page is left. WebKit keeps such a page, with its transaction, in the back-forward
 * cache: no other page could use the database any more until the browser is closed.
 */
function abortOnLeave(database: IDBDatabase): void {
  database.transaction = (...args) => {
    const transaction = IDBDatabase.prototype.transaction.apply(database, args)
    // An aborted transaction rejects its requests, which tell whoever waits. Its `done` rejects too, though often nobody waits for it.
    wrap(transaction).done.catch(() => undefined)
    const abort = () => {
      try {
        transaction.abort()
      } catch {
        // It is being committed.
      }
    }
    const forget = () => removeEventListener('pagehide', abort)
    addEventListener('pagehide', abort)
    transaction.addEventListener('complete', forget)
    transaction.addEventListener('abort', forget)
    return transaction
  }
}

import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../../server/store/Store.ts'
import { HISTORIES_MAX, TABLES, callOf, preparedRun, sqlCalls, sqlStore } from '../../server/store/sql.ts'

/** The statements of every store on SQLite, over a database in memory. */
export function createMemoryStore(now: () => number = Date.now): Store {
  const db = new DatabaseSync(':memory:')
  db.exec(Object.values(TABLES).flat().join(';'))
  const calls = sqlCalls(preparedRun(db))
  return {
    ...sqlStore(
      () =>
        async (name, ...given) =>
          callOf(calls, name, ...given),
      HISTORIES_MAX,
      now,
    ),
    health: async () => undefined,
    close: async () => undefined,
  }
}

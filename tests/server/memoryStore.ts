import { DatabaseSync } from 'node:sqlite'
import type { Store } from '../../server/store/Store.ts'
import {
  CLAIMS_TABLE,
  FEEDBACK_TABLES,
  GET_CACHED,
  HISTORIES_MAX,
  HISTORY_TABLES,
  READ_ANSWERS,
  READ_HISTORY,
  SPEND_TABLES,
  answersIn,
  preparedRun,
  sqlWrites,
  storedHistory,
} from '../../server/store/sql.ts'

/** The statements of every store on SQLite, over a database in memory. */
export function createMemoryStore(now: () => number = Date.now): Store {
  const db = new DatabaseSync(':memory:')
  db.exec([CLAIMS_TABLE, ...SPEND_TABLES, ...HISTORY_TABLES, ...FEEDBACK_TABLES].join(';'))
  const run = preparedRun(db)
  const writes = sqlWrites(run)
  return {
    claim: async (id, ttlMs) => writes.claim(id, now() + ttlMs),
    saveHistory: async (id, history, ttlMs) =>
      writes.saveHistory(id, JSON.stringify(history), now() + ttlMs, HISTORIES_MAX),
    readHistory: async (id) => storedHistory(run(READ_HISTORY, id, now())[0]?.['body']),
    removeHistory: async (id) => writes.removeHistory(id),
    writeCache: async (key, value, ttlMs) => writes.writeCache(key, value, now() + ttlMs),
    readCache: async (key) => (run(GET_CACHED, key, now())[0]?.['value'] as string | undefined) ?? null,
    reserveSpend: async (reservation) => writes.reserveSpend(reservation, now()),
    settleSpend: async (reservation, used) => writes.settleSpend(reservation, used),
    spentOn: async (quota) => writes.spentOn(quota),
    countAnswer: async (answer) => writes.countAnswer(answer, now()),
    readAnswers: async (days) => answersIn(run(READ_ANSWERS, days[0] ?? '', days.at(-1) ?? '', now())),
    health: async () => undefined,
    close: async () => undefined,
  }
}

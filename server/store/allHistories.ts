import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SavedHistory } from './Store.ts'
import { historyKey, historyTimesKey } from './redis.ts'
import type { RedisClient } from './redis.ts'
import { parseStoredHistory } from './sql.ts'

/** A saved batch with its id and when it expires, in Unix milliseconds. */
export type HistoryWithExpiry = { id: string; expires: number; history: SavedHistory }

const ROWS_PER_READ = 100

/** All saved batches of a SQLite file that have not expired. One that cannot be read as a batch is skipped. */
export async function* historiesInSqlite(path: string, now: number): AsyncGenerator<HistoryWithExpiry> {
  if (!existsSync(path)) return
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const page = db.prepare('SELECT id, body, expires FROM history WHERE id > ? ORDER BY id LIMIT ?')
    for (
      let after = '', rows = page.all(after, ROWS_PER_READ);
      rows.length > 0;
      rows = page.all(after, ROWS_PER_READ)
    ) {
      for (const row of rows) {
        const [id, expires] = [String(row['id']), Number(row['expires'])]
        const history = parseStoredHistory(row['body'])
        after = id
        if (history && expires > now) yield { id, expires, history }
      }
    }
  } finally {
    db.close()
  }
}

/** Reads all saved batches in Redis. Batches that are saved meanwhile may be left out. */
export async function* historiesInRedis(redis: RedisClient, now: number): AsyncGenerator<HistoryWithExpiry> {
  const ids = await redis.zRangeWithScores(historyTimesKey, 0, -1)
  for (const { value: id, score: expires } of ids) {
    const history = parseStoredHistory(await redis.get(historyKey(id)))
    if (history && expires > now) yield { id, expires, history }
  }
}

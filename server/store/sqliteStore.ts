import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { claimWrites } from './claimWrites.ts'
import { answersIn, READ_ANSWERS } from './agreementSql.ts'
import { READ_HISTORY, READ_KEPT } from './historySql.ts'
import type { historyWrites } from './historyWrites.ts'
import { openSqliteWriter } from './sqliteWriter.ts'
import type { Store } from './Store.ts'
import { HISTORIES_MAX, storedHistory } from './storedHistory.ts'

const SWEEP_MS = 60_000
/** How long a failed claim counts as the store's health. */
const FAILED_MS = 5000

type SqliteStore = Store & { sweep: () => Promise<void> }
export type SqliteOptions = {
  now?: () => number
  /** Limits each file to this many pages of 4 KiB, or to its pages on opening if they are more, to act like a full disk. */
  maxPages?: number
  /** Bytes that all histories together may take. */
  historiesMax?: number
}

/**
 * The embedded store: one SQLite file for claims, whose space is reserved, and one for histories and cached answers. Worker threads
 * write; reads happen on this thread and never wait for a write.
 */
export async function openSqliteStore(
  folder: string,
  { now = Date.now, maxPages, historiesMax = HISTORIES_MAX }: SqliteOptions = {},
): Promise<SqliteStore> {
  const claims = await openSqliteWriter<ReturnType<typeof claimWrites>>({
    kind: 'claims',
    path: join(folder, 'claims.db'),
    maxPages,
  })
  const path = join(folder, 'checker.db')
  const histories = await openSqliteWriter<ReturnType<typeof historyWrites>>({
    kind: 'history',
    path,
    maxPages,
  }).catch(async (error: unknown) => {
    await claims.close()
    throw error
  })
  const db = new DatabaseSync(path)
  const readHistory = db.prepare(READ_HISTORY)
  const readCache = db.prepare(READ_KEPT)
  const readAnswers = db.prepare(READ_ANSWERS)

  let failed: { error: unknown; until: number } | null = null

  async function sweep(): Promise<void> {
    await Promise.allSettled([claims.write('sweep', now()), histories.write('sweep', now())])
  }
  const timer = setInterval(sweep, SWEEP_MS).unref()

  return {
    sweep,
    async claim(claim) {
      try {
        const claimed = await claims.write('claim', claim, now())
        failed = null
        return claimed
      } catch (error) {
        failed = { error, until: now() + FAILED_MS }
        throw error
      }
    },
    release: (id, holder, why) => claims.write('release', id, holder, why),
    saveHistory: (id, history, ttlMs) =>
      histories.write('saveHistory', id, JSON.stringify(history), now() + ttlMs, historiesMax),
    keepHistory: (id, ttlMs) => histories.write('keepHistory', id, now() + ttlMs, now()),
    async readHistory(id) {
      return storedHistory(readHistory.get(id, now())?.['body'])
    },
    removeHistory: (id) => histories.write('removeHistory', id),
    writeCache: (key, value, ttlMs) => histories.write('writeCache', key, value, now() + ttlMs),
    async readCache(key) {
      const row = readCache.get(key, now())
      return row ? String(row['value']) : null
    },
    reserveSpend: (reservation) => claims.write('reserveSpend', reservation, now()),
    settleSpend: (reservation, used) => claims.write('settleSpend', reservation, used),
    spentOn: (purse) => claims.write('spentOn', purse),
    countAnswer: (answer) => histories.write('countAnswer', answer, now()),
    async readAnswers(days) {
      return answersIn(readAnswers.all(days[0] ?? '', days.at(-1) ?? '', now()))
    },
    /** Writes a claim as a visitor's check would. One page may have room where another has none: so a recent failure counts too. */
    async health() {
      if (failed && failed.until > now()) throw failed.error
      await claims.write('claim', { id: `probe:${randomUUID()}`, holder: '', question: '', ttlMs: 0 }, now())
    },
    async close() {
      clearInterval(timer)
      db.close()
      await Promise.all([claims.close(), histories.close()])
    },
  }
}

import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { createDatabase } from '../lib/database.ts'

/**
 * The tables of the log. Values are `unknown` until a schema has read them, because older and newer versions of the app write here too.
 * `order` is larger in a check that was stored later: a clock that was wrong for a while does not change which check was made last.
 */
interface LogTables extends DBSchema {
  /** Account checks. The account in the key is in lower case. */
  checks: { key: [account: string, at: number]; value: unknown; indexes: { order: number } }
  batches: { key: number; value: unknown; indexes: { order: number } }
  observations: { key: string; value: unknown }
  settings: { key: string; value: unknown }
  /** X's Under the Hood reports, keyed by month, e.g. 2026-07. */
  months: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogTables>

const withLog = createDatabase<LogTables>({
  name: 'shadowban-log',
  version: 1,
  upgrade(log) {
    log.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('order', 'order')
    log.createObjectStore('batches', { keyPath: 'at' }).createIndex('order', 'order')
    log.createObjectStore('observations', { keyPath: 'about' })
    log.createObjectStore('settings')
    log.createObjectStore('months', { keyPath: 'month' })
  },
})

/** Whether a record was stored, or why not: the log is switched off, the disk is full, or the browser refuses storage. */
export type StoreOutcome = 'kept' | 'off' | 'full' | 'unavailable'

export async function readLog<T>(read: (log: LogDatabase) => Promise<T>): Promise<T | null> {
  return await withLog(read).catch(() => null)
}

/**
 * Writes to the log, and tries once more if that fails: Safari sometimes loses its connection to a database until it is opened again. It never
 * throws, because the result of a check does not depend on the log.
 */
export async function writeLog(write: (log: LogDatabase) => Promise<unknown>): Promise<StoreOutcome> {
  const attempt = async (): Promise<StoreOutcome> => {
    try {
      await withLog(write)
      return 'kept'
    } catch (error) {
      return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
    }
  }
  const outcome = await attempt()
  return outcome === 'unavailable' ? await attempt() : outcome
}

export function parseRecords<T>(
  schema: v.GenericSchema<unknown, T>,
  rows: readonly unknown[],
): { records: T[]; unreadable: number } {
  const records = rows
    .map((row) => v.safeParse(schema, row))
    .flatMap((row) => (row.success ? [row.output] : []))
  return { records, unreadable: rows.length - records.length }
}

export function sortLatestFirst<T extends { at: number }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => b.at - a.at)
}

/** A switch for whether records of some kind are stored. It has the value `isOnAtFirst` until the visitor changes it. */
function createSwitch(key: string, isOnAtFirst: boolean) {
  return {
    key,
    isOnAtFirst,
    async isOn(): Promise<boolean> {
      const on = await readLog((log) => log.get('settings', key))
      return typeof on === 'boolean' ? on : isOnAtFirst
    },
    turn: (on: boolean) => writeLog((log) => log.put('settings', on, key)),
  }
}
export type StorageSwitch = ReturnType<typeof createSwitch>

export const checkStorageSwitch = createSwitch('keeps-checks', true)
export const monthStorageSwitch = createSwitch('keeps-months', false)

import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'
import { createDatabase } from '../lib/database.ts'
import { upgradeObservation } from './records.ts'

/** The tables of the log. Values are `unknown` until a schema has read them, because older and newer versions of the app write here too. */
export interface LogTables extends DBSchema {
  /** Account checks. The account in the key is in lower case. */
  checks: { key: [account: string, at: number]; value: unknown; indexes: { at: number } }
  batches: { key: number; value: unknown }
  observations: { key: string; value: unknown }
  /** Observations of app versions before database version 5; since then the table is empty. */
  findings: { key: [account: string, ban: string]; value: unknown }
  postFindings: { key: string; value: unknown }
  settings: { key: string; value: unknown }
  /** X's Under the Hood reports, keyed by month, e.g. 2026-07. */
  months: { key: string; value: unknown }
  /** Search bans and excluded posts that the app checks again automatically. The key names an account, or a check of posts (`watchKey`). */
  watches: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogTables>

const withLog = createDatabase<LogTables>({
  name: 'device-log',
  version: 6,
  async upgrade(log, from, _to, work) {
    if (from < 1) {
      log.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
      log.createObjectStore('findings', { keyPath: ['account', 'ban'] })
      log.createObjectStore('settings')
    }
    if (from < 2) log.createObjectStore('months', { keyPath: 'month' })
    if (from < 3) log.createObjectStore('postFindings', { keyPath: 'id' })
    if (from < 4) log.createObjectStore('batches', { keyPath: 'at' })
    if (from < 5) {
      const observations = log.createObjectStore('observations', { keyPath: 'about' })
      for (const table of ['findings', 'postFindings'] as const) {
        const old = work.objectStore(table)
        for (const row of await old.getAll()) {
          const observation = upgradeObservation(row)
          if (observation) await observations.put(observation)
        }
        await old.clear()
      }
    }
    if (from < 6) log.createObjectStore('watches', { keyPath: 'account' })
  },
})

/** Whether a record was stored, or why not: the log is switched off, the disk is full, or the browser refuses storage. */
export type StoreOutcome = 'kept' | 'off' | 'full' | 'unavailable'

export async function readLog<T>(read: (log: LogDatabase) => Promise<T>): Promise<T | null> {
  return await withLog(read).catch(() => null)
}

/** Writes to the log. It never throws, because the result of a check does not depend on the log. */
export async function writeLog(write: (log: LogDatabase) => Promise<unknown>): Promise<StoreOutcome> {
  try {
    await withLog(write)
    return 'kept'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
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

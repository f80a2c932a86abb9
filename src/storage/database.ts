import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb'
import * as v from 'valibot'
import { inTime } from '../../contract/async.ts'

/** Longest wait for a database, in milliseconds: some browsers never open it while another tab holds an older version, and a starved phone takes seconds. */
const PATIENCE = 10_000

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
    const database = await inTime(opening, PATIENCE, 'The database did not open').catch((error: unknown) => {
      void closeLate(opening)
      throw error
    })
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

/** The tables of the device's log. Values are unknown until a schema has read them, since older and newer pages write here too. */
export interface LogTables extends DBSchema {
  /** Account checks; an account's name is in lower case. */
  checks: { key: [account: string, at: number]; value: unknown; indexes: { at: number } }
  /** Checks of posts, by their time. */
  batches: { key: number; value: unknown }
  /** What the visitor saw for themselves. */
  findings: { key: [account: string, ban: string]; value: unknown }
  /** The same of single posts, by their ids. */
  postFindings: { key: string; value: unknown }
  settings: { key: string; value: unknown }
  /** X's own reports, a month each, e.g. 2026-07. */
  months: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogTables>

const withLog = createDatabase<LogTables>({
  name: 'device-log',
  version: 4,
  upgrade(log, from) {
    if (from < 1) {
      log.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
      log.createObjectStore('findings', { keyPath: ['account', 'ban'] })
      log.createObjectStore('settings')
    }
    if (from < 2) log.createObjectStore('months', { keyPath: 'month' })
    if (from < 3) log.createObjectStore('postFindings', { keyPath: 'id' })
    if (from < 4) log.createObjectStore('batches', { keyPath: 'at' })
  },
})

/** Whether a record was kept, or why not: the log is switched off, the disk is full, or the browser stores nothing. */
export type KeepOutcome = 'kept' | 'off' | 'full' | 'unavailable'

/** Reads from the log; null where the browser stores nothing (private modes, blocked storage). */
export async function readLog<T>(read: (log: LogDatabase) => Promise<T>): Promise<T | null> {
  try {
    return await withLog(read)
  } catch {
    return null
  }
}

/** Writes to the log. Never throws: a check's result does not depend on the log. */
export async function writeLog(write: (log: LogDatabase) => Promise<unknown>): Promise<KeepOutcome> {
  try {
    await withLog(write)
    return 'kept'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
}

/** The rows that a schema can read, and how many it cannot. */
export function readable<T>(
  schema: v.GenericSchema<unknown, T>,
  rows: readonly unknown[],
): { records: T[]; unreadable: number } {
  const records = rows
    .map((row) => v.safeParse(schema, row))
    .flatMap((row) => (row.success ? [row.output] : []))
  return { records, unreadable: rows.length - records.length }
}

/** The same records, those with the greatest time first. */
export function latestFirst<T extends { at: number }>(records: readonly T[]): T[] {
  return [...records].sort((a, b) => b.at - a.at)
}

const KEY = 'keeps-checks'
const MONTHS_KEY = 'keeps-months'

/** Whether checks are kept; on until the visitor switches it off. */
export async function logIsOn(): Promise<boolean> {
  return (await readLog((log) => log.get('settings', KEY))) !== false
}

export async function switchLog(on: boolean): Promise<KeepOutcome> {
  return await writeLog((log) => log.put('settings', on, KEY))
}

/** Whether X's reports are kept; off until the visitor switches it on. */
export async function monthsAreOn(): Promise<boolean> {
  return (await readLog((log) => log.get('settings', MONTHS_KEY))) === true
}

export async function switchMonths(on: boolean): Promise<KeepOutcome> {
  return await writeLog((log) => log.put('settings', on, MONTHS_KEY))
}

import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'

/** The tables of the device's log. Values are unknown until a schema has read them, since older and newer pages write here too. */
export interface LogTables extends DBSchema {
  /** Account checks; an account's name is in lower case. */
  checks: { key: [account: string, at: number]; value: unknown; indexes: { at: number } }
  /** What the visitor saw for themselves. */
  findings: { key: [account: string, ban: string]; value: unknown }
  settings: { key: string; value: unknown }
  /** X's own reports, a month each, e.g. 2026-07. */
  months: { key: string; value: unknown }
}
export type LogDatabase = IDBPDatabase<LogTables>

const NAME = 'device-log'
const VERSION = 2

/** Longest wait for the database, in milliseconds: some browsers never open it while another tab holds an older version. */
const PATIENCE = 3000

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

/** Opened for each use: a connection that stays open blocks upgrades by newer pages, and the back-forward cache. */
async function withLog<T>(use: (log: LogDatabase) => Promise<T>): Promise<T> {
  const log = await inTime(openLog())
  try {
    return await use(log)
  } finally {
    log.close()
  }
}

async function openLog(): Promise<LogDatabase> {
  try {
    return await openDB<LogTables>(NAME, VERSION, { upgrade })
  } catch (error) {
    // A newer page has upgraded the database and its deploy was rolled back: this page can still read its own tables.
    if (error instanceof DOMException && error.name === 'VersionError') return await openDB<LogTables>(NAME)
    throw error
  }
}

function upgrade(log: LogDatabase, from: number): void {
  if (from < 1) {
    log.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
    log.createObjectStore('findings', { keyPath: ['account', 'ban'] })
    log.createObjectStore('settings')
  }
  if (from < 2) log.createObjectStore('months', { keyPath: 'month' })
}

async function inTime(opening: Promise<LogDatabase>): Promise<LogDatabase> {
  let given = false
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      given = true
      reject(new Error('The log did not open'))
    }, PATIENCE)
  })
  void opening.then(
    (log) => given && log.close(),
    () => undefined,
  )
  return await Promise.race([opening, late])
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

import { openDB } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import * as v from 'valibot'

/** What the browser keeps. Values are unknown until a schema has read them: older and newer pages write here too. */
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

/** Some browsers never answer while another tab holds on to an older version; milliseconds until the log counts as away. */
const PATIENCE = 3000

/** Why nothing was kept: the visitor switched the log off, the disk is full, or the browser keeps nothing. */
export type KeepOutcome = 'kept' | 'off' | 'full' | 'unavailable'

/** Reads from the log; null where the browser keeps nothing (private modes, blocked storage). */
export async function readLog<T>(read: (log: LogDatabase) => Promise<T>): Promise<T | null> {
  try {
    return await withLog(read)
  } catch {
    return null
  }
}

/** Writes to the log. Never throws: nothing that a visitor came for depends on it. */
export async function writeLog(write: (log: LogDatabase) => Promise<unknown>): Promise<KeepOutcome> {
  try {
    await withLog(write)
    return 'kept'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
  }
}

/** Opened for each use: a connection that stays open holds up a newer version of the page, and the back-forward cache. */
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
    // A newer page has been here, and a deploy was taken back: what this page can read is still there.
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

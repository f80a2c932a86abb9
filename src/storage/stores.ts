import type { Ban } from '../../contract/outcomes.ts'
import { latestFirst, logIsOn, monthsAreOn, readLog, readable, writeLog } from './database.ts'
import type { KeepOutcome, LogDatabase, LogTables } from './database.ts'
import { Finding, KeptMonth, LoggedBatch, LoggedCheck, PostFinding, accountKey } from './records.ts'
import type { Sighting } from './records.ts'

/** Post checks that are kept, about 200 KB; the oldest go first. */
const BATCHES_MAX = 1000

/**
 * Keeps a check of posts, unless the log is switched off. Keeping the same check twice has no effect. `replaced` is the time of an earlier
 * check that this one holds as a whole.
 */
export async function keepBatch(batch: LoggedBatch, replaced?: number): Promise<KeepOutcome> {
  if (readable(LoggedBatch, [batch]).records.length === 0) return 'unavailable'
  if (!(await logIsOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('batches', 'readwrite')
    await work.store.put(batch)
    if (replaced !== undefined) await work.store.delete(replaced)
    const extra = (await work.store.count()) - BATCHES_MAX
    const oldest = extra > 0 ? await work.store.getAllKeys(null, extra) : []
    await Promise.all([...oldest.map((key) => work.store.delete(key)), work.done])
  })
}

/** Checks that are kept, about 300 KB; the oldest go first. */
const CHECKS_MAX = 1000

/** The most names that the field suggests. */
const RECENT_NAMES = 8

/** Keeps a check, unless the log is switched off. Keeping the same check twice has no effect. */
export async function keepCheck(check: LoggedCheck): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    // What was ticked off since it was kept stays.
    if (!(await work.store.getKey([check.account, check.at]))) await work.store.put(check)
    await work.done
    await dropOldest(log)
  })
}

/** Keeps what was ticked off under a check, where that is kept. */
export async function keepTicks(name: string, at: number, ticks: readonly string[]): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    const check = await work.store.get([accountKey(name), at])
    if (check) await work.store.put({ ...check, ticks })
    await work.done
  })
}

/** The check of the same account before this one; null where there is none. Sandbox checks are compared only with each other. */
export async function checkBefore({ account, at, sandbox }: LoggedCheck): Promise<LoggedCheck | null> {
  const earlier = await checksIn([account], [account, at], false, true)
  return earlier.find((check) => check.sandbox === sandbox) ?? null
}

/** The last check of an account; null where none is kept. */
export async function lastCheck(name: string): Promise<LoggedCheck | null> {
  const account = accountKey(name)
  const [last] = await checksIn([account], [account, []])
  return last ?? null
}

/** The checks between two keys, newest first. */
async function checksIn(...bounds: Parameters<typeof IDBKeyRange.bound>): Promise<LoggedCheck[]> {
  const rows = await readLog((log) => log.getAll('checks', IDBKeyRange.bound(...bounds)))
  return latestFirst(readable(LoggedCheck, rows ?? []).records)
}

/** The names checked last, newest first. */
export async function recentNames(): Promise<string[]> {
  const names = new Map<string, string>()
  await readLog(async (log) => {
    let cursor = await log.transaction('checks').store.index('at').openCursor(null, 'prev')
    while (cursor && names.size < RECENT_NAMES) {
      const [check] = readable(LoggedCheck, [cursor.value]).records
      if (check && !names.has(check.account)) names.set(check.account, check.name)
      cursor = await cursor.continue()
    }
  })
  return [...names.values()]
}

async function dropOldest(log: LogDatabase): Promise<void> {
  const extra = (await log.count('checks')) - CHECKS_MAX
  if (extra <= 0) return
  const oldest = await log.getAllKeysFromIndex('checks', 'at', null, extra)
  for (const key of oldest) await log.delete('checks', key)
}

/** Keeps what the visitor saw, unless the log is switched off. */
export async function keepFinding(
  name: string,
  ban: Ban,
  answer: Sighting,
  at: number,
): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog((log) => log.put('findings', { account: accountKey(name), name, ban, answer, at }))
}

/** What the visitor saw of an account; empty where nothing is kept. */
export async function findingsOf(name: string): Promise<Finding[]> {
  const account = accountKey(name)
  const rows = await readLog((log) => log.getAll('findings', IDBKeyRange.bound([account], [account, []])))
  return readable(Finding, rows ?? []).records
}

/** The tables whose records a visitor can delete; settings are not among them. */
const RECORD_TABLES = ['checks', 'batches', 'findings', 'postFindings', 'months'] as const
export type RecordTable = (typeof RECORD_TABLES)[number]

/** Records exactly as stored, unreadable ones too, so that a deletion can be undone. */
export type KeptRows = Partial<Record<RecordTable, unknown[]>>

/** One record, by its table's key, with all that it held. */
export type RowToRemove = {
  [Table in RecordTable]: { table: Table; key: LogTables[Table]['key']; row: unknown }
}[RecordTable]

export async function removeRow({ table, key }: Omit<RowToRemove, 'row'>): Promise<KeepOutcome> {
  return await writeLog((log) => log.delete(table, key))
}

/** Deletes all that some tables hold, unreadable records too. */
export async function clearTables(tables: readonly RecordTable[]): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(tables, 'readwrite')
    await Promise.all([...tables.map((table) => work.objectStore(table).clear()), work.done])
  })
}

/** Puts deleted rows back unchanged: all of them or, where the disk is full, none. */
export async function restoreRows(kept: KeptRows): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(RECORD_TABLES, 'readwrite')
    await Promise.all([
      ...RECORD_TABLES.flatMap((table) => (kept[table] ?? []).map((row) => work.objectStore(table).put(row))),
      work.done,
    ])
  })
}

type AllMonths = { months: KeptMonth[]; unreadable: number; rows: KeptRows }

/** Keeps a month, if the visitor wants it. */
export async function keepMonth(month: KeptMonth): Promise<KeepOutcome> {
  if (!(await monthsAreOn())) return 'off'
  return await writeLog((log) => log.put('months', month))
}

/** The months that are kept, newest first; null where the browser keeps nothing. */
export async function allMonths(): Promise<AllMonths | null> {
  const months = await readLog((log) => log.getAll('months'))
  if (!months) return null
  const { records, unreadable } = readable(KeptMonth, months)
  return { months: newestFirst(records), unreadable, rows: { months } }
}

export function newestFirst(months: readonly KeptMonth[]): KeptMonth[] {
  return [...months].sort((a, b) => (a.month < b.month ? 1 : -1))
}

/** Keeps what the visitor saw of a post, unless the log is switched off. */
export async function keepPostFinding(finding: Record<keyof PostFinding, unknown>): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog((log) => log.put('postFindings', finding))
}

/** What the visitor saw of some posts; empty where nothing is kept. */
export async function postFindingsOf(ids: readonly string[]): Promise<PostFinding[]> {
  const rows = await readLog((log) => {
    const table = log.transaction('postFindings').store
    return Promise.all(ids.map((id) => table.get(id)))
  })
  return readable(PostFinding, rows ?? []).records
}

import type { ScreenName } from '../../contract/wire.ts'
import { latestFirst, logIsOn, monthsAreOn, readLog, readable, writeLog } from './database.ts'
import type { StoreOutcome, LogDatabase, LogTables } from './database.ts'
import { StoredMonth, LoggedBatch, LoggedCheck, Observation, accountKey, subjectKey } from './records.ts'
import type { Subject } from './records.ts'

/** Post checks that are kept, about 200 KB; the oldest go first. */
const BATCHES_MAX = 1000

/** Keeps a check of posts, unless the log is switched off. What was kept of the same check is replaced. */
export async function storeBatch(batch: LoggedBatch): Promise<StoreOutcome> {
  if (readable(LoggedBatch, [batch]).records.length === 0) return 'unavailable'
  if (!(await logIsOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('batches', 'readwrite')
    await work.store.put(batch)
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
export async function storeCheck(check: LoggedCheck): Promise<StoreOutcome> {
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
export async function storeDoneTasks(
  name: string,
  at: number,
  ticks: readonly string[],
): Promise<StoreOutcome> {
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
export async function storeObservation(
  subject: Subject,
  { answer, at, viewer }: Pick<Observation, 'answer' | 'at' | 'viewer'>,
): Promise<StoreOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog((log) =>
    log.put('observations', {
      ...subject,
      about: subjectKey(subject),
      answer,
      at,
      ...(viewer && { viewer }),
    }),
  )
}

/** What the visitor saw of some subjects; empty where nothing is kept. */
export async function observationsOf(keys: readonly string[]): Promise<Observation[]> {
  const rows = await readLog((log) => {
    const table = log.transaction('observations').store
    return Promise.all(keys.map((key) => table.get(key)))
  })
  return readable(Observation, (rows ?? []).filter(Boolean)).records
}

/** The tables whose records a visitor can delete; settings are not among them. */
const RECORD_TABLES = ['checks', 'batches', 'observations', 'findings', 'postFindings', 'months'] as const
export type RecordTable = (typeof RECORD_TABLES)[number]

/** Records exactly as stored, unreadable ones too, so that a deletion can be undone. */
export type StoredRows = Partial<Record<RecordTable, unknown[]>>

/** One record, by its table's key, with all that it held. */
export type RowToRemove = {
  [Table in RecordTable]: { table: Table; key: LogTables[Table]['key']; row: unknown }
}[RecordTable]

/** An observation as it is kept, to remove it. */
export function observationRow(seen: Subject & Pick<Observation, 'answer' | 'at' | 'viewer'>): RowToRemove {
  const { name, item, answer, at, viewer } = seen
  const about = subjectKey(seen)
  return {
    table: 'observations',
    key: about,
    row: { about, name, item, answer, at, ...(viewer && { viewer }) } satisfies Record<
      Exclude<keyof Observation, 'viewer'>,
      unknown
    >,
  }
}

export async function removeRow({ table, key }: Omit<RowToRemove, 'row'>): Promise<StoreOutcome> {
  return await writeLog((log) => log.delete(table, key))
}

/** Deletes all that some tables hold, unreadable records too. */
export async function clearTables(tables: readonly RecordTable[]): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(tables, 'readwrite')
    await Promise.all([...tables.map((table) => work.objectStore(table).clear()), work.done])
  })
}

/** Puts deleted rows back unchanged: all of them or, where the disk is full, none. */
export async function restoreRows(kept: StoredRows): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(RECORD_TABLES, 'readwrite')
    await Promise.all([
      ...RECORD_TABLES.flatMap((table) => (kept[table] ?? []).map((row) => work.objectStore(table).put(row))),
      work.done,
    ])
  })
}

type AllMonths = { months: StoredMonth[]; unreadable: number; rows: StoredRows }

/** Keeps months, if the visitor wants it. A version that X made earlier does not replace a later one. They are the account's that the kept ones are. */
export async function storeMonths(months: readonly StoredMonth[]): Promise<StoreOutcome> {
  if (!(await monthsAreOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('months', 'readwrite')
    const all = newestFirst(readable(StoredMonth, await work.store.getAll()).records)
    const account = all.find((month) => month.account !== null)?.account ?? null
    for (const month of months) {
      const [kept] = readable(StoredMonth, [await work.store.get(month.month)]).records
      const isOlder = (month.generatedAt ?? Infinity) < (kept?.generatedAt ?? 0)
      if (!isOlder) await work.store.put({ ...month, account })
    }
    await work.done
  })
}

/** Notes whose reports the kept months are, on the visitor's word; null takes it back. */
export async function nameMonths(account: ScreenName | null): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('months', 'readwrite')
    const { records } = readable(StoredMonth, await work.store.getAll())
    await Promise.all([...records.map((month) => work.store.put({ ...month, account })), work.done])
  })
}

/** The newest kept month that the visitor says is this account's; null where there is none. */
export async function latestMonthOf(name: string): Promise<StoredMonth | null> {
  const months = (await allMonths())?.months ?? []
  return months.find(({ account }) => account !== null && accountKey(account) === accountKey(name)) ?? null
}

/** The months that are kept, newest first; null where the browser keeps nothing. */
export async function allMonths(): Promise<AllMonths | null> {
  const months = await readLog((log) => log.getAll('months'))
  if (!months) return null
  const { records, unreadable } = readable(StoredMonth, months)
  return { months: newestFirst(records), unreadable, rows: { months } }
}

export function newestFirst(months: readonly StoredMonth[]): StoredMonth[] {
  return [...months].sort((a, b) => (a.month < b.month ? 1 : -1))
}

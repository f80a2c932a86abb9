import type { ScreenName } from '../../contract/wire.ts'
import {
  sortLatestFirst,
  checkStorageSwitch,
  monthStorageSwitch,
  readLog,
  parseRecords,
  writeLog,
} from './database.ts'
import type { StoreOutcome, LogTables } from './database.ts'
import {
  StoredBatch,
  StoredCheck,
  Observation,
  StoredMonth,
  accountKey,
  toStoredCheck,
  observationKey,
} from './records.ts'
import type { ObservationSubject } from './records.ts'

/** Maximum number of stored checks of posts (about 200 KB) and of accounts (about 300 KB). The oldest are deleted first. */
const BATCHES_MAX = 1000
const CHECKS_MAX = 1000
/** Number of batches that keep how each post was judged: up to 200 posts each, about 1 MB together. */
export const COMPARABLE_BATCHES_MAX = 100

type Store<Key> = { count: () => Promise<number>; delete: (key: Key) => Promise<void> }
type ByTime<Key> = { getAllKeys: (query?: null, count?: number) => Promise<Key[]> }

async function dropOldestRecords<Key>(store: Store<Key>, byTime: ByTime<Key>, max: number): Promise<void> {
  const extra = (await store.count()) - max
  const oldest = extra > 0 ? await byTime.getAllKeys(null, extra) : []
  await Promise.all(oldest.map((key) => store.delete(key)))
}

/** Stores a check of posts, unless the log is switched off. It replaces an earlier record of the same check. */
export async function storeBatch(batch: StoredBatch): Promise<StoreOutcome> {
  if (parseRecords(StoredBatch, [batch]).records.length === 0) return 'unavailable'
  if (!(await checkStorageSwitch.isOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('batches', 'readwrite')
    const table = work.store
    await table.put(batch)
    await dropOldestRecords(table, table, BATCHES_MAX)
    const keys = await table.getAllKeys()
    const key = keys.at(-1 - COMPARABLE_BATCHES_MAX)
    const [old] = key === undefined ? [] : parseRecords(StoredBatch, [await table.get(key)]).records
    if (old?.judged) await table.put({ ...old, judged: null })
    await work.done
  })
}

/** Returns the checks of posts before `time`, the newest first. */
export async function readBatchesBefore(time: number): Promise<StoredBatch[]> {
  const rows = await readLog((log) => log.getAll('batches', IDBKeyRange.upperBound(time, true)))
  return sortLatestFirst(parseRecords(StoredBatch, rows ?? []).records)
}

/** Stores an account check, unless the log is switched off. Storing the same check twice has no effect. */
export async function storeCheck(check: StoredCheck): Promise<StoreOutcome> {
  if (!(await checkStorageSwitch.isOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    // Tasks that were ticked off since the check was first stored remain ticked.
    if (!(await work.store.getKey([check.account, check.at]))) await work.store.put(toStoredCheck(check))
    await dropOldestRecords(work.store, work.store.index('at'), CHECKS_MAX)
    await work.done
  })
}

export async function storePlanProgress(
  name: string,
  at: number,
  doneTasks: readonly string[],
): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    const check = await work.store.get([accountKey(name), at])
    if (check) await work.store.put({ ...check, ticks: doneTasks })
    await work.done
  })
}

/** Returns the previous check of the same account. Checks of demo data are compared only with each other. */
export async function readCheckBefore({ account, at, sandbox }: StoredCheck): Promise<StoredCheck | null> {
  const earlier = await checksIn([account], [account, at], false, true)
  return earlier.find((check) => check.sandbox === sandbox) ?? null
}

/** Returns the last check of an account until `time` by each upstream: the sandbox, and X. */
export async function readLastCheckByUpstream(name: string, time: number): Promise<StoredCheck[]> {
  const account = accountKey(name)
  const earlier = await checksIn([account], [account, time])
  return [true, false].flatMap((isSandbox) => earlier.find(({ sandbox }) => sandbox === isSandbox) ?? [])
}

export async function readLastCheck(name: string): Promise<StoredCheck | null> {
  const account = accountKey(name)
  const [last] = await checksIn([account], [account, []])
  return last ?? null
}

async function checksIn(...bounds: Parameters<typeof IDBKeyRange.bound>): Promise<StoredCheck[]> {
  const rows = await readLog((log) => log.getAll('checks', IDBKeyRange.bound(...bounds)))
  return sortLatestFirst(parseRecords(StoredCheck, rows ?? []).records)
}

const RECENT_NAMES = 8

export async function readRecentNames(): Promise<string[]> {
  const names = new Map<string, string>()
  await readLog(async (log) => {
    let cursor = await log.transaction('checks').store.index('at').openCursor(null, 'prev')
    while (cursor && names.size < RECENT_NAMES) {
      const [check] = parseRecords(StoredCheck, [cursor.value]).records
      if (check && !names.has(check.account)) names.set(check.account, check.name)
      cursor = await cursor.continue()
    }
  })
  return [...names.values()]
}

type Seen = ObservationSubject & Pick<Observation, 'answer' | 'at' | 'viewer'>

export async function storeObservation(seen: Seen): Promise<StoreOutcome> {
  if (!(await checkStorageSwitch.isOn())) return 'off'
  return await writeLog((log) => log.put('observations', observationRow(seen).row))
}

export async function readObservations(keys: readonly string[]): Promise<Observation[]> {
  const rows = await readLog((log) => {
    const table = log.transaction('observations').store
    return Promise.all(keys.map((key) => table.get(key)))
  })
  return parseRecords(Observation, (rows ?? []).filter(Boolean)).records
}

export const RECORD_TABLES = ['checks', 'batches', 'observations', 'months'] as const
export type RecordTable = (typeof RECORD_TABLES)[number]

/** Records exactly as they are stored, including unreadable ones, so that a deletion can be undone. */
export type StoredRows = Partial<Record<RecordTable, unknown[]>>

export type RowToRemove = {
  [Table in RecordTable]: { table: Table; key: LogTables[Table]['key']; row: unknown }
}[RecordTable]

export function observationRow({ name, item, answer, at, viewer }: Seen) {
  const about = observationKey({ name, item })
  const row = { about, name, item, answer, at, ...(viewer && { viewer }) }
  return { table: 'observations', key: about, row } satisfies RowToRemove
}

export async function removeRow({ table, key }: Omit<RowToRemove, 'row'>): Promise<StoreOutcome> {
  return await writeLog((log) => log.delete(table, key))
}

/** Deletes all records of the given tables, including unreadable ones. */
export async function clearTables(tables: readonly RecordTable[]): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(tables, 'readwrite')
    await Promise.all([...tables.map((table) => work.objectStore(table).clear()), work.done])
  })
}

/** Restores deleted rows. If the disk is full, none of them is restored. */
export async function restoreRows(kept: StoredRows): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(RECORD_TABLES, 'readwrite')
    await Promise.all([
      ...RECORD_TABLES.flatMap((table) => (kept[table] ?? []).map((row) => work.objectStore(table).put(row))),
      work.done,
    ])
  })
}

/** Stores months of reports, if the visitor switched that on, under the account of the months stored before. An older version of a report does not replace a newer one. */
export async function storeMonths(months: readonly StoredMonth[]): Promise<StoreOutcome> {
  if (!(await monthStorageSwitch.isOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('months', 'readwrite')
    const all = newestFirst(parseRecords(StoredMonth, await work.store.getAll()).records)
    const account = all.find((month) => month.account !== null)?.account ?? null
    for (const month of months) {
      const [kept] = parseRecords(StoredMonth, [await work.store.get(month.month)]).records
      const isOlder = (month.generatedAt ?? Infinity) < (kept?.generatedAt ?? 0)
      if (!isOlder) await work.store.put({ ...month, account })
    }
    await work.done
  })
}

export async function setMonthsAccount(account: ScreenName | null): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('months', 'readwrite')
    const { records } = parseRecords(StoredMonth, await work.store.getAll())
    await Promise.all([...records.map((month) => work.store.put({ ...month, account })), work.done])
  })
}

export async function readLatestMonth(name: string): Promise<StoredMonth | null> {
  const months = (await readAllMonths())?.months ?? []
  return months.find(({ account }) => account !== null && accountKey(account) === accountKey(name)) ?? null
}

export async function readAllMonths() {
  const months = await readLog((log) => log.getAll('months'))
  if (!months) return null
  const { records, unreadable } = parseRecords(StoredMonth, months)
  return { months: newestFirst(records), unreadable, rows: { months } }
}

function newestFirst(months: readonly StoredMonth[]): StoredMonth[] {
  return [...months].sort((a, b) => (a.month < b.month ? 1 : -1))
}

export type WholeLog = NonNullable<Awaited<ReturnType<typeof readWholeLog>>>

export async function readWholeLog() {
  const rows = await readLog(async (log) => ({
    checks: await log.getAll('checks'),
    batches: await log.getAll('batches'),
    observations: await log.getAll('observations'),
    months: await log.getAll('months'),
  }))
  if (!rows) return null
  const checks = parseRecords(StoredCheck, rows.checks)
  const batches = parseRecords(StoredBatch, rows.batches)
  const observations = parseRecords(Observation, rows.observations)
  const months = parseRecords(StoredMonth, rows.months)
  return {
    checks: sortLatestFirst(checks.records),
    batches: sortLatestFirst(batches.records),
    observations: sortLatestFirst(observations.records),
    months: newestFirst(months.records),
    unreadable: [checks, batches, observations, months].reduce((sum, { unreadable }) => sum + unreadable, 0),
    rows,
  }
}

import * as v from 'valibot'
import type { ScreenName } from '../../contract/wire.ts'
import {
  sortLatestFirst,
  checkStorageSwitch,
  monthStorageSwitch,
  readLog,
  parseRecords,
  writeLog,
} from './database.ts'
import type { StoreOutcome } from './database.ts'
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
import { readMeasurementRows, readRows, valuesOf } from './rows.ts'

/** Maximum number of stored checks of posts (about 200 KB) and of accounts (about 300 KB). The oldest are deleted first. */
const BATCHES_MAX = 1000
const CHECKS_MAX = 1000
/** Number of batches that keep how each post was judged: up to 200 posts each, about 1 MB together. */
const COMPARABLE_BATCHES_MAX = 100

type Store<Key> = { count: () => Promise<number>; delete: (key: Key) => Promise<void> }
type ByTime<Key> = { getAllKeys: (query?: null, count?: number) => Promise<Key[]> }

async function dropOldestRecords<Key>(store: Store<Key>, byTime: ByTime<Key>, max: number): Promise<void> {
  const extra = (await store.count()) - max
  const oldest = extra > 0 ? await byTime.getAllKeys(null, extra) : []
  await Promise.all(oldest.map((key) => store.delete(key)))
}

type OrderIndex = { openKeyCursor: (query: null, direction: 'prev') => Promise<{ key: number } | null> }

async function nextOrder(byOrder: OrderIndex): Promise<number> {
  const last = await byOrder.openKeyCursor(null, 'prev')
  return 1 + (last?.key ?? 0)
}

/** Asks the browser not to delete what the device stores, after the first record: Safari does so after seven days without a visit. */
async function askToPersist(table: { count: () => Promise<number> }): Promise<void> {
  if ((await table.count()) === 1) void navigator.storage?.persist?.().catch(() => undefined)
}

/** Stores a check of posts, unless the log is switched off. */
export async function storeBatch(batch: StoredBatch): Promise<StoreOutcome> {
  if (parseRecords(StoredBatch, [batch]).records.length === 0) return 'unavailable'
  if (!(await checkStorageSwitch.isOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('batches', 'readwrite')
    const table = work.store
    const byOrder = table.index('order')
    await table.put({ ...batch, order: await nextOrder(byOrder) })
    await askToPersist(table)
    await dropOldestRecords(table, byOrder, BATCHES_MAX)
    const keys = await byOrder.getAllKeys()
    const key = keys.at(-1 - COMPARABLE_BATCHES_MAX)
    const old: unknown = key === undefined ? null : await table.get(key)
    if (old) await table.put({ ...old, judged: null })
    await work.done
  })
}

/** Returns the checks of posts, the one made last first. */
export async function readBatches(): Promise<StoredBatch[]> {
  const rows = await readLog((log) => log.getAll('batches'))
  return parseRecords(StoredBatch, lastMadeFirst(rows ?? [])).records
}

/** Stores an account check, unless the log is switched off. Storing the same check twice has no effect. */
export async function storeCheck(check: StoredCheck): Promise<StoreOutcome> {
  if (!(await checkStorageSwitch.isOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    const byOrder = work.store.index('order')
    // Tasks that were ticked off since the check was first stored remain ticked.
    if (!(await work.store.getKey([check.account, check.at]))) {
      await work.store.put({ ...toStoredCheck(check), order: await nextOrder(byOrder) })
      await askToPersist(work.store)
    }
    await dropOldestRecords(work.store, byOrder, CHECKS_MAX)
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
  const all = await readChecks(account)
  const earlier = all.slice(1 + all.findIndex((check) => check.at === at))
  return earlier.find((check) => check.sandbox === sandbox) ?? null
}

const Ordered = v.fallback(v.object({ order: v.number() }), { order: 0 })
const orderOf = (row: unknown) => v.parse(Ordered, row).order

function lastMadeFirst(rows: readonly unknown[]): unknown[] {
  return [...rows].sort((a, b) => orderOf(b) - orderOf(a))
}

/** Reads the checks of an account, the one made last first. */
export async function readChecks(name: string): Promise<StoredCheck[]> {
  const account = accountKey(name)
  const rows = await readLog((log) => log.getAll('checks', IDBKeyRange.bound([account], [account, []])))
  return parseRecords(StoredCheck, lastMadeFirst(rows ?? [])).records
}

const RECENT_NAMES = 8

export async function readRecentNames(): Promise<string[]> {
  const names = new Map<string, string>()
  await readLog(async (log) => {
    let cursor = await log.transaction('checks').store.index('order').openCursor(null, 'prev')
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
  const { name, item, answer, at, viewer } = seen
  const about = observationKey({ name, item })
  const row = { about, name, item, answer, at, ...(viewer && { viewer }) }
  return await writeLog((log) => log.put('observations', row))
}

export async function readObservations(keys: readonly string[]): Promise<Observation[]> {
  const rows = await readLog((log) => {
    const table = log.transaction('observations').store
    return Promise.all(keys.map((key) => table.get(key)))
  })
  return parseRecords(Observation, (rows ?? []).filter(Boolean)).records
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
  const rows = await readRows(['months'])
  if (!rows) return null
  const { records, unreadable } = parseRecords(StoredMonth, valuesOf(rows, 'months'))
  return { months: newestFirst(records), unreadable, rows }
}

function newestFirst(months: readonly StoredMonth[]): StoredMonth[] {
  return [...months].sort((a, b) => (a.month < b.month ? 1 : -1))
}

export type WholeLog = NonNullable<Awaited<ReturnType<typeof readWholeLog>>>

export async function readWholeLog() {
  const [logged, measurements] = await Promise.all([
    readRows(['checks', 'batches', 'observations', 'months']),
    readMeasurementRows(),
  ])
  if (!logged) return null
  const rows = [...logged, ...measurements]
  const checks = parseRecords(StoredCheck, lastMadeFirst(valuesOf(rows, 'checks')))
  const batches = parseRecords(StoredBatch, lastMadeFirst(valuesOf(rows, 'batches')))
  const observations = parseRecords(Observation, valuesOf(rows, 'observations'))
  const months = parseRecords(StoredMonth, valuesOf(rows, 'months'))
  return {
    checks: checks.records,
    batches: batches.records,
    observations: sortLatestFirst(observations.records),
    months: newestFirst(months.records),
    measurements: measurements.length,
    unreadable: [checks, batches, observations, months].reduce((sum, { unreadable }) => sum + unreadable, 0),
    rows,
  }
}

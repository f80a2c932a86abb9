import { unwrap, wrap } from 'idb'
import type { IDBPDatabase } from 'idb'
import { readLog, writeLog } from './database.ts'
import type { StoreOutcome } from './database.ts'
import { MEASUREMENT_TABLES, withMeasurements } from './measurements.ts'

const LOG_TABLES = ['checks', 'batches', 'observations', 'months'] as const

export type RecordTable = (typeof LOG_TABLES)[number] | (typeof MEASUREMENT_TABLES)[number]

/** A record exactly as it is stored, also one that cannot be read, so that a deletion can be undone. */
export type StoredRow = { table: RecordTable; key: IDBValidKey; row: unknown }

const isMeasurement = ({ table }: StoredRow) => MEASUREMENT_TABLES.some((name) => name === table)

/** Reads the records of these tables of the log; null if the browser stores nothing. */
export async function readRows(tables: readonly RecordTable[]): Promise<StoredRow[] | null> {
  return await readLog(async (log) => await rowsIn(wrap(unwrap(log)), tables))
}

/** Reads the measurements of /pow; none if the browser stores nothing. */
export async function readMeasurementRows(): Promise<StoredRow[]> {
  return await withMeasurements(async (all) => await rowsIn(wrap(unwrap(all)), MEASUREMENT_TABLES)).catch(
    () => [],
  )
}

async function rowsIn(database: IDBPDatabase, tables: readonly RecordTable[]): Promise<StoredRow[]> {
  const work = database.transaction(tables)
  const rows = await Promise.all(
    tables.map(async (table) => {
      const store = work.objectStore(table)
      const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()])
      return keys.map((key, index): StoredRow => ({ table, key, row: values[index] }))
    }),
  )
  return rows.flat()
}

export function valuesOf(rows: readonly StoredRow[], table: RecordTable): unknown[] {
  return rows.filter((stored) => stored.table === table).map(({ row }) => row)
}

/** Deletes records. One that was changed since it was read, e.g. by another tab, is kept. */
export async function removeRows(rows: readonly StoredRow[]): Promise<StoreOutcome> {
  return await changeRows(rows, async (store, { key, row }) => {
    if (JSON.stringify(await store.get(key)) === JSON.stringify(row)) await store.delete(key)
  })
}

/** Restores deleted records, except those that another tab has stored again since. If the disk is full, none of them is restored. */
export async function restoreRows(rows: readonly StoredRow[]): Promise<StoreOutcome> {
  return await changeRows(rows, async (store, { key, row }) => {
    if ((await store.getKey(key)) === undefined) await store.put(row)
  })
}

type RowTable = {
  get: (key: IDBValidKey) => Promise<unknown>
  getKey: (key: IDBValidKey) => Promise<unknown>
  put: (row: unknown) => Promise<unknown>
  delete: (key: IDBValidKey) => Promise<void>
}

async function changeRows(
  rows: readonly StoredRow[],
  change: (store: RowTable, row: StoredRow) => Promise<void>,
): Promise<StoreOutcome> {
  const changeIn = async (database: IDBPDatabase, some: readonly StoredRow[]) => {
    if (some.length === 0) return
    const work = database.transaction([...new Set(some.map(({ table }) => table))], 'readwrite')
    await Promise.all([...some.map((row) => change(work.objectStore(row.table), row)), work.done])
  }
  return await writeLog(async (log) => {
    await changeIn(
      wrap(unwrap(log)),
      rows.filter((row) => !isMeasurement(row)),
    )
    const measurements = rows.filter(isMeasurement)
    if (measurements.length > 0) await withMeasurements((all) => changeIn(wrap(unwrap(all)), measurements))
  })
}

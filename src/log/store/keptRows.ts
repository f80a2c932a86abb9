import { writeLog } from './database.ts'
import type { KeepOutcome, LogTables } from './database.ts'

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

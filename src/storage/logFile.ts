import * as v from 'valibot'
import { writeLog } from './database.ts'
import type { StoreOutcome } from './database.ts'
import { Observation, StoredBatch, StoredCheck, StoredMonth } from './records.ts'
import { removeRows, restoreRows } from './rows.ts'
import type { StoredRow } from './rows.ts'

/** The version of the JSON file of the log. */
export const LOG_FILE_VERSION = 1

const Rows = v.optional(v.array(v.unknown()), [])
const LogFile = v.object({
  version: v.number(),
  checks: v.array(v.unknown()),
  batches: Rows,
  observations: Rows,
  months: Rows,
})

/** The records of a file. `unreadable` counts those that no schema reads. */
export type LogFileRecords = {
  checks: StoredCheck[]
  batches: StoredBatch[]
  observations: Observation[]
  months: StoredMonth[]
  unreadable: number
}

/** Reads the log's own JSON file; null if the text is something else. */
export function parseLogFile(text: string): LogFileRecords | null {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return null
  }
  const file = v.safeParse(LogFile, content)
  if (!file.success) return null
  let unreadable = 0
  const read = <T>(schema: v.GenericSchema<unknown, T>, rows: readonly unknown[]): T[] =>
    rows.flatMap((row) => {
      const { success, output } = v.safeParse(schema, row)
      if (!success) unreadable++
      return success ? [output] : []
    })
  const { checks, batches, observations, months } = file.output
  const records = {
    checks: read(StoredCheck, checks),
    batches: read(StoredBatch, batches),
    observations: read(Observation, observations),
    months: read(StoredMonth, months),
  }
  return { ...records, unreadable }
}

const CheckKey = v.fallback(v.object({ account: v.optional(v.string()), at: v.number() }), { at: 0 })
const atOf = (row: unknown): number => v.parse(CheckKey, row).at
/** Returns the key of a check of an account or of posts. */
const keyOf = (row: unknown): number | [account: string, at: number] => {
  const { account, at } = v.parse(CheckKey, row)
  return account === undefined ? at : [account, at]
}

/** What a merge changed: the records that it stored, and those that it replaced by later ones. */
export type Merge = { stored: StoredRow[]; replaced: StoredRow[] }

/**
 * Merges the records of a file with the log. Records of the same key are of the same check, subject or month: the one of the later time stays.
 * Checks are put in order by their times. The merge is null if it was not stored.
 */
export async function mergeLogFile(
  records: LogFileRecords,
): Promise<{ outcome: StoreOutcome; merge: Merge | null }> {
  let merge: Merge | null = null
  const outcome = await writeLog(async (log) => {
    const work = log.transaction(['checks', 'batches', 'observations', 'months'], 'readwrite')
    const stored: StoredRow[] = []
    const replaced: StoredRow[] = []
    for (const table of ['checks', 'batches'] as const)
      for (const row of await putChecks(work.objectStore(table), records[table]))
        stored.push({ table, ...row })
    const put = async (table: 'observations' | 'months', key: string, row: unknown) => {
      const known: unknown = await work.objectStore(table).get(key)
      if (known !== undefined && atOf(known) >= atOf(row)) return
      await work.objectStore(table).put(row)
      stored.push({ table, key, row })
      if (known !== undefined) replaced.push({ table, key, row: known })
    }
    for (const observation of records.observations) await put('observations', observation.about, observation)
    for (const month of records.months) await put('months', month.month, month)
    await work.done
    merge = { stored, replaced }
  })
  return { outcome, merge }
}

type ChecksTable = {
  index: (name: 'order') => { getAll: () => Promise<unknown[]> }
  put: (row: unknown) => Promise<unknown>
}

/** Stores the checks that the log lacks, each before the first one of a later time, and counts all again. Returns those that it stored. */
async function putChecks(
  table: ChecksTable,
  checks: readonly { at: number }[],
): Promise<Omit<StoredRow, 'table'>[]> {
  const inOrder = await table.index('order').getAll()
  const known = new Set(inOrder.map((row) => String(keyOf(row))))
  const added = new Set<unknown>()
  for (const check of [...checks].sort((a, b) => a.at - b.at)) {
    if (known.has(String(keyOf(check)))) continue
    known.add(String(keyOf(check)))
    const later = inOrder.findIndex((row) => atOf(row) > check.at)
    inOrder.splice(later < 0 ? inOrder.length : later, 0, check)
    added.add(check)
  }
  if (added.size === 0) return []
  const stored: Omit<StoredRow, 'table'>[] = []
  for (const [index, row] of inOrder.entries()) {
    const ordered = { ...Object(row), order: index + 1 }
    await table.put(ordered)
    if (added.has(row)) stored.push({ key: keyOf(row), row: ordered })
  }
  return stored
}

/** Undoes a merge, unless another tab has changed the records since. */
export async function undoMerge({ stored, replaced }: Merge): Promise<StoreOutcome> {
  const outcome = await removeRows(stored)
  return outcome === 'kept' ? await restoreRows(replaced) : outcome
}

import { readLog, writeLog } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { KeptMonth } from './KeptMonth.ts'
import { monthsAreOn } from './logSwitch.ts'
import { readable } from './readable.ts'

/** `rows` are what is kept as it lies there, so that what was deleted can come back unharmed, unreadable records too. */
export type AllMonths = { months: KeptMonth[]; unreadable: number; rows: unknown[] }

/** Keeps a month, if the visitor wants it. */
export async function keepMonth(month: KeptMonth): Promise<KeepOutcome> {
  if (!(await monthsAreOn())) return 'off'
  return await writeLog((log) => log.put('months', month))
}

/** The months that are kept, newest first; null where the browser keeps nothing. */
export async function allMonths(): Promise<AllMonths | null> {
  const rows = await readLog((log) => log.getAll('months'))
  if (!rows) return null
  const { records, unreadable } = readable(KeptMonth, rows)
  return { months: records.sort((a, b) => (a.month < b.month ? 1 : -1)), unreadable, rows }
}

export async function removeMonth(month: string): Promise<KeepOutcome> {
  return await writeLog((log) => log.delete('months', month))
}

/** Deletes every month, unreadable records too. The switch stays as it is. */
export async function clearMonths(): Promise<KeepOutcome> {
  return await writeLog((log) => log.clear('months'))
}

/** Puts deleted rows back as they lay there: all of them or, where the disk is full, none. */
export async function restoreMonths(rows: readonly unknown[]): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('months', 'readwrite')
    await Promise.all([...rows.map((row) => work.store.put(row)), work.done])
  })
}

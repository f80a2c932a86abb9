import { readLog, writeLog, readable } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { KeptMonth } from './KeptMonth.ts'
import type { KeptRows } from './keptRows.ts'
import { monthsAreOn } from './logSwitch.ts'

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

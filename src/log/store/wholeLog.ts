import { readLog, readable } from './database.ts'
import { Finding } from './Finding.ts'
import type { KeptRows } from './keptRows.ts'
import { KeptMonth } from './KeptMonth.ts'
import { LoggedCheck } from './LoggedCheck.ts'
import { newestFirst } from './monthStore.ts'

export type WholeLog = {
  checks: LoggedCheck[]
  findings: Finding[]
  months: KeptMonth[]
  unreadable: number
  rows: Required<KeptRows>
}

/** Everything that is kept, newest first; null where the browser keeps nothing. */
export async function wholeLog(): Promise<WholeLog | null> {
  const rows = await readLog(async (log) => ({
    checks: await log.getAll('checks'),
    findings: await log.getAll('findings'),
    months: await log.getAll('months'),
  }))
  if (!rows) return null
  const checks = readable(LoggedCheck, rows.checks)
  const findings = readable(Finding, rows.findings)
  const months = readable(KeptMonth, rows.months)
  return {
    checks: checks.records.sort((a, b) => b.at - a.at),
    findings: findings.records.sort((a, b) => b.at - a.at),
    months: newestFirst(months.records),
    unreadable: checks.unreadable + findings.unreadable + months.unreadable,
    rows,
  }
}

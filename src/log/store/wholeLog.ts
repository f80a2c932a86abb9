import { readLog, writeLog } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { Finding } from './Finding.ts'
import { LoggedCheck } from './LoggedCheck.ts'
import { readable } from './readable.ts'

/** All that is kept, as it lies there, so that what was deleted can come back unharmed, unreadable records too. */
export type LogRows = { checks: unknown[]; findings: unknown[] }

export type WholeLog = { checks: LoggedCheck[]; findings: Finding[]; unreadable: number; rows: LogRows }

/** Everything that is kept, newest first; null where the browser keeps nothing. */
export async function wholeLog(): Promise<WholeLog | null> {
  const rows = await readLog(async (log) => ({
    checks: await log.getAll('checks'),
    findings: await log.getAll('findings'),
  }))
  if (!rows) return null
  const checks = readable(LoggedCheck, rows.checks)
  const findings = readable(Finding, rows.findings)
  return {
    checks: checks.records.sort((a, b) => b.at - a.at),
    findings: findings.records.sort((a, b) => b.at - a.at),
    unreadable: checks.unreadable + findings.unreadable,
    rows,
  }
}

export async function removeCheck({ account, at }: LoggedCheck): Promise<KeepOutcome> {
  return await writeLog((log) => log.delete('checks', [account, at]))
}

export async function removeFinding({ account, ban }: Finding): Promise<KeepOutcome> {
  return await writeLog((log) => log.delete('findings', [account, ban]))
}

/** Deletes all that is kept, unreadable records too. The switch stays as it is. */
export async function clearLog(): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(['checks', 'findings'], 'readwrite')
    await Promise.all([work.objectStore('checks').clear(), work.objectStore('findings').clear(), work.done])
  })
}

/** Puts deleted rows back as they lay there: all of them or, where the disk is full, none. */
export async function restoreRows({ checks, findings }: LogRows): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction(['checks', 'findings'], 'readwrite')
    await Promise.all([
      ...checks.map((row) => work.objectStore('checks').put(row)),
      ...findings.map((row) => work.objectStore('findings').put(row)),
      work.done,
    ])
  })
}

import { latestFirst, readLog, readable } from './database.ts'
import { Finding, KeptMonth, LoggedBatch, LoggedCheck, PostFinding } from './records.ts'
import { newestFirst } from './stores.ts'
import type { KeptRows } from './stores.ts'

export type WholeLog = {
  checks: LoggedCheck[]
  batches: LoggedBatch[]
  findings: Finding[]
  postFindings: PostFinding[]
  months: KeptMonth[]
  unreadable: number
  rows: Required<KeptRows>
}

/** Everything that is kept, newest first; null where the browser keeps nothing. */
export async function wholeLog(): Promise<WholeLog | null> {
  const rows = await readLog(async (log) => ({
    checks: await log.getAll('checks'),
    batches: await log.getAll('batches'),
    findings: await log.getAll('findings'),
    postFindings: await log.getAll('postFindings'),
    months: await log.getAll('months'),
  }))
  if (!rows) return null
  const checks = readable(LoggedCheck, rows.checks)
  const batches = readable(LoggedBatch, rows.batches)
  const findings = readable(Finding, rows.findings)
  const postFindings = readable(PostFinding, rows.postFindings)
  const months = readable(KeptMonth, rows.months)
  return {
    checks: latestFirst(checks.records),
    batches: latestFirst(batches.records),
    findings: latestFirst(findings.records),
    postFindings: latestFirst(postFindings.records),
    months: newestFirst(months.records),
    unreadable: [checks, batches, findings, postFindings, months].reduce(
      (sum, { unreadable }) => sum + unreadable,
      0,
    ),
    rows,
  }
}

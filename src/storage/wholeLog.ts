import { latestFirst, readLog, readable } from './database.ts'
import { StoredMonth, LoggedBatch, LoggedCheck, Observation, splitObservations } from './records.ts'
import { newestFirst } from './stores.ts'

export type WholeLog = NonNullable<Awaited<ReturnType<typeof wholeLog>>>

/** Everything that is kept, newest first; null where the browser keeps nothing. */
export async function wholeLog() {
  const rows = await readLog(async (log) => ({
    checks: await log.getAll('checks'),
    batches: await log.getAll('batches'),
    observations: await log.getAll('observations'),
    months: await log.getAll('months'),
  }))
  if (!rows) return null
  const checks = readable(LoggedCheck, rows.checks)
  const batches = readable(LoggedBatch, rows.batches)
  const observations = readable(Observation, rows.observations)
  const months = readable(StoredMonth, rows.months)
  return {
    checks: latestFirst(checks.records),
    batches: latestFirst(batches.records),
    ...splitObservations(latestFirst(observations.records)),
    months: newestFirst(months.records),
    unreadable: [checks, batches, observations, months].reduce((sum, { unreadable }) => sum + unreadable, 0),
    rows,
  }
}

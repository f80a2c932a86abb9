import { latestFirst, readLog, writeLog, readable } from './database.ts'
import type { KeepOutcome, LogDatabase } from './database.ts'
import { accountKey, LoggedCheck } from './LoggedCheck.ts'
import { logIsOn } from './logSwitch.ts'

/** Checks that are kept, about 300 KB; the oldest go first. */
const CHECKS_MAX = 1000

/** The most names that the field suggests. */
const RECENT_NAMES = 8

/** Keeps a check, unless the log is switched off. Keeping the same check twice has no effect. */
export async function keepCheck(check: LoggedCheck): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    // What was ticked off since it was kept stays.
    if (!(await work.store.getKey([check.account, check.at]))) await work.store.put(check)
    await work.done
    await dropOldest(log)
  })
}

/** Keeps what was ticked off under a check, where that is kept. */
export async function keepTicks(name: string, at: number, ticks: readonly string[]): Promise<KeepOutcome> {
  return await writeLog(async (log) => {
    const work = log.transaction('checks', 'readwrite')
    const check = await work.store.get([accountKey(name), at])
    if (check) await work.store.put({ ...check, ticks })
    await work.done
  })
}

/** The check of the same account before this one; null where there is none. Sandbox checks are compared only with each other. */
export async function checkBefore({ account, at, sandbox }: LoggedCheck): Promise<LoggedCheck | null> {
  const earlier = await checksIn([account], [account, at], false, true)
  return earlier.find((check) => check.sandbox === sandbox) ?? null
}

/** The last check of an account; null where none is kept. */
export async function lastCheck(name: string): Promise<LoggedCheck | null> {
  const account = accountKey(name)
  const [last] = await checksIn([account], [account, []])
  return last ?? null
}

/** The checks between two keys, newest first. */
async function checksIn(...bounds: Parameters<typeof IDBKeyRange.bound>): Promise<LoggedCheck[]> {
  const rows = await readLog((log) => log.getAll('checks', IDBKeyRange.bound(...bounds)))
  return latestFirst(readable(LoggedCheck, rows ?? []).records)
}

/** The names checked last, newest first. */
export async function recentNames(): Promise<string[]> {
  const names = new Map<string, string>()
  await readLog(async (log) => {
    let cursor = await log.transaction('checks').store.index('at').openCursor(null, 'prev')
    while (cursor && names.size < RECENT_NAMES) {
      const [check] = readable(LoggedCheck, [cursor.value]).records
      if (check && !names.has(check.account)) names.set(check.account, check.name)
      cursor = await cursor.continue()
    }
  })
  return [...names.values()]
}

async function dropOldest(log: LogDatabase): Promise<void> {
  const extra = (await log.count('checks')) - CHECKS_MAX
  if (extra <= 0) return
  const oldest = await log.getAllKeysFromIndex('checks', 'at', null, extra)
  for (const key of oldest) await log.delete('checks', key)
}

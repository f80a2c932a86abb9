import { DAY_MS } from '../../contract/dates.ts'
import { checkStorageSwitch, readLog, parseRecords, writeLog } from '../storage/database.ts'
import type { LogDatabase, StoreOutcome } from '../storage/database.ts'
import { StoredCheck, accountKey, toStoredCheck } from '../storage/records.ts'
import { dropOldestChecks } from '../storage/stores.ts'
import { WATCHES_MAX, Watch, afterLook, createWatch, isActive } from './watch.ts'
import type { Look } from './watch.ts'

const TABLES = ['watches', 'checks', 'settings'] as const

const readTables = (log: LogDatabase) => log.transaction(TABLES, 'readwrite')
type Work = ReturnType<typeof readTables>

/** All watches, also those that have ended and were not told yet. */
export async function allWatches(): Promise<Watch[]> {
  const rows = await readLog((log) => log.getAll('watches'))
  return parseRecords(Watch, rows ?? []).records
}

/** `many`: the device has as many watches as it may. `none`: the check found no search ban. */
export type AddOutcome = StoreOutcome | 'many' | 'none'

/** Begins a watch for the search ban that a kept check found. A watch of the same account is replaced. */
export async function addWatch(
  { name, at }: { name: string; at: number },
  days: number,
  now: number,
  random: number,
): Promise<AddOutcome> {
  if (!(await checkStorageSwitch.isOn())) return 'off'
  let refusal: AddOutcome | null = null
  const outcome = await writeLog(async (log) => {
    const work = readTables(log)
    const row = await work.objectStore('checks').get([accountKey(name), at])
    const [check] = parseRecords(StoredCheck, [row]).records
    const watch = check ? createWatch(check, days, now, random) : null
    const others = (await activeIn(work, now)).filter(({ account }) => account !== watch?.account)
    if (!watch) refusal = 'none'
    else if (others.length >= WATCHES_MAX) refusal = 'many'
    else await work.objectStore('watches').put(watch)
    await work.done
  })
  return refusal ?? outcome
}

export async function removeWatch(name: string): Promise<StoreOutcome> {
  return await writeLog((log) => log.delete('watches', accountKey(name)))
}

export async function removeAllWatches(): Promise<StoreOutcome> {
  return await writeLog((log) => log.clear('watches'))
}

/**
 * Returns the watches whose next check may begin, and sets that of each a day on: so a check that fails waits for the next day, and two tabs
 * or the service worker never do the same one. Watches that have ended are deleted first.
 */
export async function takeDueWatches(now: number): Promise<Watch[]> {
  const due: Watch[] = []
  await writeLog(async (log) => {
    const work = readTables(log)
    for (const watch of await activeIn(work, now)) {
      if (watch.dueAt > now) continue
      due.push(watch)
      await work.objectStore('watches').put({ ...watch, dueAt: now + DAY_MS })
    }
    await work.done
  })
  return due
}

/** Ends all watches that still check. News that were not told yet are kept. */
export async function endWatches(now: number): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = readTables(log)
    for (const { account } of await activeIn(work, now)) await work.objectStore('watches').delete(account)
    await work.done
  })
}

/** Deletes what has ended without news, and returns how many watches still check. */
export async function countActiveWatches(now: number): Promise<number> {
  let count = 0
  await writeLog(async (log) => {
    const work = readTables(log)
    count = (await activeIn(work, now)).length
    await work.done
  })
  return count
}

/**
 * Keeps an automatic check and what it means for its watch. Returns the watch if this look made news. Keeps nothing if the watch was ended, the
 * account's checks were deleted or the log was switched off while the check ran.
 */
export async function settleLook(watch: Watch, look: Look, check: StoredCheck): Promise<Watch | null> {
  let news: Watch | null = null
  await writeLog(async (log) => {
    const work = readTables(log)
    const current = (await activeIn(work, check.at)).find(({ account }) => account === watch.account)
    if (current?.foundAt === watch.foundAt) {
      const next = afterLook(current, look, check)
      const table = work.objectStore('watches')
      await (next ? table.put(next) : table.delete(watch.account))
      await work.objectStore('checks').put({ ...toStoredCheck(check), auto: true })
      await dropOldestChecks(work.objectStore('checks'))
      if (next && next.confirmedAt !== null) news = next
    }
    await work.done
  })
  return news
}

/** The watches that still check. Deletes the others, but for those whose news were not told yet. */
async function activeIn(work: Work, now: number): Promise<Watch[]> {
  const table = work.objectStore('watches')
  const isOff = (await work.objectStore('settings').get(checkStorageSwitch.key)) === false
  if (isOff) {
    await table.clear()
    return []
  }
  const active: Watch[] = []
  for (const key of await table.getAllKeys()) {
    const [watch] = parseRecords(Watch, [await table.get(key)]).records
    const bounds = IDBKeyRange.bound([key], [key, []])
    const isLogged = (await work.objectStore('checks').count(bounds)) > 0
    if (watch && isLogged && isActive(watch, now)) active.push(watch)
    else if (!watch || !isLogged || watch.confirmedAt === null) await table.delete(key)
  }
  return active
}

import { DAY_MS } from '../../contract/dates.ts'
import { checkStorageSwitch, readLog, parseRecords, writeLog } from '../storage/database.ts'
import type { LogDatabase, StoreOutcome } from '../storage/database.ts'
import { StoredBatch, StoredCheck, accountKey, toStoredCheck } from '../storage/records.ts'
import { dropOldestChecks, putBatch } from '../storage/stores.ts'
import { WATCHES_MAX, Watch, createPostsWatch, createAccountWatch, isWatchActive } from './watch.ts'
import type { WatchAfterOutcome, StoredCheckRef } from './watch.ts'

const TABLES = ['watches', 'checks', 'batches', 'settings'] as const

const readTables = (log: LogDatabase) => log.transaction(TABLES, 'readwrite')
type Work = ReturnType<typeof readTables>

/** All watches, also those that have ended and were not told yet. */
export async function readAllWatches(): Promise<Watch[]> {
  const rows = await readLog((log) => log.getAll('watches'))
  return parseRecords(Watch, rows ?? []).records
}

/** `many`: the device has as many watches as it may. `none`: the check found no search ban, or tells of no excluded posts. */
export type AddWatchOutcome = StoreOutcome | 'many' | 'none'

/** Begins a watch for the search ban that a stored check found, or for the posts that it excluded. A watch of the same account or the same check of posts is replaced. */
export async function addWatch(
  kept: StoredCheckRef,
  days: number,
  now: number,
  random: number,
): Promise<AddWatchOutcome> {
  if (!(await checkStorageSwitch.isOn())) return 'off'
  let refusal: AddWatchOutcome | null = null
  const outcome = await writeLog(async (log) => {
    const work = readTables(log)
    const watch = await watchOfRecord(work, kept, days, now, random)
    const others = (await readActiveWatches(work, now)).filter(({ account }) => account !== watch?.account)
    if (!watch) refusal = 'none'
    else if (others.length >= WATCHES_MAX) refusal = 'many'
    else await work.objectStore('watches').put(watch)
    await work.done
  })
  return refusal ?? outcome
}

async function watchOfRecord(
  work: Work,
  { name, at }: StoredCheckRef,
  days: number,
  now: number,
  random: number,
) {
  if (name === null) {
    const [batch] = parseRecords(StoredBatch, [await work.objectStore('batches').get(at)]).records
    return batch ? createPostsWatch(batch, days, now, random) : null
  }
  const row = await work.objectStore('checks').get([accountKey(name), at])
  const [check] = parseRecords(StoredCheck, [row]).records
  return check ? createAccountWatch(check, days, now, random) : null
}

export async function removeWatch(key: string): Promise<StoreOutcome> {
  return await writeLog((log) => log.delete('watches', key))
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
    for (const watch of await readActiveWatches(work, now)) {
      if (watch.dueAt > now) continue
      due.push(watch)
      await work.objectStore('watches').put({ ...watch, dueAt: now + DAY_MS })
    }
    await work.done
  })
  return due
}

/** Ends those watches that still check, if `isEnding`. Results that the page has not told yet stay stored. */
export async function endWatches(now: number, isEnding: (watch: Watch) => boolean): Promise<StoreOutcome> {
  return await writeLog(async (log) => {
    const work = readTables(log)
    const ending = (await readActiveWatches(work, now)).filter(isEnding)
    for (const { account } of ending) await work.objectStore('watches').delete(account)
    await work.done
  })
}

/** Deletes what has ended without news, and returns how many watches still check. */
export async function countActiveWatches(now: number): Promise<number> {
  let count = 0
  await writeLog(async (log) => {
    const work = readTables(log)
    count = (await readActiveWatches(work, now)).length
    await work.done
  })
  return count
}

/** The result of an automatic check, in the form in which the log stores it. */
type FoundRecord = { check: StoredCheck } | { batch: StoredBatch }

/**
 * Keeps an automatic check and what it means for its watch, which `decide` says of the watch as it is stored now. Returns null, and keeps
 * nothing, if the watch was ended, its records were deleted or the log was switched off while the check ran.
 */
export async function storeWatchOutcome<T extends Watch>(
  watch: T,
  found: FoundRecord,
  now: number,
  decide: (current: T) => WatchAfterOutcome,
): Promise<WatchAfterOutcome | null> {
  let after: WatchAfterOutcome | null = null
  await writeLog(async (log) => {
    const work = readTables(log)
    const current = (await readActiveWatches(work, now)).find(({ account }) => account === watch.account)
    if (current?.foundAt === watch.foundAt) {
      // One key has watches of one kind only.
      after = decide(current as T)
      const { rest, news } = after
      const table = work.objectStore('watches')
      await table.delete(watch.account)
      if (rest) await table.put(rest)
      if (news) await table.put(news)
      await storeFoundRecord(work, found)
    }
    await work.done
  })
  return after
}

async function storeFoundRecord(work: Work, found: FoundRecord): Promise<void> {
  if ('batch' in found) {
    await putBatch(work.objectStore('batches'), { ...found.batch, auto: true })
    return
  }
  await work.objectStore('checks').put({ ...toStoredCheck(found.check), auto: true })
  await dropOldestChecks(work.objectStore('checks'))
}

/** The watches that still check. Deletes the others, but for those whose news were not told yet. */
async function readActiveWatches(work: Work, now: number): Promise<Watch[]> {
  const table = work.objectStore('watches')
  const isOff = (await work.objectStore('settings').get(checkStorageSwitch.key)) === false
  if (isOff) {
    await table.clear()
    return []
  }
  const active: Watch[] = []
  for (const key of await table.getAllKeys()) {
    const [watch] = parseRecords(Watch, [await table.get(key)]).records
    const isKept = watch !== undefined && (await isLogged(work, watch))
    if (isKept && isWatchActive(watch, now)) active.push(watch)
    else if (!isKept || watch.confirmedAt === null) await table.delete(key)
  }
  return active
}

/** Whether the log still has what is watched: checks of the account, or the check of the posts. */
async function isLogged(work: Work, watch: Watch): Promise<boolean> {
  if ('posts' in watch) return (await work.objectStore('batches').getKey(watch.foundAt)) !== undefined
  const bounds = IDBKeyRange.bound([watch.account], [watch.account, []])
  return (await work.objectStore('checks').count(bounds)) > 0
}

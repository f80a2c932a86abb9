import { beforeEach, describe, expect, it } from 'vitest'
import { CheckError } from '../../../src/check/CheckError.ts'
import { checkStorageSwitch } from '../../../src/storage/database.ts'
import type { StoredCheck } from '../../../src/storage/records.ts'
import {
  clearTables,
  restoreRows,
  storeCheck,
  readWholeLog,
  RECORD_TABLES,
} from '../../../src/storage/stores.ts'
import { runDueWatches } from '../../../src/watch/runWatches.ts'
import {
  watchAfterOutcome,
  createAccountWatch,
  isWatchActive,
  watchOutcomeOf,
} from '../../../src/watch/watch.ts'
import {
  addWatch,
  readAllWatches,
  countActiveWatches,
  removeWatch,
  takeDueWatches,
} from '../../../src/watch/watchStore.ts'
import { emptyDevice, named, storedCheck, written } from '../log/deviceLog.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 27)
const { bans: CLEAR } = storedCheck()
const FOUND = { ...CLEAR, search_ban: true }
const UNKNOWN = { ...CLEAR, search_ban: null }

const found = (changes: Partial<StoredCheck> = {}) =>
  storedCheck({ ...named('Taro'), at: NOW, version: 2, bans: FOUND, ...changes })

function watchOf(changes: Partial<StoredCheck> = {}, days = 30, random = 0) {
  const watch = createAccountWatch(found(changes), days, NOW, random)
  if (!watch) throw new Error('no search ban was found')
  return watch
}

describe('a watch', () => {
  it('a watch begins only for a search ban that was found', () => {
    expect(createAccountWatch(found({ bans: CLEAR }), 30, NOW, 0)).toBeNull()
    expect(createAccountWatch(found({ bans: UNKNOWN }), 30, NOW, 0)).toBeNull()
    expect(watchOf()).toMatchObject({ account: 'taro', foundAt: NOW, until: NOW + 30 * DAY_MS })
  })

  it('the first check of a watch is due after one day, plus a random part of some hours', () => {
    expect(watchOf({}, 30, 0).dueAt).toBe(NOW + DAY_MS)
    expect(watchOf({}, 30, 0.999).dueAt).toBeGreaterThan(NOW + 1.2 * DAY_MS)
    expect(watchOf({}, 30, 0.999).dueAt).toBeLessThan(NOW + 1.25 * DAY_MS)
  })

  it('a watch never lasts longer than 30 days, whatever the server says, and ends if the clock is set far forward or back', () => {
    expect(watchOf({}, 3000).until).toBe(NOW + 30 * DAY_MS)
    expect(isWatchActive(watchOf(), NOW)).toBe(true)
    expect(isWatchActive(watchOf(), NOW + 31 * DAY_MS)).toBe(false)
    expect(isWatchActive(watchOf(), NOW - 3 * DAY_MS)).toBe(false)
  })

  it('a check counts for a watch only if the ban was judged by the same upstream', () => {
    const watch = watchOf()
    expect(watchOutcomeOf(found(), watch, true)).toBe('found')
    expect(watchOutcomeOf(found({ bans: CLEAR }), watch, true)).toBe('notFound')
    expect(watchOutcomeOf(found({ bans: UNKNOWN }), watch, true)).toBe('unknown')
    expect(watchOutcomeOf(found({ bans: CLEAR, partly: { looked: 9, found: 4 } }), watch, true)).toBe(
      'unknown',
    )
    for (const state of ['suspend', 'protect', 'not_found', 'no_tweet'] as const)
      expect(watchOutcomeOf(found({ bans: CLEAR, state }), watch, true)).toBe('unknown')
    expect(watchOutcomeOf(found({ bans: UNKNOWN }), watch, false)).toBe('end')
    expect(watchOutcomeOf(found({ bans: CLEAR, sandbox: true }), watch, true)).toBe('end')
  })

  it('a watch reports a change after two checks in a row by the same method that did not find the ban, and not otherwise', () => {
    const clear = found({ bans: CLEAR, at: NOW + DAY_MS })
    const first = watchAfterOutcome(watchOf(), 'notFound', clear)
    expect(first.news).toBeNull()
    const once = { ...watchOf(), notFound: { at: clear.at, version: 2 } }
    expect(first.rest).toEqual(once)
    const later = { ...clear, at: NOW + 2 * DAY_MS }
    expect(watchAfterOutcome(once, 'notFound', later)).toMatchObject({
      rest: null,
      news: { confirmedAt: later.at },
    })
    expect(watchAfterOutcome(once, 'notFound', { ...later, version: 3 })).toEqual({
      rest: { ...once, notFound: { at: later.at, version: 3 } },
      news: null,
    })
    expect(watchAfterOutcome(once, 'found', later)).toEqual({ rest: watchOf(), news: null })
    expect(watchAfterOutcome(once, 'unknown', later)).toEqual({ rest: once, news: null })
    expect(watchAfterOutcome(once, 'end', later)).toEqual({ rest: null, news: null })
  })
})

const noPosts = () => Promise.reject(new Error('no posts are watched'))

/** A device that watches an account, and what its checks answer in turn. */
async function watching(...answers: (Partial<StoredCheck> | Error)[]) {
  await storeCheck(found())
  await addWatch(found(), 30, NOW, 0)
  const asked: string[] = []
  return {
    asked,
    async run(now: number, during?: () => Promise<unknown>, areOffered = true) {
      const outcomes = await runDueWatches(
        {
          account: async (name) => {
            asked.push(name)
            await during?.()
            const answer = answers.shift()
            if (answer instanceof Error) throw answer
            return { check: found({ at: now, ...answer }), isJudgeable: true }
          },
          posts: noPosts,
        },
        async () => ({ account: areOffered, posts: areOffered }),
        new AbortController().signal,
        () => now,
      )
      return outcomes.flatMap(({ news }) => (news && 'name' in news ? [news.name] : []))
    },
    checks: async () => (await readWholeLog())?.checks ?? [],
  }
}

const day = (number: number) => NOW + number * DAY_MS

describe('the watches of a device', () => {
  beforeEach(emptyDevice)

  it('a watch stores each check as an automatic one, and reports nothing while the ban is found', async () => {
    const device = await watching({}, {})
    expect(await device.run(day(1))).toEqual([])
    expect(await device.run(day(2))).toEqual([])
    expect((await device.checks()).map(({ auto }) => auto)).toEqual([true, true, false])
  })

  it('a watch reports once that the ban was not found twice, and then stops checking', async () => {
    const device = await watching({ bans: CLEAR }, { bans: CLEAR })
    expect(await device.run(day(1))).toEqual([])
    expect(await device.run(day(2))).toEqual(['Taro'])
    expect(await device.run(day(3))).toEqual([])
    expect(device.asked).toHaveLength(2)
    expect(await countActiveWatches(day(3))).toBe(0)
    expect(await readAllWatches()).toMatchObject([{ confirmedAt: day(2) }])
  })

  it('a watch checks once a day, even if two tabs run the watches at the same time', async () => {
    const device = await watching({}, {}, {})
    await Promise.all([device.run(day(1)), device.run(day(1))])
    await device.run(day(1) + DAY_MS / 2)
    expect(device.asked).toHaveLength(1)
    await device.run(day(2))
    expect(device.asked).toHaveLength(2)
  })

  it('a watch treats a refused check as no result, and waits for the next day', async () => {
    const refusal = new CheckError('the budget is spent', { status: 503 })
    const device = await watching({ bans: CLEAR }, refusal, { bans: CLEAR })
    await device.run(day(1))
    expect(await device.run(day(2))).toEqual([])
    expect(await device.run(day(2) + 1)).toEqual([])
    expect(device.asked).toHaveLength(2)
    expect(await device.run(day(3))).toEqual(['Taro'])
  })

  it('a watch stores nothing of a check during which the log was deleted, the watch ended or the log switched off', async () => {
    const interruptions = [
      () => clearTables(RECORD_TABLES),
      () => removeWatch('taro'),
      () => checkStorageSwitch.turn(false),
    ]
    for (const interrupt of interruptions) {
      emptyDevice()
      const device = await watching({ bans: CLEAR }, { bans: CLEAR })
      await device.run(day(1))
      expect(await device.run(day(2), interrupt)).toEqual([])
      expect((await device.checks()).filter(({ at }) => at === day(2))).toEqual([])
      expect(await countActiveWatches(day(2))).toBe(0)
    }
  })

  it('watches end with the log and after their days, and return if the deletion of the log is undone', async () => {
    const device = await watching({})
    const rows = (await readWholeLog())?.rows
    await clearTables(RECORD_TABLES)
    expect(await countActiveWatches(NOW)).toBe(0)
    await restoreRows(rows ?? {})
    expect(await countActiveWatches(NOW)).toBe(1)
    expect(await device.run(day(31))).toEqual([])
    expect(device.asked).toEqual([])
    expect(await readAllWatches()).toEqual([])
  })

  it('watches end without a check if the server no longer offers them, except those with a change that was not reported yet', async () => {
    const device = await watching({})
    const told = { ...watchOf(named('Hanako')), confirmedAt: NOW }
    await storeCheck(found(named('Hanako')))
    await written('watches', [told])
    expect(await device.run(day(1), undefined, false)).toEqual([])
    expect(device.asked).toEqual([])
    expect(await readAllWatches()).toEqual([told])
  })

  it('a device has at most five watches', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    for (const name of names) await storeCheck(found(named(name)))
    const outcomes = []
    for (const name of names) outcomes.push(await addWatch({ name, at: NOW }, 30, NOW, 0))
    expect(outcomes).toEqual(['kept', 'kept', 'kept', 'kept', 'kept', 'many'])
    expect(await addWatch({ name: 'ONE', at: NOW }, 30, NOW, 0)).toBe('kept')
    await removeWatch('two')
    expect(await addWatch({ name: 'six', at: NOW }, 30, NOW, 0)).toBe('kept')
  })

  it('no watch begins without a stored check that found the ban, or while nothing is stored', async () => {
    expect(await addWatch({ name: 'taro', at: NOW }, 30, NOW, 0)).toBe('none')
    await storeCheck(found({ bans: CLEAR }))
    expect(await addWatch({ name: 'taro', at: NOW }, 30, NOW, 0)).toBe('none')
    await checkStorageSwitch.turn(false)
    expect(await addWatch({ name: 'taro', at: NOW }, 30, NOW, 0)).toBe('off')
  })

  it('records of watches that cannot be read are ignored', async () => {
    await storeCheck(found())
    await written('watches', [{ account: 'taro', until: 'always' }])
    expect(await takeDueWatches(day(1))).toEqual([])
    expect(await readAllWatches()).toEqual([])
  })
})

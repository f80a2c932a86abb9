import { parse } from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ScreenName } from '../../../contract/wire.ts'
import { logSwitch } from '../../../src/storage/database.ts'
import type { LoggedBatch } from '../../../src/storage/records.ts'
import {
  checkBefore,
  storeBatch,
  storeCheck,
  storeDoneTasks,
  lastCheck,
  recentNames,
  wholeLog,
} from '../../../src/storage/stores.ts'
import { blockedDevice, emptyDevice, loggedBatch, loggedCheck, written } from '../log/deviceLog.ts'

beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

describe('batchStore', () => {
  const batch = (at: number, changes: Partial<LoggedBatch> = {}) => loggedBatch({ at, ...changes })

  it('keeps checks of posts, newest first, the same one once, real ones apart from invented ones', async () => {
    expect(await storeBatch(batch(1))).toBe('kept')
    await storeBatch(batch(2, { sandbox: true }))
    await storeBatch(batch(1, { failed: 2 }))
    expect((await wholeLog())?.batches).toEqual([batch(2, { sandbox: true }), batch(1, { failed: 2 })])
  })

  it('keeps no more than a thousand, and the oldest go first', async () => {
    await written(
      'batches',
      Array.from({ length: 1000 }, (_, index) => batch(index + 1)),
    )
    await storeBatch(batch(2000))
    const kept = (await wholeLog())?.batches.map(({ at }) => at)
    expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([1000, 2000, 2])
  })

  it('keeps nothing while the log is off, nor what no schema could read again', async () => {
    expect(await storeBatch(batch(1, { sessionId: 'x'.repeat(201) }))).toBe('unavailable')
    await logSwitch.turn(false)
    expect(await storeBatch(batch(1))).toBe('off')
    expect((await wholeLog())?.batches).toEqual([])
    blockedDevice()
    expect(await storeBatch(batch(1))).toBe('unavailable')
  })
})

describe('checkStore', () => {
  const times = async () => (await wholeLog())?.checks.map(({ at }) => at)
  const named = (name: string) => ({ name: parse(ScreenName, name), account: name.toLowerCase() })

  describe('the kept checks', () => {
    it('are cut to a thousand, and the oldest go first, whatever their account', async () => {
      const rows = Array.from({ length: 1010 }, (_, index) =>
        // The oldest belong to the name that the table sorts last.
        loggedCheck({ ...named(index < 500 ? 'zz' : 'aa'), at: index + 1 }),
      )
      await written('checks', rows)
      expect(await storeCheck(loggedCheck({ ...named('mm'), at: 5000 }))).toBe('kept')
      const kept = await times()
      expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([1000, 5000, 12])
    })

    it('below the limit all stay, and the same check twice is one', async () => {
      await storeCheck(loggedCheck({ at: 1 }))
      await storeCheck(loggedCheck({ at: 2 }))
      await storeCheck(loggedCheck({ at: 2 }))
      expect(await times()).toEqual([2, 1])
    })

    it('are none while the log is off, or where the browser stores nothing', async () => {
      await logSwitch.turn(false)
      expect(await storeCheck(loggedCheck())).toBe('off')
      expect(await times()).toEqual([])
      blockedDevice()
      expect(await storeCheck(loggedCheck())).toBe('unavailable')
    })
  })

  describe('the check before', () => {
    it('is the latest earlier one of the same account', async () => {
      await written('checks', [
        ...[1, 3, 2, 4, 5].map((at) => loggedCheck({ at })),
        loggedCheck({ ...named('namf'), at: 3 }),
        loggedCheck({ ...named('namd'), at: 3 }),
      ])
      expect(await checkBefore(loggedCheck({ at: 4 }))).toEqual(loggedCheck({ at: 3 }))
      expect(await checkBefore(loggedCheck({ at: 1 }))).toBeNull()
      expect(await checkBefore(loggedCheck({ ...named('other'), at: 9 }))).toBeNull()
    })

    it('is real for a real check, and invented for an invented one', async () => {
      await written('checks', [
        loggedCheck({ at: 1 }),
        loggedCheck({ at: 2, sandbox: true }),
        loggedCheck({ at: 3, sandbox: true }),
        loggedCheck({ at: 4 }),
      ])
      expect(await checkBefore(loggedCheck({ at: 4 }))).toEqual(loggedCheck({ at: 1 }))
      expect(await checkBefore(loggedCheck({ at: 3, sandbox: true }))).toMatchObject({ at: 2, sandbox: true })
      expect(await checkBefore(loggedCheck({ at: 2, sandbox: true }))).toBeNull()
    })

    it('is one that can be read', async () => {
      await written('checks', [loggedCheck({ at: 1 }), { account: 'name', at: 2, state: 'limited' }])
      expect(await checkBefore(loggedCheck({ at: 3 }))).toMatchObject({ at: 1 })
    })
  })

  describe('the names checked last', () => {
    it('are the eight newest, each once, as they were written last', async () => {
      await written('checks', [
        ...Array.from({ length: 9 }, (_, index) => loggedCheck({ ...named(`n${index}`), at: index + 1 })),
        loggedCheck({ ...named('n5'), name: parse(ScreenName, 'N5'), at: 20 }),
        { ...named('broken'), at: 30 },
      ])
      expect(await recentNames()).toEqual(['N5', 'n8', 'n7', 'n6', 'n4', 'n3', 'n2', 'n1'])
    })
  })

  describe('what was ticked off', () => {
    it('stays when the same check is kept again', async () => {
      await storeCheck(loggedCheck({ at: 1 }))
      expect(await storeDoneTasks('NAME', 1, ['wait'])).toBe('kept')
      await storeCheck(loggedCheck({ at: 1 }))
      expect(await lastCheck('name')).toEqual(loggedCheck({ at: 1, ticks: ['wait'] }))
    })

    it('is kept under no other check, and under none that is not kept', async () => {
      await storeCheck(loggedCheck({ at: 1 }))
      expect(await storeDoneTasks('name', 2, ['wait'])).toBe('kept')
      expect(await storeDoneTasks('other', 1, ['wait'])).toBe('kept')
      expect((await wholeLog())?.rows.checks).toEqual([loggedCheck({ at: 1 })])
    })
  })

  describe('the last check of an account', () => {
    it('is the newest that can be read, whatever the case of the name', async () => {
      await written('checks', [
        loggedCheck({ ...named('Some_Name'), at: 1 }),
        loggedCheck({ ...named('some_name'), at: 3, sandbox: true }),
        { account: 'some_name', at: 4, bans: 'garbage' },
        loggedCheck({ ...named('some_name2'), at: 5 }),
        loggedCheck({ ...named('some_nam'), at: 6 }),
      ])
      expect(await lastCheck('SOME_NAME')).toMatchObject({ at: 3, sandbox: true })
    })
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logSwitch } from '../../../src/storage/database.ts'
import type { StoredBatch } from '../../../src/storage/records.ts'
import {
  checkBefore,
  storeBatch,
  storeCheck,
  storePlanProgress,
  lastCheck,
  recentNames,
  wholeLog,
} from '../../../src/storage/stores.ts'
import { blockedDevice, emptyDevice, named, storedBatch, storedCheck, written } from '../log/deviceLog.ts'

beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

describe('batchStore', () => {
  const batch = (at: number, changes: Partial<StoredBatch> = {}) => storedBatch({ at, ...changes })

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

const times = async () => (await wholeLog())?.checks.map(({ at }) => at)

it('the kept checks are cut to a thousand, and the oldest go first, whatever their account', async () => {
  const rows = Array.from({ length: 1010 }, (_, index) =>
    // The oldest belong to the name that the table sorts last.
    storedCheck({ ...named(index < 500 ? 'zz' : 'aa'), at: index + 1 }),
  )
  await written('checks', rows)
  expect(await storeCheck(storedCheck({ ...named('mm'), at: 5000 }))).toBe('kept')
  const kept = await times()
  expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([1000, 5000, 12])
})

it('the check before is the latest earlier one of the same account, real for a real check and invented for an invented one', async () => {
  await written('checks', [
    ...[1, 3, 4, 5].map((at) => storedCheck({ at })),
    storedCheck({ at: 2, sandbox: true }),
    storedCheck({ ...named('namf'), at: 3 }),
    storedCheck({ ...named('namd'), at: 3 }),
  ])
  expect(await checkBefore(storedCheck({ at: 4 }))).toEqual(storedCheck({ at: 3 }))
  expect(await checkBefore(storedCheck({ at: 3 }))).toEqual(storedCheck({ at: 1 }))
  expect(await checkBefore(storedCheck({ at: 4, sandbox: true }))).toMatchObject({ at: 2, sandbox: true })
  expect(await checkBefore(storedCheck({ at: 2, sandbox: true }))).toBeNull()
  expect(await checkBefore(storedCheck({ at: 1 }))).toBeNull()
  expect(await checkBefore(storedCheck({ ...named('other'), at: 9 }))).toBeNull()
})

it('the names checked last are the eight newest, each once, as they were written last', async () => {
  await written('checks', [
    ...Array.from({ length: 9 }, (_, index) => storedCheck({ ...named(`n${index}`), at: index + 1 })),
    storedCheck({ ...named('N5'), at: 20 }),
    { ...named('broken'), at: 30 },
  ])
  expect(await recentNames()).toEqual(['N5', 'n8', 'n7', 'n6', 'n4', 'n3', 'n2', 'n1'])
})

describe('what was ticked off', () => {
  it('stays when the same check is kept again', async () => {
    await storeCheck(storedCheck({ at: 1 }))
    expect(await storePlanProgress('NAME', 1, ['wait'])).toBe('kept')
    await storeCheck(storedCheck({ at: 1 }))
    expect(await lastCheck('name')).toEqual(storedCheck({ at: 1, ticks: ['wait'] }))
  })

  it('is kept under no other check, and under none that is not kept', async () => {
    await storeCheck(storedCheck({ at: 1 }))
    expect(await storePlanProgress('name', 2, ['wait'])).toBe('kept')
    expect(await storePlanProgress('other', 1, ['wait'])).toBe('kept')
    expect((await wholeLog())?.rows.checks).toEqual([storedCheck({ at: 1 })])
  })
})

it('the last check of an account is the newest that can be read, whatever the case of the name', async () => {
  await written('checks', [
    storedCheck({ ...named('Some_Name'), at: 1 }),
    storedCheck({ ...named('some_name'), at: 3, sandbox: true }),
    { account: 'some_name', at: 4, bans: 'garbage' },
    storedCheck({ ...named('some_name2'), at: 5 }),
    storedCheck({ ...named('some_nam'), at: 6 }),
  ])
  expect(await lastCheck('SOME_NAME')).toMatchObject({ at: 3, sandbox: true })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkStorageSwitch, monthStorageSwitch, writeLog } from '../../../src/storage/database.ts'
import { observationKey } from '../../../src/storage/records.ts'
import type { ObservedAnswer, StoredBatch, ObservationSubject } from '../../../src/storage/records.ts'
import {
  readAllMonths,
  readCheckBefore,
  readChecks,
  readObservations,
  readRecentNames,
  storeBatch,
  storeCheck,
  storeMonths,
  storeObservation,
  storePlanProgress,
  readWholeLog,
} from '../../../src/storage/stores.ts'
import {
  blockedDevice,
  emptyDevice,
  named,
  storedBatch,
  storedCheck,
  storedMonth,
  written,
} from '../log/deviceLog.ts'
import { withMeasurements } from '../../../src/storage/measurements.ts'
import { removeRows, restoreRows } from '../../../src/storage/rows.ts'

beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

describe('batchStore', () => {
  const batch = (at: number, changes: Partial<StoredBatch> = {}) => storedBatch({ at, ...changes })

  it('checks of posts are read with the one made last first, whatever the clock said', async () => {
    expect(await storeBatch(batch(2, { sandbox: true }))).toBe('kept')
    await storeBatch(batch(1, { failed: 2 }))
    expect((await readWholeLog())?.batches).toEqual([batch(1, { failed: 2 }), batch(2, { sandbox: true })])
  })

  it('at most a thousand checks of posts are stored, and the oldest are deleted first', async () => {
    await written(
      'batches',
      Array.from({ length: 1000 }, (_, index) => batch(index + 1)),
    )
    await storeBatch(batch(2000))
    const kept = (await readWholeLog())?.batches.map(({ at }) => at)
    expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([1000, 2000, 2])
  })

  it('no check of posts is stored while the log is off, or if no schema could read it again', async () => {
    expect(await storeBatch(batch(1, { sessionId: 'x'.repeat(201) }))).toBe('unavailable')
    await checkStorageSwitch.turn(false)
    expect(await storeBatch(batch(1))).toBe('off')
    expect((await readWholeLog())?.batches).toEqual([])
    blockedDevice()
    expect(await storeBatch(batch(1))).toBe('unavailable')
  })
})

const times = async () => (await readWholeLog())?.checks.map(({ at }) => at)

it('at most a thousand checks are stored, and the oldest are deleted first, whatever their account', async () => {
  const rows = Array.from({ length: 1010 }, (_, index) =>
    // The oldest belong to the name that the table sorts last.
    storedCheck({ ...named(index < 500 ? 'zz' : 'aa'), at: index + 1 }),
  )
  await written('checks', rows)
  expect(await storeCheck(storedCheck({ ...named('mm'), at: 5000 }))).toBe('kept')
  const kept = await times()
  expect([kept?.length, kept?.[0], kept?.at(-1)]).toEqual([1000, 5000, 12])
})

it('the browser is asked to keep what is stored once the first check is there', async () => {
  const persist = vi.fn(() => Promise.reject(new Error('The visitor refuses')))
  vi.stubGlobal('navigator', { storage: { persist } })
  await storeCheck(storedCheck({ at: 1 }))
  await storeCheck(storedCheck({ at: 2 }))
  expect(persist).toHaveBeenCalledOnce()
})

it('the check before is the latest earlier one of the same account, with demo data for demo data only', async () => {
  await written('checks', [
    ...[1, 3, 4, 5].map((at) => storedCheck({ at })),
    storedCheck({ at: 2, sandbox: true }),
    storedCheck({ ...named('namf'), at: 3 }),
    storedCheck({ ...named('namd'), at: 3 }),
  ])
  expect(await readCheckBefore(storedCheck({ at: 4 }))).toEqual(storedCheck({ at: 3 }))
  expect(await readCheckBefore(storedCheck({ at: 3 }))).toEqual(storedCheck({ at: 1 }))
  expect(await readCheckBefore(storedCheck({ at: 4, sandbox: true }))).toMatchObject({ at: 2, sandbox: true })
  expect(await readCheckBefore(storedCheck({ at: 2, sandbox: true }))).toBeNull()
  expect(await readCheckBefore(storedCheck({ at: 1 }))).toBeNull()
  expect(await readCheckBefore(storedCheck({ ...named('other'), at: 9 }))).toBeNull()
})

it('the names checked last are the newest eight, each once, in the latest spelling', async () => {
  await written('checks', [
    ...Array.from({ length: 9 }, (_, index) => storedCheck({ ...named(`n${index}`), at: index + 1 })),
    storedCheck({ ...named('N5'), at: 20 }),
    { ...named('broken'), at: 30 },
  ])
  expect(await readRecentNames()).toEqual(['N5', 'n8', 'n7', 'n6', 'n4', 'n3', 'n2', 'n1'])
})

it('the last check is the one that was made last, even if the clock was a day ahead for a while', async () => {
  const [ahead, today] = [storedCheck({ at: Date.now() + 86_400_000 }), storedCheck({ at: Date.now() })]
  await storeCheck(ahead)
  await storeCheck(today)
  expect((await readChecks('name'))[0]).toEqual(today)
  expect(await readCheckBefore(today)).toEqual(ahead)
  expect(await readCheckBefore(ahead)).toBeNull()
  expect((await readWholeLog())?.checks).toEqual([today, ahead])
})

describe('what was ticked off', () => {
  it('ticked tasks remain when the same check is stored again', async () => {
    await storeCheck(storedCheck({ at: 1 }))
    expect(await storePlanProgress('NAME', 1, ['wait'])).toBe('kept')
    await storeCheck(storedCheck({ at: 1 }))
    expect((await readChecks('name'))[0]).toEqual(storedCheck({ at: 1, ticks: ['wait'] }))
  })

  it('ticked tasks are stored with their own check only, and only if that is stored', async () => {
    await storeCheck(storedCheck({ at: 1 }))
    expect(await storePlanProgress('name', 2, ['wait'])).toBe('kept')
    expect(await storePlanProgress('other', 1, ['wait'])).toBe('kept')
    expect((await readWholeLog())?.checks).toEqual([storedCheck({ at: 1 })])
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
  expect((await readChecks('SOME_NAME'))[0]).toMatchObject({ at: 3, sandbox: true })
})

const observation = (item: ObservationSubject['item'], at: number) => ({
  about: observationKey({ name: 'name', item }),
  name: 'name',
  item,
  answer: 'seen',
  at,
})

async function filled() {
  await written('checks', [storedCheck({ at: 1 }), storedCheck({ at: 3 }), { account: 'x', at: 2 }])
  await written('batches', [storedBatch(), { at: 2, counts: {} }])
  await written('observations', [
    observation('search_ban', 1),
    observation('ghost_ban', 2),
    observation('7', 1),
    observation('5', 2),
    { about: 'name unknown' },
    { about: 'x' },
  ])
  await written('months', [
    storedMonth('2026-06'),
    storedMonth('2026-08'),
    storedMonth('2026-07'),
    { month: 'July' },
  ])
}

describe('the whole log', () => {
  it('the log lists the newest records first, and counts unreadable ones without deleting them', async () => {
    await filled()
    const log = await readWholeLog()
    expect(log?.checks.map(({ at }) => at)).toEqual([3, 1])
    expect(log?.observations.map(({ at }) => at)).toEqual([2, 2, 1, 1])
    expect(log?.months.map((kept) => kept.month)).toEqual(['2026-08', '2026-07', '2026-06'])
    expect(log?.batches).toHaveLength(1)
    expect(log?.unreadable).toBe(5)
    expect(log?.rows).toHaveLength(3 + 2 + 6 + 4)
  })

  it('the log is empty on a new device, and null if the browser stores nothing', async () => {
    expect(await readWholeLog()).toMatchObject({ checks: [], observations: [], months: [], unreadable: 0 })
    blockedDevice()
    expect([await readWholeLog(), await readAllMonths(), await readObservations(['7'])]).toEqual([
      null,
      null,
      [],
    ])
  })

  it('records are deleted as they were shown: what another tab stored or changed since stays, and undo keeps that too', async () => {
    await written('checks', [storedCheck({ at: 1 }), { account: 'x', at: 2 }])
    await written('observations', [observation('search_ban', 1)])
    const shown = (await readWholeLog())?.rows ?? []
    await storeCheck(storedCheck({ at: 3 }))
    await storeObservation({ name: 'name', item: 'search_ban', answer: 'unseen', at: 2 })
    expect(await removeRows(shown)).toBe('kept')
    const left = { checks: [storedCheck({ at: 3 })], observations: [{ answer: 'unseen' }], unreadable: 0 }
    expect(await readWholeLog()).toMatchObject(left)
    expect(await restoreRows(shown)).toBe('kept')
    expect(await readWholeLog()).toMatchObject({
      ...left,
      checks: [storedCheck({ at: 3 }), storedCheck({ at: 1 })],
      unreadable: 1,
    })
  })

  it('the measurements of /pow are deleted and restored with the log', async () => {
    const run = { id: '2026', imported: false }
    await withMeasurements((all) => all.put('runs', run))
    const log = await readWholeLog()
    expect(log?.measurements).toBe(1)
    await removeRows(log?.rows ?? [])
    expect((await readWholeLog())?.measurements).toBe(0)
    await restoreRows(log?.rows ?? [])
    expect(await withMeasurements((all) => all.getAll('runs'))).toEqual([run])
  })

  it('the log stores only the fields of a record, whatever else a finished check has', async () => {
    await storeCheck({ ...storedCheck(), tweets: [] } as ReturnType<typeof storedCheck>)
    expect((await readWholeLog())?.rows.map(({ row }) => row)).toEqual([{ ...storedCheck(), order: 1 }])
  })
})

it('months of reports are stored only if the visitor wants it, and the report that X made last replaces an earlier one', async () => {
  const made = (generatedAt: number | null) => storedMonth('2026-07', { generatedAt })
  const kept = async () => (await readAllMonths())?.months.map(({ generatedAt }) => generatedAt)
  expect(await storeMonths([made(7)])).toBe('off')
  await monthStorageSwitch.turn(true)
  await storeMonths([made(7)])
  await storeMonths([made(6)])
  expect(await kept()).toEqual([7])
  await storeMonths([made(8)])
  expect(await kept()).toEqual([8])
  await storeMonths([made(null)])
  expect(await kept()).toEqual([null])
  await storeMonths([made(1)])
  expect(await kept()).toEqual([1])
})

it('one observation is stored for each account and item or post, and the latest answer replaces the earlier one', async () => {
  const keep = async (name: string, item: ObservationSubject['item'], answer: ObservedAnswer, at: number) =>
    await storeObservation({ name, item, answer, at })
  expect(await keep('Name', 'search_ban', 'seen', 1)).toBe('kept')
  expect(await keep('name', 'search_ban', 'unseen', 2)).toBe('kept')
  await keep('NAME', 'ghost_ban', 'unsure', 3)
  const last = { name: 'namf', answer: 'seen', at: 4, viewer: 'follower' } as const
  await storeObservation({ ...last, item: 'ghost_ban' })
  await keep('name', '7', 'unseen', 5)
  await keep('other', '7', 'seen', 6)
  const keys = ['name ghost_ban', 'name search_ban', '7', '8']
  expect(await readObservations(keys)).toEqual([
    { about: 'name ghost_ban', name: 'NAME', item: 'ghost_ban', answer: 'unsure', at: 3 },
    { about: 'name search_ban', name: 'name', item: 'search_ban', answer: 'unseen', at: 2 },
    { about: '7', name: 'other', item: '7', answer: 'seen', at: 6 },
  ])
  expect(await readObservations([])).toEqual([])
  const log = await readWholeLog()
  expect(log?.observations.slice(0, 2)).toEqual([
    { about: '7', name: 'other', item: '7', answer: 'seen', at: 6 },
    { ...last, about: 'namf ghost_ban', item: 'ghost_ban' },
  ])
})

it('a failed write is tried once more, and says whether the disk is full or storage is unavailable', async () => {
  const failing = async (...errors: unknown[]) => {
    let attempts = 0
    const outcome = await writeLog(async () => {
      const error = errors[attempts++]
      if (error !== undefined) throw error
    })
    return [outcome, attempts]
  }
  const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
  expect(await failing(new DOMException('full', 'QuotaExceededError'))).toEqual(['full', 1])
  expect(await failing(lost)).toEqual(['kept', 2])
  expect(await failing(lost, lost)).toEqual(['unavailable', 2])
  expect(await failing(new Error('QuotaExceededError'), lost)).toEqual(['unavailable', 2])
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { fakeState } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

const START = 1_790_000_000_000
const QUARTER = 15 * 60_000
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => vi.useRealTimers())

it('sets one alarm for all that expires, a quarter of an hour after the first of it, also when the object is moved', async () => {
  const { ctx, sets } = fakeState()
  const object = new StoreObject(ctx, {})
  await object.call('writeCache', 'first', 'value', Date.now() + 1000)
  vi.setSystemTime(START + 1000)
  await object.call('writeCache', 'second', 'value', Date.now() + 1000)
  await new StoreObject(ctx, {}).call('writeCache', 'third', 'value', Date.now() + 1000)
  expect(sets).toEqual([START + QUARTER])
})

it('sweeps when the alarm rings, and sets the next one while rows are left, or with the first row after all were gone', async () => {
  const { ctx, sets, ring } = fakeState()
  const object = new StoreObject(ctx, {})
  await object.call('writeCache', 'over', 'value', Date.now() + QUARTER)
  await object.call('writeCache', 'left', 'value', Date.now() + 2 * QUARTER)
  for (const [round, left] of [
    [1, 'value'],
    [2, null],
  ] as const) {
    vi.setSystemTime(START + round * QUARTER)
    ring()
    await object.alarm()
    expect(await object.call('readCache', 'over', Date.now())).toBeNull()
    expect(await object.call('readCache', 'left', Date.now())).toBe(left)
  }
  expect(sets).toEqual([START + QUARTER, START + 2 * QUARTER])
  await object.call('writeCache', 'new', 'value', Date.now() + 1000)
  expect(sets).toEqual([START + QUARTER, START + 2 * QUARTER, START + 3 * QUARTER])
})

it('reads its alarm once for many rows, and makes its tables once: the platform counts both', async () => {
  const { ctx, counts, statements } = fakeState()
  const object = new StoreObject(ctx, {})
  for (const key of ['first', 'second', 'third'])
    await object.call('writeCache', key, 'value', Date.now() + 1000)
  expect(await object.call('readCache', 'second', Date.now())).toBe('value')
  expect(counts.alarmsRead).toBe(1)
  const made = statements.filter((sql) => sql.startsWith('CREATE'))
  expect(made).toEqual([...new Set(made)])
})

it('fails an alarm that cannot set the next one, so that the platform calls it again', async () => {
  const { ctx, sets, ring } = fakeState()
  const object = new StoreObject(ctx, {})
  await object.call('writeCache', 'left', 'value', Date.now() + 10 * QUARTER)
  ring()
  const { storage } = ctx as { storage: { setAlarm: (time: number) => Promise<void> } }
  const failing = vi.spyOn(storage, 'setAlarm').mockRejectedValueOnce(new Error('internal error'))
  await expect(object.alarm()).rejects.toThrow('The next sweep')
  await object.alarm()
  expect(failing).toHaveBeenCalledTimes(2)
  expect(sets).toHaveLength(2)
})

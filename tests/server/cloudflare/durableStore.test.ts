import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import {
  createDurableSecretBox,
  createDurableStore,
  storeObjectFor,
  shardOf,
} from '../../../server/cloudflare/durableStore.ts'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'
import { CLAIM_GRACE_MS } from '../../../server/store/Store.ts'
import { SQL_SCHEMA, createSqlCalls } from '../../../server/store/sql.ts'
import { describeDurableStore } from '../store/contract.ts'
import { fakeObjects, fakeState } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

const storeObjects = (isDown?: (name: string) => boolean) =>
  fakeObjects((ctx) => new StoreObject(ctx, {}), isDown)
const { objects } = storeObjects()

describeDurableStore('Durable Objects, over a stand-in for their platform,', () => objects)

const HOUR_MS = 3_600_000
const entry = (key: string, ttlMs: number) => ({ key, value: 'value', ttlMs })

describe('the place of a key', () => {
  // Where a spent proof lies must not change with a version: these are FNV-1a's published values.
  it.each([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ])('the object of a key is chosen by the FNV-1a hash of "%s"', (key, hash) => {
    expect(shardOf(key, 2 ** 32)).toBe(hash)
    expect(shardOf(key, 32)).toBe(hash % 32)
  })

  it('a key has one of 32 objects of its kind, each with its part of the keys', () => {
    const names = (kind: 'claim' | 'history' | 'cache') => {
      const asked = new Map<string, number>()
      const noted = {
        getByName: (name: string) => asked.set(name, (asked.get(name) ?? 0) + 1),
      } as unknown as NamedObjects<StoreObject>
      for (let index = 0; index < 3200; index++) storeObjectFor(noted, kind, `key-${index}`)
      return asked
    }
    for (const kind of ['claim', 'history', 'cache'] as const) {
      const asked = names(kind)
      expect([...asked.keys()].sort()).toEqual(
        Array.from({ length: 32 }, (_, index) => `${kind}-${index}`).sort(),
      )
      for (const keys of asked.values()) expect(keys).toBeLessThan(200)
    }
  })
})

it('the store is unavailable while an object for claims is, and writes no row to find that out', async () => {
  let isDown = true
  const { objects: mine, made } = storeObjects(() => isDown)
  const store = createDurableStore(mine)
  await expect(store.health()).rejects.toThrow('internal error')
  isDown = false
  await store.health()
  expect([...made.keys()]).toEqual([expect.stringMatching(/^claim-\d+$/)])
  for (const { state } of made.values()) expect(state.rows('SELECT 1 FROM proofs')).toEqual([])
})

it('the secrets are kept in an object of their own: the first that were made, until an operator replaces them', async () => {
  const { objects: mine, made } = storeObjects()
  const box = createDurableSecretBox(mine)
  expect(await box.read()).toBeNull()
  await Promise.all(['first', 'second'].map((text) => box.create(text)))
  expect(await box.read()).toBe('first')
  expect(await box.replace('third', 'second')).toBe(false)
  expect(await box.read()).toBe('first')
  expect(await box.replace('third', 'first')).toBe(true)
  expect(await box.read()).toBe('third')
  expect([...made.keys()]).toEqual(['secrets'])
})

it('an object removes the expired rows of every table, and no others', async () => {
  const start = 1_790_000_000_000
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const { object, state } = storeObjects().named('all')
  const quotas = [{ name: 'day', limit: 9, ttlMs: HOUR_MS }]
  const over = start + 1000
  await object.call('claim', 'a', over, start)
  await object.call('spend', { amount: 1, quotas }, start)
  await object.call('saveHistory', 'a', '{}', over, 1e9)
  await object.call('writeCache', [entry('a', 1000)], start)
  const tables = ['proofs', 'quotas', 'history', 'cache']
  const left = () => tables.filter((table) => state.rows(`SELECT 1 FROM ${table}`).length > 0)
  vi.setSystemTime(start + 999)
  expect(await object.sweep()).toBe(true)
  expect(left()).toEqual(tables)
  vi.setSystemTime(start + 1000)
  expect(await object.sweep()).toBe(true)
  expect(left()).toEqual(['proofs', 'quotas'])
  vi.setSystemTime(over + CLAIM_GRACE_MS)
  expect(await object.sweep()).toBe(true)
  expect(left()).toEqual(['quotas'])
  vi.setSystemTime(start + HOUR_MS)
  expect(await object.sweep()).toBe(false)
  expect(left()).toEqual([])
  vi.useRealTimers()
})

// A sweep once read all claims each minute to find those whose time was over.
it('an object finds the expired rows of every table by an index', () => {
  const db = new DatabaseSync(':memory:')
  for (const sql of [...SQL_SCHEMA, ...SQL_SCHEMA]) db.exec(sql)
  const swept: string[] = []
  createSqlCalls((sql) => (swept.push(sql), [])).sweep(1)
  const plans = swept
    .filter((sql) => sql.startsWith('DELETE'))
    .map((sql) =>
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(0)
        .map(({ detail }) => String(detail))
        .join('\n'),
    )
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).toMatch(/SEARCH \w+ USING (?:COVERING )?INDEX \w+_expires/)
  expect(plans.join()).not.toContain('SCAN')
  db.close()
})

describe('the alarm of an object', () => {
  const START = 1_790_000_000_000
  const QUARTER = 15 * 60_000
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => vi.useRealTimers())

  it('an object sets one alarm for all rows that expire, a quarter of an hour after the first was written, also after the object was moved', async () => {
    const { ctx, sets } = fakeState()
    const object = new StoreObject(ctx, {})
    await object.call('writeCache', [entry('first', 1000)], Date.now())
    vi.setSystemTime(START + 1000)
    await object.call('writeCache', [entry('second', 1000)], Date.now())
    await new StoreObject(ctx, {}).call('writeCache', [entry('third', 1000)], Date.now())
    expect(sets).toEqual([START + QUARTER])
  })

  it('an object removes expired rows at its alarm, and sets the next alarm while rows are left, or with the first new row', async () => {
    const { ctx, sets, ring } = fakeState()
    const object = new StoreObject(ctx, {})
    await object.call('writeCache', [entry('over', QUARTER)], Date.now())
    await object.call('writeCache', [entry('left', 2 * QUARTER)], Date.now())
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
    await object.call('writeCache', [entry('new', 1000)], Date.now())
    expect(sets).toEqual([START + QUARTER, START + 2 * QUARTER, START + 3 * QUARTER])
  })

  it('an object reads its alarm once for many rows and makes its tables once, because the platform counts both', async () => {
    const { ctx, counts, statements } = fakeState()
    const object = new StoreObject(ctx, {})
    for (const key of ['first', 'second', 'third'])
      await object.call('writeCache', [entry(key, 1000)], Date.now())
    expect(await object.call('readCache', 'second', Date.now())).toBe('value')
    expect(counts.alarmsRead).toBe(1)
    const made = statements.filter((sql) => sql.startsWith('CREATE'))
    expect(made).toEqual([...new Set(made)])
  })

  it('the alarm fails if it cannot set the next one, so that the platform calls it again', async () => {
    const { ctx, sets, ring } = fakeState()
    const object = new StoreObject(ctx, {})
    await object.call('writeCache', [entry('left', 10 * QUARTER)], Date.now())
    ring()
    const { storage } = ctx as { storage: { setAlarm: (time: number) => Promise<void> } }
    const failing = vi.spyOn(storage, 'setAlarm').mockRejectedValueOnce(new Error('internal error'))
    await expect(object.alarm()).rejects.toThrow('The next sweep')
    await object.alarm()
    expect(failing).toHaveBeenCalledTimes(2)
    expect(sets).toHaveLength(2)
  })
})

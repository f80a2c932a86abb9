import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { switchLog } from '../../../../src/storage/database.ts'
import type { LoggedBatch } from '../../../../src/storage/records.ts'
import { keepBatch } from '../../../../src/storage/stores.ts'
import { wholeLog } from '../../../../src/storage/wholeLog.ts'
import { blockedDevice, emptyDevice, written } from '../deviceLog.ts'

beforeEach(() => {
  emptyDevice()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const counts = { ok: 1, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 }
const batch = (at: number, changes: Partial<LoggedBatch> = {}): LoggedBatch => ({
  at,
  sandbox: false,
  counts,
  failed: 0,
  sessionId: 'abc',
  keptUntil: null,
  ...changes,
})

it('keeps checks of posts, newest first, the same one once, real ones apart from invented ones', async () => {
  expect(await keepBatch(batch(1))).toBe('kept')
  await keepBatch(batch(2, { sandbox: true }))
  await keepBatch(batch(1, { failed: 1 }))
  expect((await wholeLog())?.batches).toEqual([batch(2, { sandbox: true }), batch(1, { failed: 1 })])
})

it('puts a check in the place of the one that it holds as a whole', async () => {
  await keepBatch(batch(1))
  await keepBatch(batch(2))
  await keepBatch(batch(3, { failed: 1 }), 1)
  expect((await wholeLog())?.batches).toEqual([batch(3, { failed: 1 }), batch(2)])
})

it('keeps no more than a thousand, and the oldest go first', async () => {
  const rows = Array.from({ length: 999 }, (_, index) => batch(index + 1))
  await written('batches', rows)
  const kept = async () => (await wholeLog())?.batches.map(({ at }) => at) ?? []
  const ends = async () => [(await kept()).length, (await kept())[0], (await kept()).at(-1)]
  await keepBatch(batch(2000))
  expect(await ends()).toEqual([1000, 2000, 1])
  await keepBatch(batch(2001))
  expect(await ends()).toEqual([1000, 2001, 2])
})

it('keeps nothing while the log is off, nor what no schema could read again', async () => {
  expect(await keepBatch(batch(1, { sessionId: 'x'.repeat(201) }))).toBe('unavailable')
  await switchLog(false)
  expect(await keepBatch(batch(1))).toBe('off')
  expect((await wholeLog())?.batches).toEqual([])
  blockedDevice()
  expect(await keepBatch(batch(1))).toBe('unavailable')
})

it('counts what it cannot read, and loses none of it', async () => {
  await written('batches', [batch(1), { at: 2, counts: {} }])
  const log = await wholeLog()
  expect(log?.batches).toHaveLength(1)
  expect(log?.unreadable).toBe(1)
  expect(log?.rows.batches).toHaveLength(2)
})

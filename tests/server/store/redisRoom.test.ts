import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterAll, expect, it } from 'vitest'
import { openBackend } from '../../../server/store/openBackend.ts'
import { startRedis } from '../redisServer.ts'

const redis = await startRedis(['--maxmemory', '12mb', '--maxmemory-policy', 'noeviction'])
afterAll(() => redis.kill())
const LONG = 600_000

// A Redis of 64 MB was once full after 800 repeated batches, and then 80 of 80 checks of others were refused.
it('takes every claim while histories and cached answers fill a small Redis many times over', async () => {
  const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
  const textOf = (bytes: number) => randomBytes(bytes / 2).toString('hex')
  const failed: unknown[] = []
  const claimed: boolean[] = []
  let last = ''
  for (let turn = 0; turn < 400; turn++) {
    last = randomUUID()
    const results = [{ url: textOf(69_000), status: 'AVAILABLE' }]
    await store
      .saveHistory(last, { results, timestamp: 1 }, LONG)
      .catch((error: unknown) => failed.push(error))
    await store.writeCache(randomUUID(), textOf(30_000), LONG).catch((error: unknown) => failed.push(error))
    claimed.push(await store.claim(randomUUID(), LONG).catch(() => false))
  }
  expect(new Set(claimed)).toEqual(new Set([true]))
  expect(failed).toEqual([])
  expect(await store.readHistory(last)).not.toBeNull()
  const client = await createClient({ url: redis.url }).connect()
  expect(Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])).toBeLessThan(12 * 2 ** 20)
  client.destroy()
  await store.close()
})

// 2,000 histories once became 1,000 with one save, and one with the next.
it('drops a few histories a save where others fill the Redis, until the others fit', async () => {
  const shared = await startRedis(['--maxmemory', '24mb', '--maxmemory-policy', 'noeviction'])
  const { store } = await openBackend({ storeUrl: shared.url, dataDir: '' }, () => undefined)
  const client = await createClient({ url: shared.url }).connect()
  const kept = () => client.zCard('shadowban:histories:times')
  const usedMegabytes = async () =>
    Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]) / 2 ** 20
  async function fillByOthers(megabytes: number): Promise<void> {
    while ((await usedMegabytes()) < megabytes) await client.set(`others:${randomUUID()}`, 'x'.repeat(50_000))
  }
  /** Saves, once the store has asked anew how much room there is, and returns how many that has cost. */
  async function lostBySave(): Promise<number> {
    await delay(600)
    const before = await kept()
    const results = [{ url: randomBytes(5000).toString('hex'), status: 'AVAILABLE' as const }]
    const id = randomUUID()
    await store.saveHistory(id, { results, timestamp: 1 }, LONG)
    expect(await store.readHistory(id)).not.toBeNull()
    return before + 1 - (await kept())
  }
  const save = { results: [{ url: 'x'.repeat(10_000), status: 'AVAILABLE' as const }], timestamp: 1 }
  for (let saved = 0; saved < 200; saved++) await store.saveHistory(randomUUID(), save, LONG)

  await fillByOthers(18.5)
  const few: number[] = []
  for (let turn = 0; turn < 8; turn++) few.push(await lostBySave())
  expect(Math.max(...few)).toBeLessThanOrEqual(17)
  expect(Math.max(...few)).toBeGreaterThan(0)
  expect(await usedMegabytes()).toBeLessThan(18.1)
  expect(await kept()).toBeGreaterThan(100)

  await fillByOthers(22)
  const many: number[] = []
  for (let turn = 0; turn < 3; turn++) many.push(await lostBySave())
  expect(Math.max(...many)).toBeLessThanOrEqual(17)
  expect(await kept()).toBeGreaterThan(50)
  client.destroy()
  await store.close()
  await shared.kill()
})

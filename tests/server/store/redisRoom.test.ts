import { randomBytes, randomUUID } from 'node:crypto'
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

import { createClient } from 'redis'
import { afterAll } from 'vitest'
import { openBackend } from '../../../server/store/openBackend.ts'
import { startRedis } from '../redisServer.ts'
import { describeStore } from './contract.ts'

const redis = await startRedis()
afterAll(() => redis.kill())

describeStore(
  'Redis',
  async () => {
    const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
    return store
  },
  async (id) => {
    const client = await createClient({ url: redis.url }).connect()
    await client.set(`shadowban:history:${id}`, '{"results":[{"url":7}]', { expiration: 'KEEPTTL' })
    client.destroy()
  },
)

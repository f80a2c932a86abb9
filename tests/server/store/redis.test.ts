import { afterAll } from 'vitest'
import { openBackend } from '../../../server/store/openBackend.ts'
import { startRedis } from '../redisServer.ts'
import { describeStore } from './contract.ts'

const redis = await startRedis()
afterAll(() => redis.kill())

describeStore('Redis', async () => {
  const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
  return store
})

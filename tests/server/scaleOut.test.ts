import { createClient } from 'redis'
import { expect, it } from 'vitest'
import { startRedis } from './redisServer.ts'
import { scratchFolder } from './scratch.ts'
import { startServer } from './serverProcess.ts'

const folder = scratchFolder()

it('server processes on one Redis count the calls of an address together, and Redis holds nothing of the address', async () => {
  const redis = await startRedis()
  const env = { STORE_URL: redis.url, DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' }
  const servers = await Promise.all([1, 2, 3].map(() => startServer({ ...env, RATE_LIMIT_PER_MINUTE: '1' })))
  const headers = { 'X-Forwarded-For': '198.51.100.1' }
  const statuses: (number | undefined)[] = []
  for (let count = 0; count < 12; count++) {
    const path = `/api/get-history-by-session-id?id=${'A'.repeat(22)}`
    statuses.push((await servers[count % 3]?.call(path, { headers }))?.status)
  }
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  // Ten saved results may be read for each check of a minute.
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
  const operator = createClient({ url: redis.url })
  await operator.connect()
  const keys = await operator.keys('*')
  await operator.close()
  expect(keys.join()).toContain('read:')
  expect(keys.join()).not.toContain('198.51')
  await redis.kill()
})

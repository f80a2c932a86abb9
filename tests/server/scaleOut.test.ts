import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyFor, checkAccount, post, redeemAccount, solved } from './client.ts'
import type { Call } from './client.ts'
import { startRedis } from './redisServer.ts'
import type { RedisServer } from './redisServer.ts'
import { scratchFolder } from './scratch.ts'
import { startServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'

const folder = scratchFolder()
const body = bodyFor('sbx_clear')

describe('three server processes on one Redis', () => {
  let redis: RedisServer
  let servers: [ServerProcess, ServerProcess, ServerProcess]
  let env: Record<string, string>
  let turn = 0
  /** One address for all of them, each call at the next. */
  const anywhere: Call = (path, init) =>
    servers[turn++ % 3]?.call(path, init) ?? Promise.reject(new Error('none'))

  beforeAll(async () => {
    redis = await startRedis()
    env = { STORE_URL: redis.url, DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '1000000' }
    servers = await Promise.all([startServer(env), startServer(env), startServer(env)])
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGKILL')))
    await redis.kill()
  })

  // A store that reads first and writes then lets 1,687 more through in 500 rounds.
  it('several server processes on one Redis accept exactly one of 100 concurrent replays of a proof', async () => {
    const proof = await solved(anywhere, body)
    const uses = Array.from({ length: 100 }, () => redeemAccount(anywhere, body, proof))
    const statuses = (await Promise.all(uses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
  })

  it('server processes on one Redis count the calls of an address together', async () => {
    const limited = await Promise.all(
      [1, 2, 3].map(() => startServer({ ...env, RATE_LIMIT_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })),
    )
    const statuses: number[] = []
    for (let count = 0; count < 12; count++) {
      const headers = { 'X-Forwarded-For': '198.51.100.1' }
      const { call } = limited[count % 3] ?? { call: anywhere }
      statuses.push((await call(`/api/get-history-by-session-id?id=${'A'.repeat(22)}`, { headers })).status)
    }
    await Promise.all(limited.map((server) => server.kill('SIGKILL')))
    // Ten saved results may be read for each check of a minute.
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429, 429])
  })

  it('server processes accept no proof while Redis is unavailable, still answer what needs none, and recover with it', async () => {
    const [server] = servers
    const proof = await solved(server.call, body)

    await redis.kill()
    const refused = await redeemAccount(server.call, body, proof)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'store_unavailable' })
    expect((await server.call('/healthz')).status).toBe(503)
    expect((await post(server.call, '/api/generate-keyvalue', body)).status).toBe(200)

    await redis.start()
    await expect.poll(async () => (await server.call('/healthz')).status).toBe(200)
    expect((await redeemAccount(server.call, body, proof)).status).toBe(200)
    expect((await checkAccount(server.call, body)).status).toBe(200)
  })
})

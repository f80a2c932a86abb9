import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIST, bodyFor, checkAccount, outcome, post, redeemAccount, solved } from './client.ts'
import type { Call } from './client.ts'
import { startRedis } from './redisServer.ts'
import type { RedisServer } from './redisServer.ts'
import { scratchFolder } from './scratch.ts'
import { startServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'
import { simulatedX } from './upstream/simulatedX.ts'
import { json, oembedOf, startStubX, xEnv } from './upstream/stubX.ts'
import { costly } from './upstream/xWorld.ts'

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

  it('server processes on one Redis count the calls of an address together, and Redis holds nothing of the address', async () => {
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
    const operator = createClient({ url: redis.url })
    await operator.connect()
    const keys = await operator.keys('*')
    await operator.close()
    expect(keys.join()).toContain('read:')
    expect(keys.join()).not.toContain('198.51')
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

it('a Redis that is emptied in mid-day gives no dollars of the day back to a server process that has spent them', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `user${index}`)
  const x = simulatedX(Object.fromEntries(names.map((name) => [name, costly()])), 'before')
  const stub = await startStubX({ '/oembed': json(oembedOf()), '/2/': x.answer })
  const redis = await startRedis()
  const { call, kill } = await startServer({
    ...xEnv(stub),
    STORE_URL: redis.url,
    DATA_DIR: folder,
    X_BUDGET_USD_PER_DAY: '1',
    X_BUDGET_PERCENT_PER_ADDRESS: '100',
    X_BUDGET_PERCENT_PER_HOUR: '100',
  })
  const check = async () => outcome(checkAccount(call, bodyFor(names.shift() ?? '', LIST)))
  const spent = { status: 503, code: 'budget_spent' }
  let answer = await check()
  while (answer.status === 200) answer = await check()
  expect(answer).toEqual(spent)
  const before = x.cost().returned

  const operator = createClient({ url: redis.url })
  await operator.connect()
  await operator.flushAll()
  await operator.close()
  for (let turn = 0; turn < 5; turn++) expect(await check()).toEqual(spent)
  expect(x.cost().returned).toBe(before)

  await kill('SIGKILL')
  await Promise.all([redis.kill(), stub.close()])
})

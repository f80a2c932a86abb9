import { createClient } from 'redis'
import { expect, it } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { CHALLENGE_LEEWAY_S, CHALLENGE_LIFETIME_S } from '../../../server/proof/challenge.ts'
import { openRedisStore } from '../../../server/store/redis.ts'
import type { RedisClient } from '../../../server/store/redis.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { bodyFor, inProcess, outcome, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { scratchFolder } from '../scratch.ts'
import { testApp } from '../testApp.ts'

const folder = scratchFolder()
const body = bodyFor('sbx_clear')
const NOW = 1_790_000_000_000
const LIFE_MS = (CHALLENGE_LIFETIME_S + CHALLENGE_LEEWAY_S) * 1000
const SKEW_MS = 60_000
const keys: AppOptions['keys'] = () => ['a secret of both servers']
const serve = (store: AppOptions['store'], now: () => number) =>
  inProcess(testApp({ difficulty: 1, keys, now, ...(store && { store }) }))

it('two servers on one database whose clocks differ by a minute accept no proof twice', async () => {
  let time = NOW
  const slowClock = () => time
  const fastClock = () => time + SKEW_MS
  const [slow, fast] = [
    await openSqliteStore(folder, { now: slowClock }),
    await openSqliteStore(folder, { now: fastClock }),
  ]
  const [atSlow, atFast] = [serve(slow, slowClock), serve(fast, fastClock)]
  const proof = await solved(atSlow, body)
  expect((await redeemAccount(atFast, body, proof)).status).toBe(200)
  time = NOW + LIFE_MS - 1
  expect(await outcome(redeemAccount(atSlow, body, proof))).toEqual({ status: 409, code: 'already_used' })
  // By the fast clock the challenge has ended: the slow server takes over the time at which claims were swept out.
  await fast.sweep()
  // A restarted server, which no longer remembers the proof itself.
  expect(await outcome(redeemAccount(serve(slow, slowClock), body, proof))).toEqual({
    status: 403,
    code: 'expired',
  })
  await Promise.all([slow.close(), fast.close()])
})

// A clock that is set back by hours takes old challenges for valid again, whose claims are long forgotten.
it('no proof is accepted twice on Redis after the clock was set back by hours, and the server continues', async () => {
  const redis = await startRedis()
  let time = NOW
  const now = () => time
  const client = (await createClient({ url: redis.url }).connect()) as RedisClient
  const store = await openRedisStore(client, 1e6, now)
  const proof = await solved(serve(store, now), body)
  expect((await redeemAccount(serve(store, now), body, proof)).status).toBe(200)
  time = NOW + 6 * 3_600_000
  expect((await redeemAccount(serve(store, now), body, await solved(serve(store, now), body))).status).toBe(
    200,
  )
  await client.del(`shadowban:claim:${proof.token}`)

  time = NOW + 60_000
  // A process that was started since, and knows of no other time than its clock's.
  const restarted = serve(store, now)
  expect(await outcome(redeemAccount(restarted, body, proof))).toEqual({ status: 403, code: 'expired' })
  expect((await redeemAccount(restarted, body, await solved(restarted, body))).status).toBe(200)
  await store.close()
  await redis.kill()
})

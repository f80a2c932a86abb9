import { createClient } from 'redis'
import { expect, it } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { LEEWAY_S, LIFETIME_S } from '../../../server/proof/challenge.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { bodyFor, inProcess, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { scratchFolder } from '../scratch.ts'
import { testApp } from '../testApp.ts'

const folder = scratchFolder()
const body = bodyFor('sbx_clear')
const NOW = 1_790_000_000_000
const LIFE_MS = (LIFETIME_S + LEEWAY_S) * 1000
const SKEW_MS = 60_000
const keys: AppOptions['keys'] = () => ['a secret of both servers']
const serve = (store: AppOptions['store'], now: () => number) =>
  inProcess(testApp({ difficulty: 1, keys, now, ...(store && { store }) }))

it('accepts no proof twice where two servers on one database have clocks that differ by a minute', async () => {
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
  await fast.sweep()
  expect((await redeemAccount(atSlow, body, proof)).status).toBe(409)
  await Promise.all([slow.close(), fast.close()])
})

it('keeps a claim in Redis for as long as the server with the slowest clock believes its challenge', async () => {
  const redis = await startRedis()
  const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
  const proof = await solved(
    serve(store, () => NOW),
    body,
  )
  const atFast = serve(store, () => NOW + SKEW_MS)
  expect((await redeemAccount(atFast, body, proof)).status).toBe(200)
  const client = await createClient({ url: redis.url }).connect()
  expect(await client.pTTL(`shadowban:claim:${proof.token}`)).toBeGreaterThan(LIFE_MS)
  client.destroy()
  await store.close()
  await redis.kill()
})

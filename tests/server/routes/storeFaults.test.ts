import { randomBytes } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { bodyFor, checkAccount, inProcess, outcome } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { scratchFolder } from '../scratch.ts'
import { answerOn } from '../store/contract.ts'
import { createMemoryStore, testApp } from '../testApp.ts'
import { feedbackTokenOf, give, reportFrom, seen } from './given.ts'

const LONG = 600_000
const AWAY = { status: 503, code: 'store_unavailable' }
const redis = await startRedis(['--maxmemory', '12mb', '--maxmemory-policy', 'noeviction'])
afterAll(() => redis.kill())

const serverOn = (store: Store) => inProcess(testApp({ store, difficulty: 0, feedbackPercent: 100 }))

it('is refused while the database is full, and checks go on', async () => {
  const folder = scratchFolder()
  await (await openSqliteStore(folder)).close()
  const store = await openSqliteStore(folder, { maxPages: 1 })
  const call = serverOn(store)
  const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
  const fill = async () => {
    for (let index = 0; index < 10_000; index++) await store.countAnswer(answerOn('2026-11-22'))
  }
  await expect(fill()).rejects.toThrow(/full/)
  expect(await outcome(give(call, seen(ticket)))).toEqual(AWAY)
  expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
  await store.close()
})

it('is refused while Redis has room only for what checks need, and checks go on', async () => {
  const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
  const call = serverOn(store)
  const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
  const filling: Promise<unknown>[] = []
  for (let index = 0; index < 290; index++)
    filling.push(store.claim(randomBytes(15_000).toString('hex'), LONG))
  await Promise.all(filling)
  await expect.poll(() => outcome(give(call, seen(ticket)))).toEqual(AWAY)
  expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
  await store.close()
})

it('counts once what was written although the store said otherwise', async () => {
  const store = createMemoryStore()
  const { countAnswer } = store
  let isLost = true
  store.countAnswer = async (answer) => {
    const came = await countAnswer(answer)
    if (!isLost) return came
    isLost = false
    throw new Error('The database did not answer in time.')
  }
  const call = serverOn(store)
  const ticket = await feedbackTokenOf(call, 'sbx_all_bans', 'search_ban')
  expect(await outcome(give(call, seen(ticket)))).toEqual(AWAY)
  expect((await outcome(give(call, seen(ticket)))).code).toBe('counted')
  expect((await reportFrom(call)).items).toMatchObject([{ answers: 1 }])
})

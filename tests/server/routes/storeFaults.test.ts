import { expect, it } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { bodyFor, checkAccount, inProcess, outcome } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { answerOn } from '../store/contract.ts'
import { createMemoryStore, testApp } from '../testApp.ts'
import { feedbackTokenOf, give, reportFrom, seen } from './given.ts'

const AWAY = { status: 503, code: 'store_unavailable' }

const serverOn = (store: Store) => inProcess(testApp({ store, difficulty: 0, feedbackPercent: 100 }))

it('feedback is refused while the database is full, and checks go on', async () => {
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

it('feedback counts once even if the store reported a failure after writing it', async () => {
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

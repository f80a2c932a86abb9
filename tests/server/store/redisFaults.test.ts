import { afterAll, expect, it } from 'vitest'
import { openBackend } from '../../../server/store/openBackend.ts'
import { bodyFor, inProcess, outcome, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { testApp } from '../testApp.ts'

const redis = await startRedis()
afterAll(() => redis.kill())
const body = bodyFor('sbx_clear')

it('answers 503 while Redis stalls, and takes a new proof when it is back', async () => {
  const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
  const call = inProcess(testApp({ store, difficulty: 1 }))
  const proofs = await Promise.all(Array.from({ length: 8 }, () => solved(call, body)))
  redis.freeze()
  const away = { status: 503, code: 'store_away' }
  const refused = await Promise.all(proofs.map((proof) => outcome(redeemAccount(call, body, proof))))
  expect(refused).toEqual(proofs.map(() => away))
  redis.wake()
  const check = async () => (await redeemAccount(call, body, await solved(call, body))).status
  await expect.poll(check).toBe(200)
  for (const proof of proofs) {
    const later = [await redeemAccount(call, body, proof), await redeemAccount(call, body, proof)]
    expect([200, 409]).toContain(later[0]?.status)
    expect(later[1]?.status).toBe(409)
  }
  await store.close()
})

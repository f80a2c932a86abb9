import { afterAll, expect, it } from 'vitest'
import { Refusal } from '../../../server/http/errors.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor, inProcess, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { testApp } from '../testApp.ts'

const redis = await startRedis()
afterAll(() => redis.kill())
const open = () => openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
const body = bodyFor('sbx_clear')

// All of them were once "spent" afterwards, though each visitor had been told that the proof stays good.
it.each(['before the claims', 'during the claims'])(
  'gives back every proof when Redis stalls %s',
  async (when) => {
    const { store } = await open()
    const call = inProcess(testApp({ store, difficulty: 1 }))
    const proofs = await Promise.all(Array.from({ length: 8 }, () => solved(call, body)))
    if (when === 'before the claims') redis.freeze()
    const refused = proofs.map((proof) => redeemAccount(call, body, proof))
    if (when === 'during the claims') redis.freeze()
    const answers = await Promise.all(refused)
    redis.wake()
    const stalled = proofs.filter((_, index) => answers[index]?.status === 503)
    expect(stalled.length).toBeGreaterThan(0)
    await expect
      .poll(() =>
        store.health().then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    for (const proof of stalled) {
      const again = await redeemAccount(call, body, proof)
      expect([again.status, ((await again.json()) as { code?: string }).code]).toEqual([200, undefined])
    }
    await store.close()
  },
)

it('gives back the proof of a check that failed while Redis stalled', async () => {
  const { store } = await open()
  const sandbox = createSandbox()
  let tries = 0
  const upstream = {
    ...sandbox,
    checkAccount: async (...given: Parameters<typeof sandbox.checkAccount>) => {
      if (++tries > 1) return sandbox.checkAccount(...given)
      redis.freeze()
      throw new Refusal('store_away', 5)
    },
  }
  const call = inProcess(testApp({ store, upstream, difficulty: 1 }))
  const proof = await solved(call, body)
  expect((await redeemAccount(call, body, proof)).status).toBe(503)
  redis.wake()
  await expect
    .poll(() =>
      store.health().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect((await redeemAccount(call, body, proof)).status).toBe(200)
  await store.close()
})

import { createClient } from 'redis'
import { afterAll, expect, it, vi } from 'vitest'
import { issue, verify } from '../../../server/proof/challenge.ts'
import { REFRESH_MS, openKeyring, rotate } from '../../../server/proof/keyring.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { waitFor } from '../../waitFor.ts'
import { startRedis } from '../redisServer.ts'
import { describeStore } from './contract.ts'

const redis = await startRedis()
afterAll(() => redis.kill())
const open = () => openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)

describeStore(
  'Redis',
  async () => (await open()).store,
  async (id) => {
    const client = await createClient({ url: redis.url }).connect()
    await client.set(`shadowban:history:${id}`, '{"results":[{"url":7}]', { expiration: 'KEEPTTL' })
    client.destroy()
  },
  async (historyMaxBytes) => {
    const { store } = await openBackend(
      { storeUrl: `${redis.url}/1`, dataDir: '', historyMaxBytes },
      () => undefined,
    )
    return store
  },
)

// A rotation that read while another wrote once threw the other's key away.
it('rotates the keys in Redis once when five processes try at the same time, and refuses no open challenge', async () => {
  const backends = await Promise.all(Array.from({ length: 5 }, open))
  const boxes = backends.map(({ secretBox }) => secretBox)
  const [box] = boxes
  if (!box) throw new Error('no Redis')
  const ring = await openKeyring(box, () => undefined)
  const token = issue(ring.keys(), 'batch', 0, Date.now())
  expect((await Promise.all(boxes.map((box) => rotate(box)))).filter(Boolean)).toHaveLength(1)
  expect(await rotate(box)).toBe(false)
  const next = await openKeyring(box, () => undefined)
  expect(next.keys()).toHaveLength(2)
  expect(verify(next.keys(), { token, counter: '1' }, 'batch', Date.now()).id).toBe(token)
  ring.close()
  next.close()
  await Promise.all(backends.map(({ store }) => store.close()))
})

// A damaged copy was once printed, secrets and all.
it('keeps the good keys while their copy in Redis is damaged, and tells nothing of it, live or at the start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { secretBox, store } = await open()
  const faults: string[] = []
  const ring = await openKeyring(secretBox, (error) => faults.push(String(error)))
  const keys = ring.keys()
  const client = await createClient({ url: redis.url }).connect()
  await client.set('shadowban:secrets', '[{"secret":"SECRET-short","from":0}]')
  vi.advanceTimersByTime(REFRESH_MS)
  await waitFor(() => expect(faults).toHaveLength(1))
  const said =
    'The key shadowban:secrets in Redis is missing or damaged; restore it, or remove it and restart'
  expect(faults[0]).toContain(said)
  expect(faults[0]).not.toContain('SECRET')
  expect(ring.keys()).toEqual(keys)
  const refused = await openKeyring(secretBox, () => undefined).catch(String)
  expect(refused).toContain(said)
  expect(refused).not.toContain('SECRET')
  ring.close()
  client.destroy()
  vi.useRealTimers()
  await store.close()
})

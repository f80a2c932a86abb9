import { createServer, connect as connectTo } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createClient } from 'redis'
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

it('connects again where a failover has made a replica of the Redis that it is connected to', async () => {
  const promoted = await startRedis()
  let primary = redis.url
  // The name that an operator gives, which leads to the primary of the moment.
  const name = createServer((socket) => {
    const redis = connectTo(Number(new URL(primary).port), '127.0.0.1')
    for (const end of [socket, redis]) end.on('error', () => undefined)
    socket.pipe(redis).pipe(socket)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => name.once('listening', resolve))
  const storeUrl = `redis://127.0.0.1:${(name.address() as AddressInfo).port}`
  const { store } = await openBackend({ storeUrl, dataDir: '' }, () => undefined)
  expect(await store.claim('before', 1000)).toBe(true)
  const operator = createClient({ url: redis.url })
  await operator.connect()
  await operator.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
  primary = promoted.url
  await expect(store.claim('replica', 1000)).rejects.toThrow('READONLY')
  await expect.poll(() => store.claim('after', 60_000).catch(() => false)).toBe(true)
  await store.close()
  await operator.close()
  name.close()
  await promoted.kill()
})

it('counts limits by itself instead of waiting for a Redis that answers after 2.4 seconds', async () => {
  let isSlow = false
  let answered = 0
  const slow = createServer((socket) => {
    const behind = connectTo(Number(new URL(redis.url).port), '127.0.0.1')
    for (const end of [socket, behind]) end.on('error', () => undefined)
    socket.pipe(behind)
    behind.on('data', (data) => setTimeout(() => (answered++, socket.write(data)), isSlow ? 2400 : 0))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => slow.once('listening', resolve))
  const storeUrl = `redis://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const { store, count } = await openBackend({ storeUrl, dataDir: '' }, () => undefined)
  isSlow = true
  const before = answered
  expect(await count('check:192.0.2.1', 60_000)).toMatchObject({ calls: 1 })
  expect(answered).toBe(before)
  await store.close()
  slow.close()
})

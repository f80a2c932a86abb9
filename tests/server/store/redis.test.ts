import { randomBytes, randomUUID } from 'node:crypto'
import { connect as connectTo, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterAll, describe, expect, it } from 'vitest'
import { issue, verifyProof } from '../../../server/proof/challenge.ts'
import { readKeyring, rotate } from '../../../server/proof/keyring.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { bodyFor, inProcess, outcome, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { testApp } from '../testApp.ts'
import { describeStore } from './contract.ts'

it('says what of the configuration of Redis would lose results or let a proof be spent twice', async () => {
  const [primary, replica] = [await startRedis(), await startRedis()]
  const open = () => openBackend({ storeUrl: replica.url, dataDir: '' }, () => undefined)
  const client = await createClient({ url: replica.url }).connect()

  const bare = await open()
  expect(bare.warnings).toEqual([expect.stringMatching(/append-only file.*set appendonly yes\.$/)])
  await client.configSet('maxmemory-policy', 'allkeys-lru')
  await client.configSet('appendonly', 'yes')
  const evicting = await open()
  expect(evicting.warnings).toEqual([expect.stringMatching(/allkeys-lru.*set noeviction\.$/)])
  await client.configSet('maxmemory-policy', 'noeviction')
  const good = await open()
  expect(good.warnings).toEqual([])
  await expect(good.store.health()).resolves.toBeUndefined()

  await client.sendCommand(['REPLICAOF', '127.0.0.1', new URL(primary.url).port])
  const following = await open()
  expect(following.warnings).toEqual([expect.stringMatching(/read-only replica/)])
  await expect(following.store.health()).rejects.toThrow(/READONLY|MASTER/)

  client.destroy()
  await Promise.all([bare, evicting, good, following].map(({ store }) => store.close()))
  await Promise.all([primary.kill(), replica.kill()])
})

describe('shared by many', async () => {
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
    const ring = await readKeyring(box)
    const token = issue(ring.keys(), 'batch', 0, Date.now())
    expect((await Promise.all(boxes.map((box) => rotate(box)))).filter(Boolean)).toHaveLength(1)
    expect(await rotate(box)).toBe(false)
    const next = await readKeyring(box)
    expect(next.keys()).toHaveLength(2)
    expect(verifyProof(next.keys(), { token, counter: '1' }, Date.now()).token).toBe(token)
    await Promise.all(backends.map(({ store }) => store.close()))
  })
})

describe('that fails', async () => {
  const redis = await startRedis()
  afterAll(() => redis.kill())
  const body = bodyFor('sbx_clear')

  it('answers 503 while Redis stalls, and takes a new proof when it is back', async () => {
    const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
    const call = inProcess(testApp({ store, difficulty: 1 }))
    const proofs = await Promise.all(Array.from({ length: 8 }, () => solved(call, body)))
    redis.freeze()
    const away = { status: 503, code: 'store_unavailable' }
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
})

describe('that is small', async () => {
  const redis = await startRedis(['--maxmemory', '12mb', '--maxmemory-policy', 'noeviction'])
  afterAll(() => redis.kill())
  const LONG = 600_000

  // A Redis of 64 MB was once full after 800 repeated batches, and then 80 of 80 checks of others were refused.
  it('takes every claim while histories and cached answers fill a small Redis many times over', async () => {
    const { store } = await openBackend({ storeUrl: redis.url, dataDir: '' }, () => undefined)
    const textOf = (bytes: number) => randomBytes(bytes / 2).toString('hex')
    const failed: unknown[] = []
    const claimed: boolean[] = []
    let last = ''
    for (let turn = 0; turn < 400; turn++) {
      last = randomUUID()
      const results = [{ url: textOf(69_000), status: 'AVAILABLE' }]
      await store
        .saveHistory(last, { results, timestamp: 1 }, LONG)
        .catch((error: unknown) => failed.push(error))
      await store.writeCache(randomUUID(), textOf(30_000), LONG).catch((error: unknown) => failed.push(error))
      claimed.push(await store.claim(randomUUID(), LONG).catch(() => false))
    }
    expect(new Set(claimed)).toEqual(new Set([true]))
    expect(failed).toEqual([])
    expect(await store.readHistory(last)).not.toBeNull()
    const client = await createClient({ url: redis.url }).connect()
    expect(Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])).toBeLessThan(12 * 2 ** 20)
    client.destroy()
    await store.close()
  })

  // 2,000 histories once became 1,000 with one save, and one with the next.
  it('drops a few histories a save where others fill the Redis, until the others fit', async () => {
    const shared = await startRedis(['--maxmemory', '24mb', '--maxmemory-policy', 'noeviction'])
    const { store } = await openBackend({ storeUrl: shared.url, dataDir: '' }, () => undefined)
    const client = await createClient({ url: shared.url }).connect()
    const kept = () => client.zCard('shadowban:histories:times')
    const usedMegabytes = async () =>
      Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]) / 2 ** 20
    async function fillByOthers(megabytes: number): Promise<void> {
      while ((await usedMegabytes()) < megabytes)
        await client.set(`others:${randomUUID()}`, 'x'.repeat(50_000))
    }
    /** Saves, once the store has asked anew how much room there is, and returns how many that has cost. */
    async function lostBySave(): Promise<number> {
      await delay(600)
      const before = await kept()
      const results = [{ url: randomBytes(5000).toString('hex'), status: 'AVAILABLE' as const }]
      const id = randomUUID()
      await store.saveHistory(id, { results, timestamp: 1 }, LONG)
      expect(await store.readHistory(id)).not.toBeNull()
      return before + 1 - (await kept())
    }
    const save = { results: [{ url: 'x'.repeat(10_000), status: 'AVAILABLE' as const }], timestamp: 1 }
    for (let saved = 0; saved < 200; saved++) await store.saveHistory(randomUUID(), save, LONG)

    await fillByOthers(18.5)
    const few: number[] = []
    for (let turn = 0; turn < 8; turn++) few.push(await lostBySave())
    expect(Math.max(...few)).toBeLessThanOrEqual(17)
    expect(Math.max(...few)).toBeGreaterThan(0)
    expect(await usedMegabytes()).toBeLessThan(18.1)
    expect(await kept()).toBeGreaterThan(100)

    await fillByOthers(22)
    const many: number[] = []
    for (let turn = 0; turn < 3; turn++) many.push(await lostBySave())
    expect(Math.max(...many)).toBeLessThanOrEqual(17)
    expect(await kept()).toBeGreaterThan(50)
    client.destroy()
    await store.close()
    await shared.kill()
  })
})

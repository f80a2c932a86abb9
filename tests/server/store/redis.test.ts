import { randomBytes, randomUUID } from 'node:crypto'
import { connect as connectTo, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createClient } from 'redis'
import { afterAll, describe, expect, it } from 'vitest'
import { issueChallenge, verifyProof } from '../../../server/proof/challenge.ts'
import { readKeyring, rotateSigningKey } from '../../../server/proof/keyring.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { readSpent } from '../../../server/store/Store.ts'
import { bodyFor, inProcess, outcome, redeemAccount, solved } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { followClock } from '../followClock.ts'
import { testApp } from '../testApp.ts'
import { describeStore } from './contract.ts'

const open = (storeUrl: string) => openBackend({ storeUrl, dataDir: '' }, () => undefined)

it('warnings name the settings of Redis that would lose results or let a proof be spent twice', async () => {
  const [primary, replica] = [await startRedis(), await startRedis()]
  const client = await createClient({ url: replica.url }).connect()

  const bare = await open(replica.url)
  expect(bare.warnings).toEqual([expect.stringMatching(/append-only file.*set appendonly yes\.$/)])
  await client.configSet('maxmemory-policy', 'allkeys-lru')
  await client.configSet('appendonly', 'yes')
  await client.configSet('appendfsync', 'always')
  const evicting = await open(replica.url)
  expect(evicting.warnings).toEqual([expect.stringMatching(/allkeys-lru.*set noeviction\.$/)])
  await client.configSet('maxmemory-policy', 'noeviction')
  await client.configSet('appendfsync', 'everysec')
  const late = await open(replica.url)
  expect(late.warnings).toEqual([expect.stringMatching(/appendfsync everysec.*set appendfsync always\.$/)])
  await client.aclSetUser('default', '-config')
  const silent = await open(replica.url)
  expect(silent.warnings).toEqual([])
  await client.aclSetUser('default', '+config')
  await client.configSet('appendfsync', 'always')
  const good = await open(replica.url)
  expect(good.warnings).toEqual([])
  await expect(good.store.health()).resolves.toBeNull()

  await client.sendCommand(['REPLICAOF', '127.0.0.1', new URL(primary.url).port])
  const following = await open(replica.url)
  expect(following.warnings).toEqual([expect.stringMatching(/read-only replica/)])
  await expect(following.store.health()).rejects.toThrow(/READONLY|MASTER/)

  client.destroy()
  await Promise.all([bare, evicting, late, silent, good, following].map(({ store }) => store.close()))
  await Promise.all([primary.kill(), replica.kill()])
})

describe('shared by many', async () => {
  const redis = await startRedis()
  afterAll(() => redis.kill())

  describeStore(
    'Redis',
    async () => (await open(redis.url)).store,
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
  it('five processes rotate the keys in a shared Redis once if they try at the same time, and refuse no open challenge', async () => {
    const backends = await Promise.all(Array.from({ length: 5 }, () => open(redis.url)))
    const boxes = backends.map(({ secretBox }) => secretBox)
    const [box] = boxes
    if (!box) throw new Error('no Redis')
    const ring = await readKeyring(box)
    const token = issueChallenge(ring.keys(), 'batch', 0, Date.now())
    expect((await Promise.all(boxes.map((box) => rotateSigningKey(box)))).filter(Boolean)).toHaveLength(1)
    expect(await rotateSigningKey(box)).toBe(false)
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

  it('the server answers 503 while Redis stalls, and accepts a new proof when it is back', async () => {
    const { store } = await open(redis.url)
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

  it('the server connects again if a failover has made its Redis a replica', async () => {
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
    const { store } = await open(storeUrl)
    const claim = async (id: string) => (await store.claim(id, Date.now() + 60_000)).isFirst
    expect(await claim('before')).toBe(true)
    const operator = createClient({ url: redis.url })
    await operator.connect()
    await operator.sendCommand(['REPLICAOF', '127.0.0.1', '1'])
    primary = promoted.url
    await expect(claim('replica')).rejects.toThrow('READONLY')
    await expect.poll(() => claim('after').catch(() => false)).toBe(true)
    await store.close()
    await operator.close()
    name.close()
    await promoted.kill()
  })

  it('limits are counted by the server itself instead of waiting for a Redis that answers after 2.4 seconds', async () => {
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
    const { store, count } = await open(storeUrl)
    isSlow = true
    const before = answered
    expect(await count('check:192.0.2.1', 60_000)).toMatchObject({ calls: 1 })
    expect(answered).toBe(before)
    await store.close()
    slow.close()
  })
})

describe('that is small', () => {
  const LONG = 600_000
  const textOf = (bytes: number) => randomBytes(bytes / 2).toString('hex')
  const smallRedis = (maxmemory: string) =>
    startRedis(['--maxmemory', maxmemory, '--maxmemory-policy', 'noeviction'])

  // A Redis of 64 MB was once full after 800 repeated batches, and then 80 of 80 checks of others were refused.
  it('a small Redis accepts every claim while histories are saved that would fill it many times over', async () => {
    const redis = await smallRedis('12mb')
    const { store } = await open(redis.url)
    let last = ''
    for (let turn = 0; turn < 400; turn++) {
      last = randomUUID()
      const results = [{ url: textOf(69_000), status: 'AVAILABLE' }]
      await store.saveHistory(last, { results, timestamp: 1 }, LONG)
      expect((await store.claim(randomUUID(), Date.now() + LONG)).isFirst).toBe(true)
    }
    expect(await store.readHistory(last)).not.toBeNull()
    await store.close()
    await redis.kill()
  })

  it('the server refuses checks while others fill the Redis, says so in /healthz, and serves again by itself', async () => {
    const redis = await smallRedis('8mb')
    const { store } = await open(redis.url)
    let now = Date.now()
    followClock(() => now)
    const app = testApp({ store, difficulty: 1, now: () => now })
    const call = inProcess(app)
    const body = bodyFor('sbx_clear')
    const health = async () => {
      now += 3000
      return await (await app.request('/healthz')).json()
    }
    const quotas = [{ name: 'day', limit: 100, ttlMs: LONG }]
    await store.spend({ amount: 60, quotas })
    const [spent, fresh] = [await solved(call, body), await solved(call, body)]
    expect((await redeemAccount(call, body, spent)).status).toBe(200)

    const others = await createClient({ url: redis.url }).connect()
    const keys: string[] = []
    const fill = async (bytes: number) => {
      for (;;) {
        const key = `others:${keys.length}`
        const isFull = await others.set(key, 'x'.repeat(bytes)).then(
          () => false,
          () => true,
        )
        if (isFull) return
        keys.push(key)
      }
    }
    for (const bytes of [50_000, 1000]) await fill(bytes)
    // Redis also counts buffers of its own, which come and go: without this it is full at one moment and not at the next.
    const info = await others.info('memory')
    await others.configSet('maxmemory', String(Number(/used_memory:(\d+)/.exec(info)?.[1]) - 300_000))
    const away = { status: 503, code: 'store_unavailable' }
    expect(await outcome(redeemAccount(call, body, fresh))).toEqual(away)
    // The server itself remembers the proof.
    expect(await outcome(redeemAccount(call, body, spent))).toEqual({ status: 409, code: 'already_used' })
    await expect(store.spend({ amount: 1, quotas })).rejects.toThrow(/OOM/)
    expect(await health()).toMatchObject({ code: 'store_unavailable' })

    await others.del(keys.slice(0, Math.floor(keys.length / 2)))
    expect(await health()).toMatchObject({ status: 'ok' })
    expect((await redeemAccount(call, body, fresh)).status).toBe(200)
    expect(await outcome(redeemAccount(call, body, spent))).toEqual({ status: 409, code: 'already_used' })
    expect(await readSpent(store, 'day')).toBe(60)
    others.destroy()
    await store.close()
    await redis.kill()
  })

  it('the operator is told when a third of the memory of Redis is used', async () => {
    const redis = await smallRedis('16mb')
    const { store } = await open(redis.url)
    expect(await store.health()).toBeNull()
    const others = await createClient({ url: redis.url }).connect()
    await others.set('others', 'x'.repeat(6_000_000))
    expect(await store.health()).toMatch(/^Redis uses \d\d % of its maxmemory/)
    others.destroy()
    await store.close()
    await redis.kill()
  })

  // A claim once stayed for a day: 18 checks a second filled a Redis of 256 MB.
  it('a claim is kept for ten minutes after its challenge expires, and no longer', async () => {
    const redis = await startRedis()
    const { store } = await open(redis.url)
    const before = Date.now()
    await store.claim('one', before + 330_000)
    const client = await createClient({ url: redis.url }).connect()
    const left = await client.pTTL('shadowban:claim:one')
    expect(left).toBeLessThanOrEqual(330_000 + 600_000)
    // A millisecond is what rounding takes.
    expect(Date.now() + left).toBeGreaterThanOrEqual(before + 330_000 + 600_000 - 1)
    client.destroy()
    await store.close()
    await redis.kill()
  })
})

import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { openBackend } from '../../server/store/openBackend.ts'
import { MICROS_PER_DOLLAR, dollarsSpentToday } from '../../server/upstream/x/budget.ts'
import { VERDICT, bodyFor, redeemAccount, redeemBatch, sessionOf, solved } from './client.ts'
import type { Call } from './client.ts'
import { startRedis } from './redisServer.ts'
import { scratchFolder } from './scratch.ts'
import { startServer } from './serverProcess.ts'
import type { ServerProcess } from './serverProcess.ts'
import { simulatedX } from './upstream/simulatedX.ts'
import { json, oembedOf, startStubX, xEnv } from './upstream/stubX.ts'
import { costly } from './upstream/xWorld.ts'

/** `SOAK_MINUTES=30` lets the kills go on for so long. It must not run across midnight in UTC: the dollars are those of one day. */
const SOAK_MINUTES = Number(process.env['SOAK_MINUTES'] ?? 0)
const KILLS_MIN = 6
const CLIENTS = 6
const REPLAYS = 20
/** More checks than one round makes. A check that is answered from the cache costs nothing. */
const NAMES = Array.from({ length: 2000 }, (_, index) => `user${index}`)

const folder = scratchFolder()
const redis = await startRedis(['--appendonly', 'yes', '--appendfsync', 'always'])
const x = simulatedX(Object.fromEntries(NAMES.map((name) => [name, costly()])), 'before')
const stub = await startStubX({ '/oembed': json(oembedOf()), '/2/': x.answer })
const env = {
  ...xEnv(stub),
  STORE_URL: redis.url,
  DATA_DIR: folder,
  TRUST_PROXY: '127.0.0.1',
  X_BUDGET_USD_PER_DAY: '100000',
  LOG_LEVEL: 'silent',
}
/** As a service manager does: a start may fail while Redis is down, or slow on a busy machine. */
const start = (): Promise<ServerProcess> => startServer(env).catch(start)
const servers: [ServerProcess, ServerProcess] = [await start(), await start()]
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')))
  await Promise.all([redis.kill(), stub.close()])
})

/** Calls either server, as a visitor of any of 65,000 networks. */
const anywhere: Call = (path, init) => {
  const headers = new Headers(init?.headers)
  headers.set('X-Forwarded-For', `10.${randomInt(256)}.${randomInt(256)}.1`)
  return (servers[randomInt(2)] ?? servers[0]).call(path, { ...init, headers })
}

it(
  'while servers and their Redis are killed at random, no proof is spent twice, no saved result is lost, and no dollar is missing',
  async () => {
    /** How often each proof was answered with 200. */
    const spent = new Map<string, number>()
    const acknowledged: string[] = []
    /** Each uses the proof of one of the last checks once more. */
    const replays: (() => Promise<void>)[] = []
    const over = new AbortController()
    let made = 0

    async function check(): Promise<void> {
      const turn = made++
      const body = turn % 2 === 0 ? bodyFor('', VERDICT) : bodyFor(NAMES[turn % NAMES.length] ?? '', VERDICT)
      const proof = await solved(anywhere, body)
      const redeem = () =>
        body.screen_name === ''
          ? redeemBatch(anywhere, [`https://x.com/a/status/${turn + 1}`], proof)
          : redeemAccount(anywhere, body, proof)
      const redeemOnce = async () => {
        const answer = await Promise.resolve(redeem()).catch(() => null)
        if (answer?.status !== 200) return
        spent.set(proof.token, (spent.get(proof.token) ?? 0) + 1)
        const id = body.screen_name === '' ? await sessionOf(answer).catch(() => '') : ''
        if (id !== '') acknowledged.push(id)
      }
      await Promise.all([redeemOnce(), redeemOnce(), redeemOnce()])
      replays.push(redeemOnce)
      if (replays.length > REPLAYS) replays.shift()
    }
    const clients = Array.from({ length: CLIENTS }, async () => {
      // A server that is gone refuses at once.
      while (!over.signal.aborted) await check().catch(() => delay(20))
    })

    const end = performance.now() + SOAK_MINUTES * 60_000
    let kills = 0
    while (kills < KILLS_MIN || performance.now() < end) {
      const enough = spent.size + randomInt(3, 30)
      await expect.poll(() => spent.size, { timeout: 300_000 }).toBeGreaterThan(enough)
      const victim = [0, 1, 'redis'][kills++ % 3 === 2 ? 2 : randomInt(3)]
      if (victim === 'redis') {
        await redis.crash()
        await delay(randomInt(50))
        await redis.start()
      } else {
        const place = victim === 0 ? 0 : 1
        await servers[place].kill('SIGKILL')
        servers[place] = await start()
      }
      await Promise.all(replays.map((replay) => replay()))
    }
    over.abort()
    await Promise.all(clients)
    // The last kill may have been one of Redis, to which a server connects again after a while.
    await expect.poll(async () => (await servers[0].call('/healthz')).status).toBe(200)

    const read = async (id: string) => {
      const [server] = servers
      return (await server.call(`/api/get-history-by-session-id?id=${id}`)).status
    }
    const lost: string[] = []
    for (const id of acknowledged) if ((await read(id)) !== 200) lost.push(id)
    const { store } = await openBackend({ storeUrl: redis.url, dataDir: folder }, () => undefined)
    const counted = await dollarsSpentToday(store, Date.now())
    await store.close()
    const charged = x.cost().returned / MICROS_PER_DOLLAR
    const twice = [...spent.values()].filter((times) => times > 1).length
    if (SOAK_MINUTES > 0)
      console.log({
        kills,
        spent: spent.size,
        twice,
        saved: acknowledged.length,
        lost: lost.length,
        counted,
        charged,
      })
    expect([twice, lost]).toEqual([0, []])
    expect(charged).toBeGreaterThan(0)
    expect(counted).toBeGreaterThanOrEqual(charged)
  },
  (SOAK_MINUTES + 5) * 60_000,
)

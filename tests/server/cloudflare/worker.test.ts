import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { REFRESH_MS } from '../../../server/proof/keyring.ts'
import { bodyFor, redeemAccount, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { fakeState } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

const START = 1_790_000_000_000
const HANDOVER_MS = 60_000
const HOUR_MS = 3_600_000
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A Worker of an isolate of its own on objects that all isolates share, and how often their secrets were read. */
function cloud() {
  const objects = new Map<string, StoreObject>()
  const reads: number[] = []
  const get = (name: string) => {
    const object = objects.get(name) ?? new StoreObject(fakeState().ctx, {})
    objects.set(name, object)
    return object
  }
  const read = StoreObject.prototype.readSecrets
  vi.spyOn(StoreObject.prototype, 'readSecrets').mockImplementation(function (this: StoreObject) {
    reads.push(Date.now() - START)
    return read.call(this)
  })
  const env = {
    STORE: { idFromName: (name: string) => name, get },
    UPSTREAM_X: { idFromName: (name: string) => name, get },
    ASSETS: { fetch },
    POW_DIFFICULTY: '1',
    RATE_LIMIT_PER_MINUTE: '0',
    SANDBOX_LATENCY_MS: '0',
  }
  const isolate = async () => {
    vi.resetModules()
    const { default: worker } = await import('../../../server/cloudflare/worker.ts')
    const call: Call = (path, init) =>
      worker.fetch(new Request(`https://worker.test${path}`, init), env as never)
    return { call, rotate: () => worker.scheduled({}, env as never) }
  }
  const secrets = async () => JSON.parse((await get('secrets').readSecrets()) ?? '[]') as object[]
  return { isolate, reads, secrets }
}

it('reads its keys on the first call, and anew when they are due', async () => {
  const { isolate, reads } = cloud()
  const { call } = await isolate()
  const at = async (ms: number) => {
    vi.setSystemTime(START + ms)
    expect((await call('/api/ip')).status).toBe(200)
  }
  await at(0)
  const first = reads.length
  expect(first).toBeGreaterThan(0)
  await at(REFRESH_MS - 1)
  expect(reads).toHaveLength(first)
  await at(REFRESH_MS)
  expect(reads.slice(first)).toEqual([REFRESH_MS])
  await at(2 * REFRESH_MS - 1)
  expect(reads).toHaveLength(first + 1)
})

it('puts a new key in front when the time comes, which running isolates learn of, and drops the oldest the next time', async () => {
  const { isolate, secrets } = cloud()
  const running = await isolate()
  const body = bodyFor('sbx_clear')
  const before = await solved(running.call, body)
  expect(await secrets()).toHaveLength(1)
  await running.rotate()
  expect(await secrets()).toHaveLength(2)
  vi.setSystemTime(START + HANDOVER_MS + REFRESH_MS)
  expect((await redeemAccount(running.call, body, before)).status).toBe(200)

  vi.setSystemTime(START + HOUR_MS)
  const after = await solved(running.call, body)
  await running.rotate()
  expect(await secrets()).toHaveLength(2)
  // A new isolate knows no key but those two: the running one has signed with the newer one.
  const fresh = await isolate()
  expect((await redeemAccount(fresh.call, body, after)).status).toBe(200)
})

it('has a time for that in its configuration', () => {
  const config = readFileSync(join(import.meta.dirname, '../../../server/cloudflare/wrangler.jsonc'), 'utf8')
  expect(config).toMatch(/^ {2}"triggers": \{ "crons": \["(?:[\d*/,-]+ ){4}[\d*/,-]+"\] \},$/m)
})

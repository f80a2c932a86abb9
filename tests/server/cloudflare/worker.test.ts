import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { KEYRING_REFRESH_MS } from '../../../server/proof/keyring.ts'
import { bodyFor, checkBatch, redeemAccount, sessionOf, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { followClock } from '../followClock.ts'
import { fakeObjects } from './fakePlatform.ts'

vi.mock('cloudflare:workers', async () => (await import('./fakePlatform.ts')).cloudflareWorkers)

const START = 1_790_000_000_000
const HANDOVER_MS = 60_000
const HOUR_MS = 3_600_000
beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  followClock(Date.now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets both clocks go on to a time. */
const goTo = (time: number) => void vi.advanceTimersByTime(time - Date.now())

/** As the object itself reads them: a second spy would get the first one's. */
const { readSecrets } = StoreObject.prototype
const PAGE = '<h1>Unexpected Application Error!</h1>'

/** A Worker of an isolate of its own on objects that all isolates share, and how often their secrets were read. */
function cloud(variables: Record<string, unknown> = {}, isDown?: (name: string) => boolean) {
  const { objects, named } = fakeObjects((ctx) => new StoreObject(ctx, {}), isDown)
  const asking = fakeObjects(
    () => ({ oembed: async () => ({ healthWarning: null, value: { html: 'of the object' } }) }),
    isDown,
  )
  const assets = vi.fn<(url: string) => Promise<Response>>(
    async () => new Response(PAGE, { headers: { 'Content-Type': 'text/html', 'X-Frame-Options': 'DENY' } }),
  )
  const reads: number[] = []
  vi.spyOn(StoreObject.prototype, 'readSecrets').mockImplementation(function (this: StoreObject) {
    reads.push(Date.now() - START)
    return readSecrets.call(this)
  })
  const env = {
    STORE: objects,
    UPSTREAM_X: asking.objects,
    ASSETS: { fetch: assets },
    POW_DIFFICULTY: '1',
    RATE_LIMIT_PER_MINUTE: '0',
    SANDBOX_LATENCY_MS: '0',
    ...variables,
  }
  const isolate = async () => {
    vi.resetModules()
    const { default: worker } = await import('../../../server/cloudflare/worker.ts')
    const call: Call = (path, init) =>
      worker.fetch(new Request(`https://worker.test${path}`, init), env as never)
    return { call, rotate: () => worker.scheduled({}, env as never) }
  }
  const secrets = async () => JSON.parse((await named('secrets').object.readSecrets()) ?? '[]') as object[]
  return { isolate, reads, secrets, assets, asking }
}

it('the Worker reads its keys on the first call, and again when they are due', async () => {
  const { isolate, reads } = cloud()
  const { call } = await isolate()
  const at = async (ms: number) => {
    goTo(START + ms)
    expect((await call('/api/ip')).status).toBe(200)
  }
  await at(0)
  const first = reads.length
  expect(first).toBeGreaterThan(0)
  await at(KEYRING_REFRESH_MS)
  expect(reads).toHaveLength(first)
  await at(KEYRING_REFRESH_MS + 1)
  expect(reads.slice(first)).toEqual([KEYRING_REFRESH_MS + 1])
  await at(2 * KEYRING_REFRESH_MS + 1)
  expect(reads).toHaveLength(first + 1)
})

it('the Worker adds a new key when it is due, which running isolates learn of, and drops the oldest at the next rotation', async () => {
  const { isolate, secrets } = cloud()
  const running = await isolate()
  const body = bodyFor('sbx_clear')
  const before = await solved(running.call, body)
  expect(await secrets()).toHaveLength(1)
  await running.rotate()
  expect(await secrets()).toHaveLength(2)
  goTo(START + HANDOVER_MS + KEYRING_REFRESH_MS)
  expect((await redeemAccount(running.call, body, before)).status).toBe(200)

  goTo(START + HOUR_MS)
  const after = await solved(running.call, body)
  await running.rotate()
  expect(await secrets()).toHaveLength(2)
  // A new isolate knows no key but those two: the running one has signed with the newer one.
  const fresh = await isolate()
  expect((await redeemAccount(fresh.call, body, after)).status).toBe(200)
})

it("the Worker's configuration schedules the rotation of keys", () => {
  const config = readFileSync(join(import.meta.dirname, '../../../server/cloudflare/wrangler.jsonc'), 'utf8')
  expect(config).toMatch(/^ {2}"triggers": \{ "crons": \["(?:[\d*/,-]+ ){4}[\d*/,-]+"\] \},$/m)
})

it("the Worker's configuration keeps addresses and URLs of calls out of the logs", () => {
  const config = readFileSync(join(import.meta.dirname, '../../../server/cloudflare/wrangler.jsonc'), 'utf8')
  expect(config).toContain('"logs": { "invocation_logs": false }')
})

describe('what is no call of the API', () => {
  it.each(['/api', '/apix/ip', '/healthzz', '/x/api/ip'])(
    "a request that is no call of the API is answered with the site's error page: %s",
    async (path) => {
      const { isolate, assets } = cloud()
      const answer = await (await isolate()).call(path)
      expect([answer.status, await answer.text()]).toEqual([404, PAGE])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
      })
      expect(assets.mock.calls).toEqual([['https://worker.test/404']])
    },
  )

  it.each(['/assets/gone', '/robots.txt'])(
    'a request for a missing file is answered without a page: %s',
    async (path) => {
      const { isolate, assets } = cloud()
      const answer = await (await isolate()).call(path)
      expect([answer.status, await answer.text()]).toEqual([404, '404 Not Found'])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(assets).not.toHaveBeenCalled()
    },
  )

  it('a request that is no call of the API needs no configuration', async () => {
    const { isolate } = cloud({ POW_DIFFICULTY: '99' })
    expect(await (await (await isolate()).call('/nothing')).text()).toBe(PAGE)
  })
})

describe('the page of a saved batch', () => {
  const SHELL = '<title>All batches</title>'
  /** The site's assets, which know the page for all batches by two addresses. */
  function assetsOf({ assets }: ReturnType<typeof cloud>) {
    assets.mockImplementation(
      async (url) => new Response(SHELL, { headers: { 'X-From': new URL(url).pathname } }),
    )
  }

  it("the page of a saved batch has a title of its own, and is the site's page for all batches if there is no such batch", async () => {
    const opened = cloud()
    assetsOf(opened)
    const { call } = await opened.isolate()
    const sessionId = await sessionOf(await checkBatch(call, ['https://x.com/a/status/1']))
    const page = await call(`/tweetcheck/history/${sessionId}`)
    expect(await page.text()).toMatch(/^<title>【デモ】1件すべて検索OK（\d+月\d+日）<\/title>$/)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    const missing = '/tweetcheck/history/abcdefghijklmnopqrstuv'
    const other = await call(missing)
    expect([other.headers.get('X-From'), await other.text()]).toEqual([missing, SHELL])
  })

  it("the page of a saved batch is the site's page for all batches while the Worker is not configured", async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const opened = cloud({ POW_DIFFICULTY: '99' })
    assetsOf(opened)
    const page = await (await opened.isolate()).call('/tweetcheck/history/abcdefghijklmnopqrstuv')
    expect([page.status, await page.text()]).toEqual([200, SHELL])
    expect(logged).toHaveBeenCalledOnce()
  })
})

it('the Worker tells the operator every mistake of its configuration, and visitors that there is one', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const { isolate } = cloud({ POW_DIFFICULTY: '99', UPSTREAM: 'twitter' })
  const answer = await (await isolate()).call('/api/ip')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ message: 'The server is not configured.', code: 'not_configured' })
  expect(logged.mock.calls).toEqual([
    [expect.stringMatching(/^UPSTREAM must be /)],
    [expect.stringMatching(/^POW_DIFFICULTY must be /)],
  ])
})

it('the Worker warns once about settings that are allowed but dangerous', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { call } = await cloud({ X_BEARER_TOKEN: 'token' }).isolate()
  for (const path of ['/api/ip', '/healthz']) expect((await call(path)).status).toBe(200)
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)) as unknown)).toEqual([
    { level: 'warn', msg: expect.stringContaining('X_BEARER_TOKEN') },
  ])
})

it('the Worker is unhealthy while its keys cannot be read, even if the rest of the store answers', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  let isDown = true
  const { isolate } = cloud({}, (name) => isDown && name === 'secrets')
  const { call } = await isolate()
  expect((await call('/healthz')).status).toBe(503)
  isDown = false
  await expect.poll(async () => (await call('/healthz')).status).toBe(200)
})

describe('previews', () => {
  const preview = '/api/oembed?url=https://x.com/a/status/1980000000000000000'

  it("previews come from the objects that call X if the Worker uses X, and from the isolate's own sandbox otherwise", async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined)
    const real = cloud({ UPSTREAM: 'x', X_BEARER_TOKEN: 'token' })
    expect(await (await (await real.isolate()).call(preview)).json()).toEqual({ html: 'of the object' })
    expect(real.asking.made.size).toBe(1)
    const invented = cloud()
    expect((await (await invented.isolate()).call(preview)).status).toBe(200)
    expect(invented.asking.made.size).toBe(0)
  })
})

describe("the operator's call", () => {
  const TOKEN = 'a'.repeat(32)
  const ask = (call: Call, body: unknown, token = TOKEN) =>
    call('/api/operator', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })

  it("the operator's call removes a saved result, reports the dollars of the day and rotates the keys", async () => {
    const { call } = await cloud({ OPERATOR_TOKEN: TOKEN, X_BUDGET_USD_PER_DAY: '3' }).isolate()
    const id = await sessionOf(await checkBatch(call, ['https://x.com/a/status/1']))
    expect(await (await ask(call, { do: 'forget', id })).json()).toEqual({ isRemoved: true })
    expect(await (await ask(call, { do: 'forget', id })).json()).toEqual({ isRemoved: false })
    expect(await (await ask(call, { do: 'spent' })).json()).toEqual({ dollars: 0, limit: 3 })
    expect(await (await ask(call, { do: 'rotate' })).json()).toEqual({ isRotated: true })
    expect((await ask(call, { do: 'forget', id: '../x' })).status).toBe(400)
  })

  it("the operator's call does not exist for anybody else", async () => {
    const { call } = await cloud({ OPERATOR_TOKEN: TOKEN }).isolate()
    const closed = await cloud().isolate()
    for (const answer of [
      await ask(call, { do: 'spent' }, 'b'.repeat(32)),
      await ask(call, { do: 'spent' }, ''),
      await call('/api/operator'),
      await ask(closed.call, { do: 'spent' }, ''),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'no_such_call' }])
  })
})

it('A Worker shows the notice of its variables and refuses checks in maintenance', async () => {
  const { call } = await cloud({ MAINTENANCE: 'Back at noon' }).isolate()
  expect(await (await call('/api/capabilities')).json()).toMatchObject({
    notice: 'Back at noon',
    maintenance: true,
  })
  expect((await checkBatchRefused(call)).status).toBe(503)
})

const checkBatchRefused = (call: Call) =>
  call('/api/check-batch', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })

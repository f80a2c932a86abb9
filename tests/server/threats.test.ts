import { beforeEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../server/app.ts'
import { createMemoryStore } from './memoryStore.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome, post } from './client.ts'
import type { Call } from './client.ts'
import { countedSandbox } from './countedSandbox.ts'
import { testApp } from './testApp.ts'

let upstream: ReturnType<typeof countedSandbox>
beforeEach(() => {
  upstream = countedSandbox()
})
const callOf = (options: Partial<AppOptions> = {}): Call =>
  inProcess(testApp({ difficulty: 1, upstream, ...options }))
const body = bodyFor('sbx_clear')
const JSON_TYPE = { 'Content-Type': 'application/json' }
const URLS = ['https://x.com/a/status/1']

it('takes any text for the encrypted address, which is opaque to the server', async () => {
  for (const key of ['', 'x', 'あ', 'A'.repeat(64), ' \n']) {
    const answer = await post(callOf(), '/api/generate-keyvalue', bodyFor('someone', { key }))
    expect(answer.status).toBe(200)
  }
})

describe('a body', () => {
  const raw = (text: string) =>
    outcome(callOf()('/api/generate-keyvalue', { method: 'POST', headers: JSON_TYPE, body: text }))

  it.each([
    '',
    'null',
    '[]',
    '{',
    '"x"',
    '{}',
    JSON.stringify({ ...body, repost: 'yes' }),
    JSON.stringify(bodyFor('a b')),
  ])('of another shape is refused: %s', async (text) => {
    expect(await raw(text)).toEqual({ status: 400, code: 'bad_body' })
  })

  it('cannot touch a prototype', async () => {
    const text = JSON.stringify(body).replace(
      '{',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    )
    expect((await raw(text)).status).toBe(200)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('over 64 KiB is refused', async () => {
    expect(await raw(JSON.stringify({ ...body, more: 'x'.repeat(70_000) }))).toEqual({
      status: 413,
      code: 'too_large',
    })
  })

  it('holds 1 to 200 URLs', async () => {
    const urls = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://x.com/a/status/${index + 1}`)
    expect((await checkBatch(callOf(), urls(200))).status).toBe(200)
    expect((await checkBatch(callOf(), urls(201))).status).toBe(400)
    expect((await checkBatch(callOf(), [])).status).toBe(400)
  })
})

describe('histories', () => {
  it('answer a malformed id like an unknown one', async () => {
    const call = callOf()
    const texts = await Promise.all(
      ['', 'x', 'A'.repeat(22), "' OR 1=1 --", '../../etc/passwd', 'A'.repeat(5000)].map(async (id) => {
        const answer = await call(`/api/get-history-by-session-id?id=${encodeURIComponent(id)}`)
        return `${answer.status} ${await answer.text()}`
      }),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toMatch(/^404 /)
  })

  it('that cannot be saved are answered without a link', async () => {
    const store = { ...createMemoryStore(), saveHistory: () => Promise.reject(new Error('full')) }
    const answer = await checkBatch(callOf({ store }), URLS)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ results: [{ status: 'AVAILABLE' }], sessionId: '' })
  })

  it('stay readable while the store is away, where they were read before', async () => {
    const store = createMemoryStore()
    const breaking = { ...store }
    const call = callOf({ store: breaking })
    const { sessionId } = (await (await checkBatch(call, URLS)).json()) as { sessionId: string }
    const read = () => call(`/api/get-history-by-session-id?id=${sessionId}`)
    expect((await read()).status).toBe(200)
    breaking.readHistory = () => Promise.reject(new Error('away'))
    expect((await read()).status).toBe(200)
    expect((await call(`/api/get-history-by-session-id?id=${'A'.repeat(22)}`)).status).toBe(503)
  })
})

describe('previews', () => {
  it.each([
    'https://x.com@127.0.0.1/a/status/1',
    'https://x.com%2eevil.com/a/status/1',
    'https://x。com/a/status/1',
    'https://x.com./a/status/1',
    'http://0x7f.1/a/status/1',
    'https://x.com\\@evil/a/status/1',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    '',
  ])('are not made of %j', async (url) => {
    const answer = callOf()(`/api/oembed?url=${encodeURIComponent(url)}`)
    expect(await outcome(answer)).toEqual({ status: 400, code: 'bad_url' })
    expect(upstream.reached).toBe(0)
  })
})

describe('every answer of the API', () => {
  it('names its upstream, is not cached, and is JSON with a message when it refuses', async () => {
    const call = callOf()
    const answers = await Promise.all([
      call('/api/nothing'),
      call('/api/ip'),
      call('/api/check-by-user', { method: 'POST', headers: JSON_TYPE, body: '{' }),
      call('/api/oembed'),
      checkAccount(call, bodyFor('sbx_err_500')),
    ])
    for (const answer of answers) {
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
      expect(answer.headers.get('Retry-After')).toBeNull()
    }
    const refusals = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    const refusal = { message: expect.any(String) as string, code: expect.any(String) as string }
    expect(refusals).toEqual([refusal, refusal, refusal, refusal])
  })

  it('does not reveal an internal error', async () => {
    const faults: unknown[] = []
    const failing = { ...upstream, checkAccount: () => Promise.reject(new Error('secret detail')) }
    const answer = await checkAccount(
      callOf({ upstream: failing, onFault: (fault) => faults.push(fault) }),
      body,
    )
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret')
    expect(faults).toHaveLength(1)
  })
})

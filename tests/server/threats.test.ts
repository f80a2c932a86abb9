import { createCipheriv, hash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../server/AppParts.ts'
import { DEVELOPMENT_ENC_KEY } from '../../server/AppParts.ts'
import { createApp } from '../../server/app.ts'
import { Refusal } from '../../server/refusal.ts'
import { openSqliteStore } from '../../server/store/sqliteStore.ts'
import type { Store } from '../../server/store/Store.ts'
import { createSandbox } from '../../server/upstream/sandbox.ts'
import type { Call } from './client.ts'
import {
  bodyFor,
  checkAccount,
  checkBatch,
  headersOf,
  inProcess,
  post,
  redeemAccount,
  redeemBatch,
  solved,
} from './client.ts'

const sandbox = createSandbox()
let reached = 0
/** The sandbox, counting how often it is reached. */
const counted: AppOptions['upstream'] = {
  ...sandbox,
  checkAccount: (...asked) => (reached++, sandbox.checkAccount(...asked)),
  checkPosts: (...asked) => (reached++, sandbox.checkPosts(...asked)),
  oembed: (...asked) => (reached++, sandbox.oembed(...asked)),
}
beforeEach(() => {
  reached = 0
})

const callOf = (options: AppOptions = {}): Call =>
  inProcess(createApp({ difficulty: 1, upstream: counted, ...options }))
const body = bodyFor('sbx_clear')
const URLS = ['https://x.com/a/status/1']
const outcome = async (answer: Response | Promise<Response>) => {
  const { status } = await answer
  const { code } = (await (await answer).json()) as { code?: string }
  return { status, code }
}
const away: Store = { ...openSqliteStore(':memory:'), claim: () => Promise.reject(new Error('away')) }

/** A counter that does not solve a challenge. */
function unsolved(token: string, difficulty: number): string {
  const zeros = (counter: number) => hash('sha256', token + counter).startsWith('0'.repeat(difficulty))
  return zeros(0) ? String(zeros(1) ? 2 : 1) : '0'
}

describe('a proof', () => {
  it('is refused in every wrong form, each with its own code, before store or upstream is reached', async () => {
    let now = Date.now()
    let claims = 0
    const memory = openSqliteStore(':memory:')
    const store: Store = { ...memory, claim: (...asked) => (claims++, memory.claim(...asked)) }
    const call = callOf({ difficulty: 3, now: () => now, store })
    const proof = await solved(call, body)
    const last = proof.token.at(-1) === 'A' ? 'B' : 'A'
    const cases: [Promise<Response> | Response, number, string][] = [
      [post(call, '/api/check-by-user', body), 401, 'token_missing'],
      [redeemAccount(call, body, { ...proof, token: proof.token.slice(0, -1) + last }), 403, 'forged'],
      [redeemAccount(call, bodyFor('sbx_ghost'), proof), 403, 'mismatch'],
      [redeemAccount(call, { ...body, repost: false }, proof), 403, 'mismatch'],
      [redeemAccount(call, { ...body, searchban: false }, proof), 403, 'mismatch'],
      [redeemAccount(call, { ...body, key: 'x' }, proof), 403, 'mismatch'],
      [redeemBatch(call, URLS, proof), 403, 'mismatch'],
      [redeemAccount(call, body, { ...proof, counter: `+${proof.counter}` }), 400, 'bad_counter'],
      [redeemAccount(call, body, { ...proof, counter: unsolved(proof.token, 3) }), 403, 'no_work'],
    ]
    for (const [answer, status, code] of cases) expect(await outcome(answer)).toEqual({ status, code })
    now += 10 * 60_000
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 403, code: 'expired' })
    expect(reached).toBe(0)
    expect(claims).toBe(0)
  })

  it('wins once of 100 uses at the same time', async () => {
    const call = callOf()
    const proof = await solved(call, body)
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeemAccount(call, body, proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(reached).toBe(1)
  })

  it('of a batch must be the same in body and header', async () => {
    const call = callOf()
    const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
    const answer = post(call, '/api/check-batch', { urls: URLS, key: { token: 'other' } }, headersOf(proof))
    expect(await outcome(answer)).toEqual({ status: 403, code: 'mismatch' })
  })

  it('may be used again when the upstream failed, until there is an answer', async () => {
    let failing = true
    const upstream = {
      ...sandbox,
      async checkAccount(...asked: Parameters<typeof sandbox.checkAccount>) {
        if (failing) throw new Refusal('upstream')
        return sandbox.checkAccount(...asked)
      },
    }
    const call = callOf({ upstream })
    const proof = await solved(call, body)
    expect((await redeemAccount(call, body, proof)).status).toBe(502)
    expect((await redeemAccount(call, body, proof)).status).toBe(502)
    failing = false
    expect((await redeemAccount(call, body, proof)).status).toBe(200)
    expect((await redeemAccount(call, body, proof)).status).toBe(409)
  })

  it('may be used again when the upstream took too long', async () => {
    const call = callOf({ upstream: createSandbox(0, 'hang'), deadlineMs: 50 })
    const proof = await solved(call, body)
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 504, code: 'upstream_timeout' })
    expect((await redeemAccount(call, body, proof)).status).toBe(504)
  })

  it('is not accepted while the store is away', async () => {
    const call = callOf({ store: away })
    const answer = await redeemAccount(call, body, await solved(call, body))
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await outcome(answer)).toEqual({ status: 503, code: 'store_away' })
    expect(reached).toBe(0)
  })
})

describe('the encrypted address', () => {
  const encrypted = (text: string, key = DEVELOPMENT_ENC_KEY) => {
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', Buffer.from(key), iv)
    return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('base64')
  }
  const asked = async (key: string) =>
    outcome(post(callOf(), '/api/generate-keyvalue', bodyFor('someone', { key })))

  it('may be missing, or hold an address of either family', async () => {
    const keys = ['', encrypted('203.0.113.9'), encrypted('2001:db8:1111:2222:3333:4444:5555:6666')]
    for (const key of keys) expect((await asked(key)).status).toBe(200)
  })

  it('may be nothing else', async () => {
    const wrong = [
      'x',
      encrypted('localhost'),
      encrypted(''),
      encrypted('203.0.113.9', 'k'.repeat(32)),
      'A'.repeat(64),
      'あ',
    ]
    for (const key of wrong) expect(await asked(key)).toEqual({ status: 400, code: 'bad_key' })
  })
})

describe('a body', () => {
  const raw = (text: string) => outcome(callOf()('/api/generate-keyvalue', { method: 'POST', body: text }))

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
  it('answer a bad id and a missing one alike', async () => {
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

  it('that cannot be saved cost the link and not the result', async () => {
    const store = { ...openSqliteStore(':memory:'), saveHistory: () => Promise.reject(new Error('full')) }
    const answer = await checkBatch(callOf({ store }), URLS)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ results: [{ status: 'AVAILABLE' }], sessionId: '' })
  })

  it('stay readable while the store is away, where they were read before', async () => {
    const store = openSqliteStore(':memory:')
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
    expect(reached).toBe(0)
  })
})

describe('every answer of the API', () => {
  it('says who answers, is not kept, and is JSON with a message when it refuses', async () => {
    const call = callOf()
    const answers = await Promise.all([
      call('/api/nothing'),
      call('/api/ip'),
      call('/api/check-by-user', { method: 'POST', body: '{' }),
      call('/api/oembed'),
      checkAccount(call, bodyFor('sbx_err_500')),
    ])
    for (const answer of answers) {
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    }
    const refusals = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    const refusal = { message: expect.any(String) as string, code: expect.any(String) as string }
    expect(refusals).toEqual([refusal, refusal, refusal, refusal])
  })

  it('says nothing of a fault within', async () => {
    const faults: unknown[] = []
    const upstream = { ...sandbox, checkAccount: () => Promise.reject(new Error('secret detail')) }
    const answer = await checkAccount(callOf({ upstream, onFault: (fault) => faults.push(fault) }), body)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('secret')
    expect(faults).toHaveLength(1)
  })
})

import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { Refusal } from '../../../server/http/errors.ts'
import { LEEWAY_S, LIFETIME_S } from '../../../server/proof/challenge.ts'
import type { Store } from '../../../server/store/Store.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { callerWith } from '../callerWith.ts'
import {
  bodyFor,
  headersOf,
  inProcess,
  outcome,
  post,
  redeemAccount,
  redeemBatch,
  solved,
} from '../client.ts'
import type { Call } from '../client.ts'
import { countedSandbox } from '../countedSandbox.ts'
import { testApp } from '../testApp.ts'

let upstream: ReturnType<typeof countedSandbox>
beforeEach(() => {
  upstream = countedSandbox()
})
const callOf = (options: Partial<AppOptions> = {}): Call =>
  inProcess(testApp({ difficulty: 1, upstream, ...options }))
const body = bodyFor('sbx_clear')
const URLS = ['https://x.com/a/status/1']
const away: Store = { ...createMemoryStore(), claim: () => Promise.reject(new Error('away')) }

/** A counter that does not solve a challenge. */
function unsolved(token: string, difficulty: number): string {
  const zeros = (counter: number) => hash('sha256', token + counter).startsWith('0'.repeat(difficulty))
  return zeros(0) ? String(zeros(1) ? 2 : 1) : '0'
}

describe('a proof', () => {
  it('A zero-work, forged, swapped or expired proof never reaches the upstream: each is refused with its own code before the store is asked', async () => {
    let now = Date.now()
    let claims = 0
    const memory = createMemoryStore()
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
    expect(upstream.reached).toBe(0)
    expect(claims).toBe(0)
  })

  it('wins once of 100 uses at the same time', async () => {
    const call = callOf()
    const proof = await solved(call, body)
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeemAccount(call, body, proof)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(99)
    expect(upstream.reached).toBe(1)
  })

  it('is remembered as spent for two minutes longer than it holds, for servers whose clocks differ', async () => {
    const memory = createMemoryStore()
    const kept: number[] = []
    const store: Store = { ...memory, claim: (claim) => (kept.push(claim.ttlMs), memory.claim(claim)) }
    const call = callOf({ now: () => 1_790_000_000_000, store })
    expect((await redeemAccount(call, body, await solved(call, body))).status).toBe(200)
    expect(kept).toEqual([(LIFETIME_S + LEEWAY_S + 120) * 1000])
  })

  it('of a batch must be the same in body and header', async () => {
    const call = callOf()
    const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
    const answer = post(call, '/api/check-batch', { urls: URLS, key: { token: 'other' } }, headersOf(proof))
    expect(await outcome(answer)).toEqual({ status: 403, code: 'mismatch' })
  })

  it('may be used again when the upstream failed, until there is an answer', async () => {
    let failing = true
    const sandbox = createSandbox()
    const flaky = {
      ...sandbox,
      async checkAccount(...asked: Parameters<typeof sandbox.checkAccount>) {
        if (failing) throw new Refusal('upstream')
        return sandbox.checkAccount(...asked)
      },
    }
    const call = callOf({ upstream: flaky })
    const proof = await solved(call, body)
    expect((await redeemAccount(call, body, proof)).status).toBe(502)
    expect((await redeemAccount(call, body, proof)).status).toBe(502)
    failing = false
    expect((await redeemAccount(call, body, proof)).status).toBe(200)
    expect((await redeemAccount(call, body, proof)).status).toBe(409)
  })

  it('is spent by its answer, and tells one who left while the answer came what it was, once', async () => {
    const sandbox = createSandbox()
    let arrive: () => void = () => undefined
    /** Answers whether or not anybody waits, as an upstream does that has the answer in memory. */
    const deaf = {
      ...sandbox,
      async checkAccount(...[request]: Parameters<typeof sandbox.checkAccount>) {
        arrive()
        return sandbox.checkAccount(request, callerWith())
      },
      kept: {
        ...sandbox.kept,
        account: (request: Parameters<typeof sandbox.checkAccount>[0]) =>
          sandbox.checkAccount(request, callerWith()),
      },
    }
    const call = callOf({ upstream: deaf })
    const first = await solved(call, body)
    expect((await redeemAccount(call, body, first)).status).toBe(200)
    expect((await redeemAccount(call, body, first)).status).toBe(409)

    const second = await solved(call, body)
    const leaving = new AbortController()
    arrive = () => leaving.abort()
    await redeemAccount((path, init) => call(path, { ...init, signal: leaving.signal }), body, second)
    arrive = () => undefined
    const statuses: number[] = []
    for (let turn = 0; turn < 2; turn++) statuses.push((await redeemAccount(call, body, second)).status)
    expect(statuses).toEqual([200, 409])
  })

  it('may be used again when the upstream took too long', async () => {
    const call = callOf({ upstream: createSandbox(0, 'hang'), deadlineMs: 50 })
    const proof = await solved(call, body)
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 504, code: 'upstream_timeout' })
    expect((await redeemAccount(call, body, proof)).status).toBe(504)
  })

  it('is not accepted while the store is away', async () => {
    const faults: string[] = []
    const call = callOf({ store: away, onFault: (fault) => faults.push(String(fault)) })
    const answer = await redeemAccount(call, body, await solved(call, body))
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await outcome(answer)).toEqual({ status: 503, code: 'store_away' })
    expect(upstream.reached).toBe(0)
    expect(faults).toEqual(['Error: away'])
  })
})

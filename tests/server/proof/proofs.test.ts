import { hash } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { ApiError } from '../../../contract/reasons.ts'
import { CHALLENGE_LEEWAY_S, CHALLENGE_LIFETIME_S } from '../../../server/proof/challenge.ts'
import type { Store } from '../../../server/store/Store.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { VERDICT, bodyFor, inProcess, outcome, post, redeemAccount, redeemBatch, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { createMemoryStore, testApp } from '../testApp.ts'

const upstream = createSandboxUpstream()
const checks = [vi.spyOn(upstream, 'checkAccount'), vi.spyOn(upstream, 'checkPosts')]
beforeEach(() => void vi.clearAllMocks())
const expectNoCheck = () => checks.forEach((check) => expect(check).not.toHaveBeenCalled())
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
  it('a zero-work, forged, swapped or expired proof never reaches the upstream: each is refused with its own code before the store is called', async () => {
    let now = Date.now()
    const store = createMemoryStore(() => 1_790_000_000_000)
    const claim = vi.spyOn(store, 'claim')
    const call = callOf({ difficulty: 3, now: () => now, store })
    const proof = await solved(call, body)
    const last = proof.token.at(-1) === 'A' ? 'B' : 'A'
    const cases: [Promise<Response> | Response, number, string][] = [
      [post(call, '/api/check-by-user', body), 401, 'token_missing'],
      [redeemAccount(call, body, { ...proof, token: proof.token.slice(0, -1) + last }), 403, 'bad_signature'],
      [redeemAccount(call, bodyFor('sbx_ghost'), proof), 403, 'mismatch'],
      [redeemBatch(call, URLS, proof), 403, 'mismatch'],
      [redeemAccount(call, body, { ...proof, counter: `+${proof.counter}` }), 400, 'bad_counter'],
      [redeemAccount(call, body, { ...proof, counter: unsolved(proof.token, 3) }), 403, 'wrong_answer'],
    ]
    for (const [answer, status, code] of cases) expect(await outcome(answer)).toEqual({ status, code })
    now += 10 * 60_000
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 403, code: 'expired' })
    expectNoCheck()
    expect(claim).not.toHaveBeenCalled()
  })

  it('a proof is claimed until the time when its challenge stops being accepted', async () => {
    const store = createMemoryStore(() => 1_790_000_000_000)
    const claim = vi.spyOn(store, 'claim')
    const now = 1_790_000_000_000
    const call = callOf({ now: () => now, store })
    expect((await redeemAccount(call, body, await solved(call, body))).status).toBe(200)
    expect(claim.mock.calls.map(([, expiresMs]) => expiresMs)).toEqual([
      now + (CHALLENGE_LIFETIME_S + CHALLENGE_LEEWAY_S) * 1000,
    ])
  })

  // 20 batches with other URLs each, of one proof, once made 321 calls to X.
  it('a proof buys one attempt at the upstream, also if that fails: a second use is refused, whatever it asks', async () => {
    let attempts = 0
    const checkPosts = () => (attempts++, Promise.reject(new ApiError('busy', 1)))
    const call = callOf({ upstream: { ...upstream, checkPosts } })
    const proof = await solved(call, bodyFor('', VERDICT))
    const codes: (string | undefined)[] = []
    for (const digit of [1, 2, 1])
      codes.push((await outcome(redeemBatch(call, [`https://x.com/a/status/${digit}`], proof))).code)
    expect(codes).toEqual(['busy', 'already_used', 'already_used'])
    expect(attempts).toBe(1)
  })

  it('a proof stays spent if the upstream took too long', async () => {
    const call = callOf({ upstream: createSandboxUpstream(0, 'hang'), deadlineMs: 50 })
    const proof = await solved(call, body)
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 504, code: 'upstream_timeout' })
    expect(await outcome(redeemAccount(call, body, proof))).toEqual({ status: 409, code: 'already_used' })
  })

  it('a proof is not accepted while the store is unavailable', async () => {
    const faults: string[] = []
    const call = callOf({ store: away, onFault: (fault) => faults.push(String(fault)) })
    const answer = await redeemAccount(call, body, await solved(call, body))
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await outcome(answer)).toEqual({ status: 503, code: 'store_unavailable' })
    expectNoCheck()
    expect(faults).toEqual(['Error: away'])
  })
})

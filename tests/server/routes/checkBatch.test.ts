import { describe, expect, it } from 'vitest'
import { Refusal } from '../../../server/http/errors.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
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
import { countedSandbox } from '../countedSandbox.ts'
import { testApp } from '../testApp.ts'

const BATCH = bodyFor('', { searchban: false, repost: false })
const URLS = ['https://x.com/a/status/10', 'no post', 'https://x.com/b/status/11']
const GIVEN = { status: 200, code: undefined }

it('is refused with the proof of another challenge in its body than in its headers, and spends neither', async () => {
  const upstream = countedSandbox()
  const call = inProcess(testApp({ difficulty: 1, upstream }))
  const [mine, other] = [await solved(call, BATCH), await solved(call, BATCH)]
  const mixed = { urls: URLS, key: { token: other.token } }
  expect(await outcome(post(call, '/api/check-batch', mixed, headersOf(mine)))).toEqual({
    status: 403,
    code: 'mismatch',
  })
  expect(upstream.reached).toBe(0)
  for (const proof of [mine, other]) expect(await outcome(redeemBatch(call, URLS, proof))).toEqual(GIVEN)
})

it.each([
  ['another list', { urls: URLS.slice(1) }],
  ['its list in another order', { urls: URLS.toReversed() }],
  ['a batch that it adds to', { previous: 'A'.repeat(22) }],
])('that failed is tried again for the same question alone, and not with %s', async (_name, more) => {
  let fails = true
  const sandbox = createSandbox()
  const upstream: Upstream = {
    ...sandbox,
    checkPosts: async (...asked) => {
      if (fails) throw new Refusal('upstream')
      return await sandbox.checkPosts(...asked)
    },
  }
  const call = inProcess(testApp({ difficulty: 1, upstream }))
  const proof = await solved(call, BATCH)
  const check = (more: object = {}) =>
    outcome(
      post(call, '/api/check-batch', { urls: URLS, key: { token: proof.token }, ...more }, headersOf(proof)),
    )
  expect((await check()).status).toBe(502)
  fails = false
  expect(await check(more)).toEqual({ status: 409, code: 'spent' })
  expect(await check()).toEqual(GIVEN)
})

describe('a visitor who left and comes back', () => {
  /** A server that has kept so much of both checks, and takes every proof for that of a visitor who comes back. */
  function back(kept: Upstream['kept']) {
    const upstream = { ...countedSandbox(), kept }
    const store = { ...createMemoryStore(), claim: async () => 'back' as const }
    return { upstream, call: inProcess(testApp({ difficulty: 1, upstream, store })) }
  }
  const account = bodyFor('sbx_clear', { searchban: false, repost: false })

  it('gets what is kept of the very check, and X is not asked', async () => {
    const sandbox = createSandbox()
    const caller = { signal: new AbortController().signal, share: '' }
    const { call, upstream } = back({
      account: async (request) => await sandbox.checkAccount(request, caller),
      posts: async (posts) => await sandbox.checkPosts(posts, caller),
    })
    const found = await redeemAccount(call, account, await solved(call, account))
    expect(await found.json()).toMatchObject({ search_ban: false, not_found: false })
    const batch = await redeemBatch(call, URLS, await solved(call, BATCH))
    const { results } = (await batch.json()) as { results: { url: string; status: string }[] }
    expect(results.map(({ url, status }) => [url, status])).toEqual([
      [URLS[0], 'AVAILABLE'],
      [URLS[1], 'INVALID_URL'],
      [URLS[2], expect.stringMatching(/^[A-Z_]+$/)],
    ])
    expect(upstream.reached).toBe(0)
  })

  it('is refused where not all of it is kept, and X is not asked', async () => {
    const { call, upstream } = back({ account: async () => null, posts: async () => null })
    const spent = { status: 409, code: 'spent' }
    expect(await outcome(redeemAccount(call, account, await solved(call, account)))).toEqual(spent)
    expect(await outcome(redeemBatch(call, URLS, await solved(call, BATCH)))).toEqual(spent)
    expect(upstream.reached).toBe(0)
  })
})

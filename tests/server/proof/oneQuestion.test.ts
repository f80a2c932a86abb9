import { afterEach, expect, it } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { ApiError } from '../../../server/http/errors.ts'
import { listen } from '../../../server/http/listen.ts'
import type { Listening } from '../../../server/http/listen.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor, outcome, redeemAccount, redeemBatch, solved } from '../client.ts'
import type { Call } from '../client.ts'
import { testApp } from '../testApp.ts'

const servers: Listening[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.drain(0))))

/** A real server, since only a socket can be left. */
async function serve(options: Partial<AppOptions>): Promise<Call> {
  const server = await listen(testApp({ difficulty: 1, ...options }), 0)
  servers.push(server)
  return (path, init) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
}

const account = bodyFor('sbx_clear')
const batch = bodyFor('', { searchban: false, repost: false })
const urlsOf = (turn: number) =>
  Array.from({ length: 20 }, (_, index) => `https://x.com/a/status/${1 + turn * 20 + index}`)

/** Sends a check and leaves as soon as the server has begun with it, or has refused it. */
async function leave(send: (call: Call) => Promise<Response> | Response, call: Call, begun: () => boolean) {
  const leaving = new AbortController()
  let isOver = false
  const left = Promise.resolve(send((path, init) => call(path, { ...init, signal: leaving.signal })))
    .catch(() => undefined)
    .finally(() => (isOver = true))
  await expect.poll(() => isOver || begun(), { interval: 1 }).toBe(true)
  leaving.abort()
  await left
}

/** The sandbox, slow enough to be left, counting what it is asked by checks that are not over yet. */
function slowCounted() {
  const sandbox = createSandbox(300)
  const counted = {
    ...sandbox,
    accounts: 0,
    posts: 0,
    checkAccount: (...asked: Parameters<typeof sandbox.checkAccount>) => (
      counted.accounts++,
      sandbox.checkAccount(...asked)
    ),
    checkPosts: (...asked: Parameters<typeof sandbox.checkPosts>) => (
      (counted.posts += asked[0].length),
      sandbox.checkPosts(...asked)
    ),
  }
  return counted
}

// 60 calls of one proof, each left as soon as it was under way, once made 59 calls to X.
it('stays spent when the visitor leaves: 60 calls of one proof that are cut ask for one account once', async () => {
  const upstream = slowCounted()
  const call = await serve({ upstream })
  const proof = await solved(call, account)
  for (let turn = 0; turn < 60; turn++) {
    const before = upstream.accounts
    await leave(
      (call) => redeemAccount(call, account, proof),
      call,
      () => upstream.accounts > before,
    )
  }
  expect(upstream.accounts).toBe(1)
})

// 20 batches with other URLs each, of one proof, once made 321 calls to X.
it('opens no second list of posts: 20 batches of one proof that are cut ask for the first one alone', async () => {
  const upstream = slowCounted()
  const call = await serve({ upstream })
  const proof = await solved(call, batch)
  for (let turn = 0; turn < 20; turn++) {
    const before = upstream.posts
    await leave(
      (call) => redeemBatch(call, urlsOf(turn), proof),
      call,
      () => upstream.posts > before,
    )
  }
  expect(upstream.posts).toBe(20)
})

it('buys one attempt at the upstream: a second use is refused, whatever it asks', async () => {
  let attempts = 0
  const failing = {
    ...createSandbox(),
    async checkPosts(): Promise<never> {
      attempts++
      throw new ApiError('upstream')
    },
  }
  const call = await serve({ upstream: failing })
  const proof = await solved(call, batch)
  const codes: string[] = []
  for (const turn of [0, 1, 0]) codes.push((await outcome(redeemBatch(call, urlsOf(turn), proof))).code ?? '')
  expect(codes).toEqual(['upstream', 'spent', 'spent'])
  expect(attempts).toBe(1)
})

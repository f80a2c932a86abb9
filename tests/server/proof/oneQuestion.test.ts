import { afterEach, expect, it } from 'vitest'
import type { AppOptions } from '../../../server/app.ts'
import { Refusal } from '../../../server/http/errors.ts'
import { listen } from '../../../server/http/listen.ts'
import type { Listening } from '../../../server/http/listen.ts'
import type { Store } from '../../../server/store/Store.ts'
import { createMemoryStore } from '../../../server/store/memoryStore.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { admitting } from '../../../server/upstream/sharing.ts'
import { bodyFor, outcome, redeemAccount, redeemBatch, solved } from '../client.ts'
import type { Call, Solved } from '../client.ts'
import { testApp } from '../testApp.ts'
import { closePosts, postsAfter } from '../upstream/postsOver.ts'

const servers: Listening[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.drain(0))))

closePosts()

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

it('One proof buys at most three upstream attempts, all for the same question', async () => {
  let attempts = 0
  const failing = {
    ...createSandbox(),
    async checkPosts(): Promise<never> {
      attempts++
      throw new Refusal('upstream')
    },
  }
  const call = await serve({ upstream: failing })
  const proof = await solved(call, batch)
  const codes: string[] = []
  for (let turn = 0; turn < 6; turn++) {
    codes.push((await outcome(redeemBatch(call, urlsOf(turn === 1 ? 1 : 0), proof))).code ?? '')
  }
  expect(codes).toEqual(['upstream', 'spent', 'upstream', 'upstream', 'spent', 'spent'])
  expect(attempts).toBe(3)
})

it('tells a visitor who left and comes back what others have had answered meanwhile, and asks nothing for it', async () => {
  const { x, stub } = await postsAfter(200)
  const call = await serve({ upstream: x })
  const [first, second] = [await solved(call, batch), await solved(call, batch)]
  const send = (proof: Solved, call: Call) => redeemBatch(call, ['https://x.com/a/status/1'], proof)
  await leave(
    (call) => send(first, call),
    call,
    () => stub.asked.length > 0,
  )
  expect((await outcome(send(second, call))).status).toBe(200)
  const asked = stub.asked.length
  const back = await send(first, call)
  expect(await back.json()).toMatchObject({ results: [{ status: 'UNSEARCHED' }] })
  expect(stub.asked).toHaveLength(asked)
  expect(await outcome(send(first, call))).toEqual({ status: 409, code: 'spent' })
})

it('is kept by who is refused for load, with the seconds to wait, however often', async () => {
  const upstream = slowCounted()
  const call = await serve({ upstream: admitting(upstream, 20) })
  const [first, second] = [await solved(call, batch), await solved(call, batch)]
  const served = redeemBatch(call, urlsOf(0), first)
  await expect.poll(() => upstream.posts).toBe(20)
  for (let turn = 0; turn < 5; turn++) {
    const refused = await redeemBatch(call, urlsOf(1), second)
    expect(refused.headers.get('Retry-After')).toBe('10')
    expect(await outcome(refused)).toEqual({ status: 503, code: 'busy' })
  }
  expect((await served).status).toBe(200)
  expect((await redeemBatch(call, urlsOf(1), second)).status).toBe(200)
  expect(upstream.posts).toBe(40)
})

it('is spent for the visitor who comes back to an answer that nobody keeps', async () => {
  const store: Store = { ...createMemoryStore(Date.now), claim: async () => 'back' }
  const counted = slowCounted()
  const call = await serve({ store, upstream: counted })
  const proof = await solved(call, account)
  expect(await outcome(redeemAccount(call, account, proof))).toEqual({ status: 409, code: 'spent' })
  expect(counted.accounts).toBe(0)
})

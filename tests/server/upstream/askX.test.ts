import { afterEach, describe, expect, it } from 'vitest'
import { createAsk } from '../../../server/upstream/askX.ts'
import type { AskOptions } from '../../../server/upstream/askX.ts'
import type { Answer, StubX } from './stubX.ts'
import { hanging, htmlPage, json, startStubX } from './stubX.ts'

const stubs: StubX[] = []
afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

const signal = AbortSignal.timeout(60_000)

async function askOver(answer: Answer, more: Partial<AskOptions> = {}) {
  const stub = await startStubX({ '/': answer })
  stubs.push(stub)
  const options = { maxBytes: 1000, timeoutMs: 5000, concurrency: 4, now: Date.now, random: () => 0, ...more }
  const ask = createAsk(options)
  return { stub, ask: (path = '/') => ask(new URL(path, stub.base), signal) }
}
const nameOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: Error) => error.name,
  )

describe('asking X', () => {
  it('gives up an endpoint that hangs, after two more tries', async () => {
    const { ask, stub } = await askOver(hanging, { timeoutMs: 700 })
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(3)
  })

  it('gives up an answer that stops in the middle', async () => {
    const half: Answer = (_url, response) =>
      void response.writeHead(200, { 'Content-Length': '100' }).write('{"a":')
    const { ask } = await askOver(half, { timeoutMs: 60 })
    expect(await nameOf(ask())).toBe('UpstreamDown')
  })

  it('tries X again when its rest is over, and is well after one good answer', async () => {
    let now = 0
    let well = false
    const { ask, stub } = await askOver((...args) => (well ? json({}) : htmlPage(500))(...args), {
      now: () => now,
    })
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(await nameOf(ask())).toBe('UpstreamDown')
    const before = stub.asked.length
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(before)
    well = true
    now += 31_000
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(200)
  })

  it('rests until the time that X names, but never longer than a quarter of an hour', async () => {
    let now = 1_790_000_000_000
    const far = String(now / 1000 + 86_400)
    const { ask, stub } = await askOver(json({}, 429, { 'x-rate-limit-reset': far }), { now: () => now })
    expect(await nameOf(ask())).toBe('RateLimited')
    now += 14 * 60_000
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(1)
    now += 2 * 60_000
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(2)
  })

  it('does not try a used-up plan again', async () => {
    const capped = json({ title: 'UsageCapExceeded', type: 'https://api.x.com/2/problems/usage-capped' }, 429)
    const { ask, stub } = await askOver(capped)
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(1)
  })
})

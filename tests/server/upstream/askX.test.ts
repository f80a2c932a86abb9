import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createAsk } from '../../../server/upstream/x/client/client.ts'
import type { AskOptions } from '../../../server/upstream/x/client/client.ts'
import { operatorFaultOf } from '../../../server/upstream/x/client/faults.ts'
import { callerWith } from '../callerWith.ts'
import { hanging, htmlPage, json, startStubX } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'

const stubs: StubX[] = []
afterEach(() => {
  vi.useRealTimers()
  return Promise.all(stubs.splice(0).map((stub) => stub.close()))
})

const signal = AbortSignal.timeout(60_000)

async function askOver(answers: Answer | Record<string, Answer>, more: Partial<AskOptions> = {}) {
  const stub = await startStubX(typeof answers === 'function' ? { '/': answers } : answers)
  stubs.push(stub)
  const options = {
    maxBytes: 1000,
    timeoutMs: 5000,
    concurrency: 4,
    now: () => Date.now(),
    random: () => 0,
    ...more,
  }
  const ask = createAsk(options)
  let turn = 0
  const askFor = (path = `/${++turn}`, leaves = signal) => ask(new URL(path, stub.base), callerWith(leaves))
  return {
    stub,
    ask: askFor,
    /** Five different questions in a row, as many as it takes to count as an outage. */
    async askFive(path = '/') {
      for (let question = 0; question < 5; question++) await nameOf(askFor(`${path}${question}`))
    },
    fault: ask.fault,
  }
}
const nameOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: Error) => error.name,
  )
/** The clock stands still until it is moved; timers run. */
function holdClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  return (ms: number) => vi.setSystemTime(Date.now() + ms)
}
/** An X that is down until it is told otherwise. */
function patient() {
  const state = { well: false }
  const answer: Answer = (...args) => (state.well ? json({}) : htmlPage(500))(...args)
  return { state, answer }
}

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

  it('asks nothing again that may have been charged, and again what surely was not', async () => {
    const silent = await askOver(hanging, { timeoutMs: 700, paid: true })
    expect(await nameOf(silent.ask())).toBe('UpstreamDown')
    expect(silent.stub.asked).toHaveLength(1)
    const garbled = await askOver(htmlPage(200), { paid: true })
    expect(await nameOf(garbled.ask())).toBe('UpstreamDown')
    expect(garbled.stub.asked).toHaveLength(1)
    const broken = await askOver(htmlPage(503), { paid: true })
    expect(await nameOf(broken.ask())).toBe('UpstreamDown')
    expect(broken.stub.asked).toHaveLength(3)
  })

  it('finds X again at the first trial after half a minute, however often it is asked meanwhile', async () => {
    const advance = holdClock()
    const { state, answer } = patient()
    const { ask, askFive } = await askOver(answer)
    await askFive()
    state.well = true
    const seen: string[] = []
    for (let call = 0; call < 12; call++) {
      advance(10_000)
      seen.push(await nameOf(ask()))
    }
    expect(seen).toEqual(['UpstreamDown', 'UpstreamDown', ...Array.from({ length: 10 }, () => 'answered')])
  })

  it('lets one call alone try after an outage, and all others go by what it finds', async () => {
    const advance = holdClock()
    const { state, answer } = patient()
    const slow: Answer = (...args) => void delay(30).then(() => answer(...args))
    const { ask, askFive, stub } = await askOver(slow)
    await askFive()
    const askedByTen = async () => {
      const before = stub.asked.length
      const names = await Promise.all(Array.from({ length: 10 }, () => nameOf(ask())))
      return { names: new Set(names), calls: stub.asked.length - before }
    }
    advance(31_000)
    expect(await askedByTen()).toEqual({ names: new Set(['UpstreamDown']), calls: 1 })
    advance(31_000)
    state.well = true
    expect(await askedByTen()).toEqual({ names: new Set(['answered']), calls: 10 })
  })

  it('takes a trial whose visitor leaves for no answer of X', async () => {
    const advance = holdClock()
    const { ask, askFive, stub } = await askOver({ '/down': htmlPage(500), '/hangs': hanging })
    await askFive('/down')
    advance(31_000)
    expect(await nameOf(ask('/hangs', AbortSignal.timeout(30)))).toBe('TimeoutError')
    const before = stub.asked.length
    expect(await nameOf(ask('/down'))).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(before)
  })

  it('is not put off by visitors who leave', async () => {
    const { ask } = await askOver({ '/hangs': hanging, '/well': json({}) })
    const leavers = Array.from({ length: 8 }, () => nameOf(ask('/hangs', AbortSignal.timeout(30))))
    expect(new Set(await Promise.all(leavers))).toEqual(new Set(['TimeoutError']))
    expect(await nameOf(ask('/well'))).toBe('answered')
  })

  it('rests until the time that X names, but never longer than a quarter of an hour', async () => {
    const advance = holdClock()
    const far = String(Math.floor(Date.now() / 1000) + 86_400)
    const { ask, stub } = await askOver(json({}, 429, { 'x-rate-limit-reset': far }))
    expect(await nameOf(ask())).toBe('RateLimited')
    advance(14 * 60_000)
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(1)
    advance(2 * 60_000)
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(2)
  })

  it('keeps the reason and the end of a rest when an earlier call is answered during it', async () => {
    const released = Promise.withResolvers<void>()
    const { ask, stub } = await askOver({
      '/well': (...args) => void released.promise.then(() => json({})(...args)),
      '/down': (...args) => void released.promise.then(() => htmlPage(503)(...args)),
      '/limited': json({}, 429),
    })
    const early = [nameOf(ask('/well')), nameOf(ask('/down'))]
    await expect.poll(() => stub.asked.length).toBe(2)
    expect(await nameOf(ask('/limited'))).toBe('RateLimited')
    released.resolve()
    expect((await Promise.all(early)).toSorted()).toEqual(['RateLimited', 'answered'])
    expect(await nameOf(ask('/well'))).toBe('RateLimited')
  })

  it.each([
    ['a refused token', json({ title: 'Unauthorized' }, 401), 'token'],
    ['used-up credits', json({ title: 'CreditsDepleted' }, 402), 'credits'],
    ['a used-up plan', json({ type: 'https://api.x.com/2/problems/usage-capped' }, 429), 'credits'],
    ['the same with 403', json({ type: 'https://api.twitter.com/2/problems/usage-capped' }, 403), 'credits'],
    ['an app without access', json({ type: 'https://api.x.com/2/problems/client-forbidden' }, 403), 'access'],
    ['an app that is not enrolled', json({ reason: 'client-not-enrolled' }, 403), 'access'],
    [
      'the same within errors',
      json({ errors: [{ type: 'https://api.x.com/2/problems/client-forbidden' }] }),
      'access',
    ],
  ])('tells %s from an outage, says so once, and rests', async (_name, refusal, fault) => {
    const advance = holdClock()
    let mended = false
    const told: unknown[] = []
    const { ask, stub, ...one } = await askOver(
      (...args) => (mended ? json({ data: {} }) : refusal)(...args),
      {
        faultOf: operatorFaultOf,
        paid: true,
        onFault: (fault) => told.push(fault),
      },
    )
    for (let call = 0; call < 10; call++) expect(await nameOf(ask())).toBe('OperatorRefused')
    expect(stub.asked).toHaveLength(1)
    advance(6 * 60_000)
    expect(await nameOf(ask())).toBe('OperatorRefused')
    expect(one.fault()).toBe(fault)
    mended = true
    advance(6 * 60_000)
    expect(await nameOf(ask())).toBe('answered')
    expect(one.fault()).toBeNull()
    expect(told).toEqual([fault, null])
  })

  it('takes a refused token of free calls for an answer like any other', async () => {
    const { ask } = await askOver(json({}, 403))
    expect((await ask()).status).toBe(403)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { tryToken } from '../../../server/upstream/x/health.ts'
import {
  createEndpointClient,
  createEndpointPause,
  createPauseStorage,
} from '../../../server/upstream/x/client/client.ts'
import type { EndpointClientOptions } from '../../../server/upstream/x/client/client.ts'
import { operatorFaultOf } from '../../../server/upstream/x/replies.ts'
import type { HttpReply } from '../../../server/upstream/x/replies.ts'
import { nameOfReason } from '../../contract/reasonNamed.ts'
import { callerWith } from '../client.ts'
import { followClock } from '../followClock.ts'
import { createMemoryStore } from '../testApp.ts'
import { hanging, htmlPage, json, problem } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { closeWorlds, idAt, openStub, refs, searchWorld } from './xWorld.ts'

closeWorlds()
afterEach(() => void vi.useRealTimers())

const signal = AbortSignal.timeout(60_000)

async function askOver(answers: Answer | Record<string, Answer>, more: Partial<EndpointClientOptions> = {}) {
  const stub = await openStub(typeof answers === 'function' ? { '/': answers } : answers)
  const options = {
    maxBytes: 1000,
    timeoutMs: 5000,
    concurrency: 4,
    waitingMax: 100,
    now: () => Date.now(),
    random: () => 0,
    ...more,
  }
  const ask = createEndpointClient(options)
  let turn = 0
  const askFor = (path = `/${++turn}`, leaves = signal, clientKey = '192.0.2.1') =>
    ask(new URL(path, stub.base), callerWith(leaves, clientKey))
  return {
    stub,
    ask: askFor,
    /** Five different questions of two networks in a row, as many as it takes to count as an outage. */
    async askFive(path = '/') {
      for (let question = 0; question < 5; question++)
        await nameOf(askFor(`${path}${question}`, signal, `192.0.${question % 2}.1`))
    },
    fault: ask.fault,
  }
}
const nameOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: Error) => error.name,
  )
/** Both clocks stand still until they are moved; timers run. */
function holdClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  followClock(Date.now)
  return (ms: number) => vi.setSystemTime(Date.now() + ms)
}
describe('asking X', () => {
  it.each([
    ['a free one without an answer, twice', hanging, false, 3],
    ['not a paid one without an answer', hanging, true, 1],
    ['not a paid one with an unreadable answer', htmlPage(200), true, 1],
    ['a paid one that X refused with 503, twice', htmlPage(503), true, 3],
  ])('a failed call is repeated only if that is surely free: %s', async (_name, answer, paid, calls) => {
    const { ask, stub } = await askOver(answer, { timeoutMs: answer === hanging ? 2000 : 5000, paid })
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(calls)
  })

  it('calls to X stop for half a minute after an outage, and then begin again', async () => {
    const advance = holdClock()
    let isWell = false
    const { ask, askFive, stub } = await askOver((...asked) => (isWell ? json({}) : htmlPage(500))(...asked))
    await askFive()
    const before = stub.asked.length
    isWell = true
    expect(await nameOf(ask())).toBe('UpstreamDown')
    advance(29_999)
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(before)
    advance(1)
    expect(await nameOf(ask())).toBe('answered')
  })

  it('calls to X continue after a success between failures, and after failures for one network only', async () => {
    const { ask, stub } = await askOver({ '/well': json({}), '/': htmlPage(500) })
    for (let question = 0; question < 4; question++)
      await nameOf(ask(`/${question}`, signal, `192.0.${question}.1`))
    expect(await nameOf(ask('/well'))).toBe('answered')
    for (let question = 0; question < 8; question++) await nameOf(ask(`/x${question}`))
    const before = stub.asked.length
    expect(await nameOf(ask('/well'))).toBe('answered')
    expect(stub.asked).toHaveLength(before + 1)
  })

  it('calls to X are not stopped by visitors who leave', async () => {
    const { ask } = await askOver({ '/hangs': hanging, '/well': json({}) })
    const leavers = [...'abcdefgh'].map((name) => nameOf(ask(`/hangs${name}`, AbortSignal.timeout(30))))
    expect(new Set(await Promise.all(leavers))).toEqual(new Set(['TimeoutError']))
    expect(await nameOf(ask('/well'))).toBe('answered')
  })

  it('calls to X pause until the time that X names, but for a limit of its quarter of an hour never longer than that', async () => {
    const advance = holdClock()
    const far = String(Math.floor(Date.now() / 1000) + 3000)
    const { ask, stub } = await askOver(json({}, 429, { 'x-rate-limit-reset': far }))
    expect(await nameOf(ask())).toBe('RateLimited')
    advance(14 * 60_000)
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(1)
    advance(2 * 60_000)
    expect(await nameOf(ask())).toBe('RateLimited')
    expect(stub.asked).toHaveLength(2)
  })

  it('a pause in calling X keeps its reason and end when an earlier call is answered', async () => {
    const released = Promise.withResolvers<void>()
    const { ask, stub, ...one } = await askOver(
      {
        '/well': (...args) => void released.promise.then(() => json({})(...args)),
        '/down': (...args) => void released.promise.then(() => htmlPage(503)(...args)),
        '/no': json({ title: 'Unauthorized' }, 401),
      },
      { faultOf: operatorFaultOf },
    )
    const early = [nameOf(ask('/well')), nameOf(ask('/down'))]
    await expect.poll(() => stub.asked.length).toBe(2)
    expect(await nameOf(ask('/no'))).toBe('OperatorRefused')
    released.resolve()
    expect((await Promise.all(early)).toSorted()).toEqual(['OperatorRefused', 'answered'])
    expect(one.fault()).toBe('token')
    expect(await nameOf(ask('/well'))).toBe('OperatorRefused')
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
  ])(
    'a call to X distinguishes %s from an outage, reports it once, and pauses',
    async (_name, refusal, fault) => {
      const advance = holdClock()
      let mended = false
      const reported: unknown[] = []
      const { ask, stub, ...one } = await askOver(
        (...args) => (mended ? json({ data: {} }) : refusal)(...args),
        { faultOf: operatorFaultOf, paid: true, onFault: (fault) => reported.push(fault) },
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
      expect(reported).toEqual([fault, null])
    },
  )
})

describe('the pause of an endpoint', () => {
  const START = 1_790_000_000_000
  const limitedUntil = (ms: number) => ({
    status: 429,
    headers: new Headers({ 'x-rate-limit-reset': String(ms / 1000) }),
    json: {},
  })
  const refusal = { status: 401, headers: new Headers(), json: {} }
  function pauseAt(clock: { now: number }, store = createMemoryStore(() => clock.now)) {
    followClock(() => clock.now)
    const stored = createPauseStorage('x', 'search', store)
    const pause = createEndpointPause({ now: () => clock.now, faultOf: operatorFaultOf, stored })
    const judge = (reply: HttpReply) =>
      expect(() => pause.judge(reply)).toThrow(/X takes no more requests|X refuses/)
    return { pause, judge, store }
  }

  it('the pause of an endpoint is never shortened by the same reason, and may become longer', () => {
    const clock = { now: START }
    const { pause, judge } = pauseAt(clock)
    judge(limitedUntil(START + 10_000))
    judge(limitedUntil(START + 5000))
    expect(pause.current()?.until).toBe(START + 10_000)
    judge(limitedUntil(START + 20_000))
    expect(pause.current()?.until).toBe(START + 20_000)
    clock.now = START + 20_000
    expect(pause.current()).toBeNull()
  })

  it('the pause of an endpoint for a rate limit is replaced by that for an operator’s fault, and not the other way round', () => {
    const { pause, judge } = pauseAt({ now: START })
    judge(limitedUntil(START + 600_000))
    judge(refusal)
    expect(pause.current()).toEqual({ reason: 'token', until: START + 300_000 })
    judge(limitedUntil(START + 600_000))
    expect(pause.current()).toEqual({ reason: 'token', until: START + 300_000 })
  })

  // A Durable Object that was idle for ten seconds forgot when X would take requests again.
  it('the pause of an endpoint applies to a process that starts later with the same store, until it ends', async () => {
    const clock = { now: START }
    const { judge, store } = pauseAt(clock)
    judge(limitedUntil(START + 600_000))
    const later = pauseAt(clock, store)
    await later.pause.restore()
    expect(later.pause.current()).toEqual({ reason: 'limited', until: START + 600_000 })
    clock.now = START + 600_000
    const last = pauseAt(clock, store)
    await last.pause.restore()
    expect(last.pause.current()).toBeNull()
  })
})

describe('the token', () => {
  it.each([
    ['accepts it', 'the name is refused', problem(400, 'invalid-request'), true],
    ['accepts it', 'nobody is found', json({ errors: [{ title: 'Not Found Error' }] }), true],
    ['X refuses the token', '401', json({ title: 'Unauthorized', status: 401 }, 401), false],
    ['X answered 503', 'an outage', htmlPage(503), false],
    ['X answered 404', "somebody else's page", htmlPage(404), false],
  ])(
    'the trial call with a token reports "%s" after this answer: %s',
    async (words, _answer, answer, isTaken) => {
      const stub = await openStub({ '/2/': answer })
      const trial = await tryToken(stub.base, 'a-token')
      expect(trial.isTaken).toBe(isTaken)
      // X is asked for a name that cannot exist, because failed calls are free.
      expect(stub.asked).toEqual(['/2/users/by/username/-'])
      expect(trial.said).toMatch(/^X_BEARER_TOKEN was tried: .*\.$/)
      expect(trial.said).toContain(words)
      expect(trial.said).not.toContain('a-token')
    },
  )

  it('the trial of the token says so if nobody answers', async () => {
    expect(await tryToken('http://127.0.0.1:1', 'a-token')).toMatchObject({
      isTaken: false,
      said: 'X_BEARER_TOKEN was tried: X did not answer, so it is not known whether X accepts the token.',
    })
  })
})

describe('the full archive', () => {
  it('a search of the full archive leaves posts unsearched that would wait for too long, with the reason', async () => {
    const posts = Array.from({ length: 40 }, (_, index) => ({ id: idAt(1000 + index * 24) }))
    const started: (() => void)[] = []
    const { judge } = await searchWorld(
      { author: { posts } },
      { postSearchMax: 40, pause: () => new Promise((resolve) => started.push(resolve)) },
    )
    const judging = judge(refs(posts))
    await expect.poll(() => started.length).toBe(1)
    const passing = setInterval(() => started.shift()?.(), 1)
    const judged = await judging.finally(() => clearInterval(passing))
    const reasons = judged.map(({ evidence }) => nameOfReason(evidence?.reason) ?? 'found')
    expect(reasons.filter((reason) => reason === 'busy').length).toBeGreaterThan(5)
    expect(reasons.filter((reason) => reason === 'found').length).toBeGreaterThan(25)
  })
})

import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { tryToken } from '../../../server/upstream/x/client/calls.ts'
import { createAsk } from '../../../server/upstream/x/client/client.ts'
import type { AskOptions } from '../../../server/upstream/x/client/client.ts'
import { operatorFaultOf } from '../../../server/upstream/x/client/faults.ts'
import { createCooldowns, createRateScheduler } from '../../../server/upstream/x/client/throttling.ts'
import { callerWith } from '../client.ts'
import { hanging, htmlPage, json, problem } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { closeWorlds, idAt, openStub, ref, searchWorld } from './xWorld.ts'

closeWorlds()
afterEach(() => void vi.useRealTimers())

const signal = AbortSignal.timeout(60_000)

async function askOver(answers: Answer | Record<string, Answer>, more: Partial<AskOptions> = {}) {
  const stub = await openStub(typeof answers === 'function' ? { '/': answers } : answers)
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
describe('asking X', () => {
  it.each([
    ['again what hangs, twice', hanging, false, 3],
    ['nothing again that hangs and may have been charged', hanging, true, 1],
    ['nothing again that came garbled and may have been charged', htmlPage(200), true, 1],
    ['again what failed and surely was not charged', htmlPage(503), true, 3],
  ])('asks %s', async (_name, answer, paid, calls) => {
    const { ask, stub } = await askOver(answer, { timeoutMs: answer === hanging ? 2000 : 5000, paid })
    expect(await nameOf(ask())).toBe('UpstreamDown')
    expect(stub.asked).toHaveLength(calls)
  })

  it('lets one call alone try after an outage, and all others go by what it finds', async () => {
    const advance = holdClock()
    let isWell = false
    const slow: Answer = (...args) => void delay(30).then(() => (isWell ? json({}) : htmlPage(500))(...args))
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
    isWell = true
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
    const leavers = [...'abcdefgh'].map((name) => nameOf(ask(`/hangs${name}`, AbortSignal.timeout(30))))
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

  it.each([
    ['RateLimited', json({}, 429), null],
    ['OperatorRefused', json({ title: 'Unauthorized' }, 401), 'token'],
  ])('keeps the reason and end of a rest when an earlier call is answered: %s', async (name, no, fault) => {
    const released = Promise.withResolvers<void>()
    const { ask, stub, ...one } = await askOver(
      {
        '/well': (...args) => void released.promise.then(() => json({})(...args)),
        '/down': (...args) => void released.promise.then(() => htmlPage(503)(...args)),
        '/no': no,
      },
      { faultOf: operatorFaultOf },
    )
    const early = [nameOf(ask('/well')), nameOf(ask('/down'))]
    await expect.poll(() => stub.asked.length).toBe(2)
    expect(await nameOf(ask('/no'))).toBe(name)
    released.resolve()
    expect((await Promise.all(early)).toSorted()).toEqual([name, 'answered'])
    expect(one.fault()).toBe(fault)
    expect(await nameOf(ask('/well'))).toBe(name)
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
  })
})

describe('cooldowns', () => {
  const START = 1_790_000_000_000
  let now = START
  let cooldowns: ReturnType<typeof createCooldowns>
  beforeEach(() => {
    now = START
    cooldowns = createCooldowns(() => now)
  })
  const until = () => cooldowns.current()?.until

  it('is never shortened by the same reason, and may become longer', () => {
    cooldowns.begin('limited', START + 1000)
    cooldowns.begin('limited', START + 500)
    expect(until()).toBe(START + 1000)
    cooldowns.begin('limited', START + 2000)
    expect(until()).toBe(START + 2000)
    now = START + 2000
    cooldowns.begin('limited', START + 2500)
    expect(until()).toBe(START + 2500)
  })

  it("gives way to an operator's fault where it is a rate limit, and to nothing where it is such a fault", () => {
    cooldowns.begin('limited', START + 5000)
    cooldowns.begin('credits', START + 1000)
    expect(cooldowns.current()).toEqual({ reason: 'credits', until: START + 1000 })
    cooldowns.begin('limited', START + 9000)
    cooldowns.begin('token', START + 9000)
    expect(cooldowns.current()).toEqual({ reason: 'credits', until: START + 1000 })
  })
})

describe('the token', () => {
  it.each([
    ['takes it', 'the name refused', problem(400, 'invalid-request'), true],
    ['takes it', 'nobody found', json({ errors: [{ title: 'Not Found Error' }] }), true],
    ['X refuses the token', '401', json({ title: 'Unauthorized', status: 401 }, 401), false],
    ['X answered 503', 'an outage', htmlPage(503), false],
    ['X answered 404', "somebody else's page", htmlPage(404), false],
  ])('says "%s" of %s', async (words, _answer, answer, isTaken) => {
    const stub = await openStub({ '/2/': answer })
    const trial = await tryToken(stub.base, 'a-token')
    expect(trial.isTaken).toBe(isTaken)
    // Of somebody who cannot be: failed calls are free.
    expect(stub.asked).toEqual(['/2/users/by/username/-'])
    expect(trial.said).toMatch(/^X_BEARER_TOKEN was tried: .*\.$/)
    expect(trial.said).toContain(words)
    expect(trial.said).not.toContain('a-token')
  })

  it('says so where nobody answers', async () => {
    expect(await tryToken('http://127.0.0.1:1', 'a-token')).toMatchObject({
      isTaken: false,
      said: 'X_BEARER_TOKEN was tried: X did not answer, so whether it takes the token is not known.',
    })
  })
})

describe('turns', () => {
  /** Turns over a clock that stands still, and pauses that end when they are told to. */
  function schedulerAt(clock: { now: number }) {
    const pauses: { ms: number; end: () => void }[] = []
    const turn = createRateScheduler(
      () => clock.now,
      (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        pauses.push({ ms, end: resolve })
        return promise
      },
    )
    return { turn, pauses }
  }
  const codeOf = (asked: Promise<void>) =>
    asked.then(
      () => 'turn',
      (error: unknown) => (error instanceof Error ? error.name : ''),
    )

  it('gives one turn a second, and refuses at once what would wait for more than thirty', async () => {
    const { turn, pauses } = schedulerAt({ now: 0 })
    const asked = Array.from({ length: 40 }, (_, index) =>
      codeOf(turn(callerWith(undefined, `share ${index}`))),
    )
    for (const { end } of pauses) end()
    const codes = await Promise.all(asked)
    expect(pauses.map(({ ms }) => ms)).toEqual(Array.from({ length: 30 }, (_, index) => (index + 1) * 1000))
    expect(codes.slice(0, 31)).toEqual(Array(31).fill('turn'))
    expect(codes.slice(31)).toEqual(Array(9).fill('NoTurn'))
  })

  it('leaves turns for others when one address asks for many', async () => {
    const { turn, pauses } = schedulerAt({ now: 0 })
    const greedy = Array.from({ length: 30 }, () => codeOf(turn(callerWith(undefined, 'greedy'))))
    const other = codeOf(turn(callerWith(undefined, 'other')))
    for (const { end } of pauses) end()
    expect((await Promise.all(greedy)).filter((code) => code === 'turn')).toHaveLength(21)
    expect(await other).toBe('turn')
  })

  it('gives 300 turns in a quarter of an hour', async () => {
    const clock = { now: 0 }
    const { turn } = schedulerAt(clock)
    for (let index = 0; index < 300; index++) {
      expect(await codeOf(turn(callerWith(undefined, 'a')))).toBe('turn')
      clock.now += 1000
    }
    expect(await codeOf(turn(callerWith(undefined, 'a')))).toBe('NoTurn')
    clock.now = 15 * 60_000
    expect(await codeOf(turn(callerWith(undefined, 'a')))).toBe('turn')
  })

  it('leaves posts whose turn does not come unsearched, with the reason, and finds the others', async () => {
    const clock = { now: Date.now() }
    const posts = Array.from({ length: 25 }, (_, index) => ({ id: idAt(1000 + index * 24) }))
    // Nothing passes while turns are waited for, so that all queue up.
    const { judge } = await searchWorld({ author: { posts } }, { postSearchMax: 25, now: () => clock.now })
    const refs = posts.map((post) => ref(post))
    const [judged, others] = await Promise.all([judge(refs, 'greedy'), judge(refs.slice(-1), 'other')])
    expect(others).toMatchObject([{ status: 'AVAILABLE' }])
    const reasons = judged.map(({ evidence }) => evidence?.reason ?? 'found')
    expect(reasons.filter((reason) => reason === 'found')).toHaveLength(21)
    expect(reasons.filter((reason) => reason === 'queue')).toHaveLength(4)
  })
})

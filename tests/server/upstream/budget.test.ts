import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { XUpstreamOptions } from '../../../server/upstream/x/createX.ts'
import { LIST, VERDICT, bodyFor, callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import type { Answer } from './stubX.ts'
import { closeWorlds, costly, idAt, worldOf } from './xWorld.ts'

closeWorlds()
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000
const names = Array.from({ length: 60 }, (_, index) => `user${index}`)

/** X with 60 accounts, and a server that may spend five dollars a day. */
async function worldAt(
  clock: { now: number },
  more: Partial<XUpstreamOptions> & { heard?: Promise<void> } = {},
) {
  const { heard = Promise.resolve(), ...options } = more
  const x = simulatedX(Object.fromEntries(names.map((name) => [name, costly()])), 'before')
  const store = createMemoryStore(() => clock.now)
  const answer: typeof x.answer = (...asked) => void heard.then(() => x.answer(...asked))
  const world = await worldOf(
    { '/2/': answer },
    { store, now: () => clock.now, budgetUsd: 5, budgetPercent: { address: 10, hour: 15 }, ...options },
  )
  const check = (name: string, clientKey: string) =>
    world.x.checkAccount(bodyFor(name, { repost: false }), callerWith(undefined, clientKey)).then(
      () => 'answered',
      ({ code, retryAfter }: { code: string; retryAfter: number }) => `${code} ${retryAfter}`,
    )
  return { check, spent: () => x.cost().returned / 1e6 }
}

// 18 checks of one address once spent all $5 within 8 seconds.
it("one address gets a tenth of the day's dollars, and is told when it gets more", async () => {
  const clock = { now: NOON }
  const { check, spent } = await worldAt(clock)
  const outcomes: string[] = []
  for (const name of names.slice(0, 18)) outcomes.push(await check(name, '192.0.2.1'))
  expect(new Set(outcomes)).toEqual(new Set(['answered', 'share_spent 43200']))
  expect(spent()).toBeLessThanOrEqual(0.5)
  expect(spent()).toBeGreaterThan(0.2)
  expect(await check('user30', '192.0.2.2')).toBe('answered')
  clock.now += 43_200_000
  expect(await check('user31', '192.0.2.1')).toBe('answered')
})

it("when the hour's part of the day's dollars is spent, only addresses that used much must wait, and are told when the next hour begins", async () => {
  const clock = { now: NOON + 600_000 }
  const { check } = await worldAt(clock)
  const outcomes: string[] = []
  for (const [index, name] of names.entries()) {
    if (!outcomes.at(-1)?.startsWith('hour_spent')) outcomes.push(await check(name, `192.0.${index % 4}.1`))
  }
  expect(outcomes.at(-1)).toBe('hour_spent 3000')
  expect(await check('user58', '198.51.100.7')).toBe('answered')
  clock.now += 3_000_000
  expect(await check('user59', '192.0.0.1')).toBe('answered')
})

it('an address can make one full check however small the budget is', async () => {
  const { check } = await worldAt({ now: NOON }, { budgetUsd: 0.6 })
  expect(await check('user1', '192.0.2.1')).toBe('answered')
})

// $1.88 of a day's $1 were once spent after Redis had been emptied.
it('what a process has spent in a day counts on after the store lost it', async () => {
  const clock = { now: NOON }
  let store = createMemoryStore(() => clock.now)
  const losing = { ...store, spend: (...given: Parameters<typeof store.spend>) => store.spend(...given) }
  const { check, spent } = await worldAt(clock, {
    store: losing,
    budgetUsd: 1,
    budgetPercent: { address: 100, hour: 100 },
  })
  const outcomes: string[] = []
  for (const [index, name] of names.entries()) {
    if (index === 3) store = createMemoryStore(() => clock.now)
    outcomes.push(await check(name, `192.0.${index}.1`))
  }
  expect(outcomes.slice(0, 4)).toEqual(Array(4).fill('answered'))
  expect(outcomes.at(-1)).toBe('budget_spent 43200')
  expect(spent()).toBeLessThanOrEqual(1)
})

it('a visitor must wait while it is unknown what the checks under way may still cost', async () => {
  const heard = Promise.withResolvers<void>()
  const { check, spent } = await worldAt(
    { now: NOON },
    { heard: heard.promise, budgetUsd: 0.5, budgetPercent: { address: 100, hour: 100 } },
  )
  const under: Promise<string>[] = []
  for (const [index, name] of names.slice(0, 9).entries()) {
    under.push(check(name, `192.0.${index}.1`))
    await setImmediate()
  }
  expect(await check('user15', '192.0.15.1')).toBe('busy 10')
  expect(spent()).toBe(0)
  heard.resolve()
  // Whoever was let in is answered, whatever the others have left.
  expect(await Promise.all(under)).toEqual([...Array(7).fill('answered'), 'busy 10', 'busy 10'])
  expect(spent()).toBeLessThanOrEqual(0.5)
})

const account = { posts: Array.from({ length: 10 }, (_, index) => ({ id: idAt(5 + 10 * index) })) }

/** X's rate limits: calls in a quarter of an hour. */
const X_CALLS = { user: 300, search: 450 }

/** X, which grants each endpoint its calls of a quarter of an hour and no more, and a server with the default budget. */
async function world() {
  const x = simulatedX(Object.fromEntries(names.map((name) => [name, account])), 'before')
  const asked = { user: 0, search: 0 }
  const answer: Answer = (url, response, request) => {
    const endpoint = url.pathname.includes('/search/') ? 'search' : 'user'
    const isCounted = endpoint === 'search' || url.pathname.includes('/by/username/')
    if (isCounted && ++asked[endpoint] > X_CALLS[endpoint]) {
      response.writeHead(429, { 'Content-Type': 'application/json' }).end('{}')
      return
    }
    x.answer(url, response, request)
  }
  const money = { budgetUsd: 5, budgetPercent: { address: 5, hour: 15 } }
  const search = { postSearchPermitted: true, postSearchMax: 200 }
  const { x: upstream } = await worldOf({ '/2/': answer }, { ...money, ...search })
  const check = (name: string, clientKey: string, more = VERDICT) =>
    upstream.checkAccount(bodyFor(name, more), callerWith(undefined, clientKey)).then(
      ({ search_ban }) => (search_ban === null ? 'not judged' : 'judged'),
      ({ code }: { code: string }) => code,
    )
  /** What each of ten visitors gets, of an address of their own. */
  const honestOutcomes = () =>
    Promise.all(names.slice(0, 10).map((name, index) => check(name, `198.51.${index}.7`)))
  return { check, honestOutcomes, asked }
}
const ALL_JUDGED = Array(10).fill('judged')

describe('ten of ten visitors get a verdict', () => {
  const SIX = Array.from({ length: 6 }, (_, index) => `203.0.${index}.1`)
  const HOME_LINE = Array.from({ length: 256 }, (_, index) => `2001:db8:1:${(index * 256).toString(16)}`)

  // X charges nothing for such a lookup, and six addresses once used up all 300 of a quarter of an hour.
  it.each([
    ['six addresses', SIX],
    ['256 networks of a /48', HOME_LINE],
  ])(
    'ten of ten visitors get a verdict after %s have looked up names that nobody has',
    async (_name, addresses) => {
      const { check, honestOutcomes, asked } = await world()
      const outcomes = new Set<string>()
      for (let index = 0; index < 600; index++) {
        outcomes.add(await check(`nobody${index}`, addresses[index % addresses.length] ?? ''))
      }
      expect(asked.user).toBeLessThan(X_CALLS.user / 2)
      expect(outcomes).toContain('hour_spent')
      expect(await honestOutcomes()).toEqual(ALL_JUDGED)
    },
  )

  it('ten of ten visitors get a verdict after six addresses have spent all that they may in a quarter of an hour', async () => {
    const { check, honestOutcomes } = await world()
    const outcomes = new Set<string>()
    for (const [index, name] of names.slice(10).entries())
      outcomes.add(await check(name, SIX[index % SIX.length] ?? '', LIST))
    expect(outcomes).toContain('hour_spent')
    expect(await honestOutcomes()).toEqual(ALL_JUDGED)
  })
})

import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { bodyFor, callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import { closeWorlds, costly, worldOf } from './xWorld.ts'

closeWorlds()
const NOON = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000
const names = Array.from({ length: 60 }, (_, index) => `user${index}`)

/** X with 60 accounts, and a server that may spend five dollars a day. */
async function worldAt(clock: { now: number }, budgetUsd = 5, heard = Promise.resolve()) {
  const x = simulatedX(Object.fromEntries(names.map((name) => [name, costly()])), 'before')
  const store = createMemoryStore(() => clock.now)
  const answer: typeof x.answer = (...asked) => void heard.then(() => x.answer(...asked))
  const world = await worldOf(
    { '/2/': answer },
    { store, now: () => clock.now, budgetUsd, budgetPercent: { address: 10, hour: 15 } },
  )
  const check = (name: string, clientKey: string) =>
    world.x.checkAccount(bodyFor(name, { repost: false }), callerWith(undefined, clientKey)).then(
      () => 'answered',
      ({ code, retryAfter }: { code: string; retryAfter: number }) => `${code} ${retryAfter}`,
    )
  return { check, spent: () => x.cost().returned / 1e6 }
}

// 18 checks of one address once spent all $5 within 8 seconds.
it("gives one address a tenth of the day's dollars, and says when it has more", async () => {
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

it("holds up only who has taken much when the hour's part of the day's dollars is spent, and says when the next begins", async () => {
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

it('lets an address have one full check however small the budget is', async () => {
  const { check } = await worldAt({ now: NOON }, 0.6)
  expect(await check('user1', '192.0.2.1')).toBe('answered')
})

it('asks an address to wait while what its other checks may still cost is not known', async () => {
  const heard = Promise.withResolvers<void>()
  const { check, spent } = await worldAt({ now: NOON }, 5, heard.promise)
  const under: Promise<string>[] = []
  for (const name of names.slice(0, 9)) {
    under.push(check(name, '192.0.2.1'))
    await setImmediate()
  }
  expect(await check('user15', '192.0.2.1')).toBe('busy 10')
  expect(spent()).toBe(0)
  heard.resolve()
  // Whoever was let in is answered, whatever the others have left.
  expect(await Promise.all(under)).toEqual([...Array(8).fill('answered'), 'busy 10'])
  expect(spent()).toBeLessThanOrEqual(0.5)
})

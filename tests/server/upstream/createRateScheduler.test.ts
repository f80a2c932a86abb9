import { expect, it } from 'vitest'
import { createRateScheduler } from '../../../server/upstream/x/client/pauses.ts'
import { callerWith } from '../callerWith.ts'
import { ref, searchWorld } from './searchWorld.ts'
import { closeWorlds, idAt } from './xWorld.ts'

closeWorlds()

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
  const reasons = (await judge(posts.map((post) => ref(post)))).map(
    ({ evidence }) => evidence?.reason ?? 'found',
  )
  expect(reasons.filter((reason) => reason === 'found')).toHaveLength(21)
  expect(reasons.filter((reason) => reason === 'queue')).toHaveLength(4)
})

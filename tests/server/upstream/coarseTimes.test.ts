import { expect, it } from 'vitest'
import { callerWith } from '../client.ts'
import {
  TIMELINE,
  USER,
  at,
  closeWorlds,
  posts,
  recentPosts,
  ref,
  searchWorld,
  user,
  worldOf,
} from './xWorld.ts'

closeWorlds()
const MINUTE_MS = 60_000

// The time of an answer once told to the millisecond when somebody else had checked this account.
it('the times of an account check are exact for the visitor who made it, and rounded down to five minutes for others', async () => {
  let now = Date.now()
  const { check } = await worldOf(
    { [USER]: user(), [TIMELINE]: posts(...recentPosts(2)) },
    { now: () => now },
  )
  const first = await check()
  expect(first.evidence?.time).toBe(now)
  const made = now
  now += 7 * MINUTE_MS
  const { evidence } = await check()
  const coarse = Math.floor(made / (5 * MINUTE_MS)) * 5 * MINUTE_MS
  expect(evidence?.time).toBe(coarse)
  const times = Object.values(evidence?.items ?? {}).flatMap(({ time, from, to }) => [
    time ?? 0,
    from ?? 0,
    to ?? 0,
  ])
  expect(times.filter((time) => time < now && time % (5 * MINUTE_MS) !== 0)).toEqual([])
})

it('the times of a post from the cache are rounded down to five minutes', async () => {
  let now = Date.now()
  const post = at(30)
  const { x, judge } = await searchWorld({ author: { posts: [post] } }, { now: () => now })
  const [first] = await judge([ref(post)])
  expect(first?.evidence?.time).toBe(now)
  now += 2 * MINUTE_MS
  const [cached] = await x.checkPosts([ref(post)], callerWith())
  expect(cached?.status).toBe(first?.status)
  expect((cached?.evidence?.time ?? 1) % (5 * MINUTE_MS)).toBe(0)
})

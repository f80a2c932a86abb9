import { describe, expect, it } from 'vitest'
import { ALL, LIST } from '../client.ts'
import type { SimulatedPost } from './simulatedX.ts'
import { GENERATIONS, at, closeWorlds, idAt, verdict, worldWith } from './xWorld.ts'

// What the list of the newest posts holds, and what it says where it holds less.
closeWorlds()

/** So many posts an hour apart, the newest so many hours old. */
const every = (count: number, from: number, more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
  Array.from({ length: count }, (_, index) => ({ id: idAt(from + index, 3), ...more }))

describe('the list of an account that mostly reposts', () => {
  const reposts = (count: number, from: number) => every(count, from, { kind: 'repost', of: '9' })
  /** Of twenty posts four are own ones. */
  const mixed = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((page) =>
    reposts(16, 3 + 20 * page).concat(every(4, 19 + 20 * page)),
  )

  it('the list of an account that mostly reposts is read until it has twenty own posts, as far as the price allows', async () => {
    const { check, sim, asked } = await worldWith({ posts: mixed })
    sim.state.cutsFirst = 'with a token'
    const { tweets = [] } = await check(LIST)
    expect(tweets.length).toBeGreaterThan(4)
    const pages = asked().filter((path) => path.includes('/users/1/tweets') && !path.includes('start_time'))
    expect(pages.length).toBeLessThanOrEqual(5)
  })
  it('the list of an account that mostly reposts has the posts of one page if X gives no token for the next', async () => {
    const { check, sim } = await worldWith({ posts: mixed })
    sim.state.cutsFirst = true
    expect((await check(LIST)).tweets).toHaveLength(4)
  })
  it('the list of an account says that nothing was read behind sixty reposts', async () => {
    const { check, sim } = await worldWith({ posts: [...reposts(120, 3), ...every(5, 130)] })
    sim.state.cutsFirst = 'with a token'
    const { tweets, evidence } = await check(LIST)
    expect([tweets, evidence?.tweets?.reason?.cause]).toEqual([undefined, 'crowded'])
  })
})

it('the list of an account says that the newest posts are all quotes if those were not requested', async () => {
  const { check } = await worldWith({ posts: every(8, 3, { kind: 'quote', of: '9' }) })
  const { tweets, evidence } = await check(LIST)
  expect([tweets, evidence?.tweets?.reason?.cause]).toEqual([undefined, 'none_fit'])
  expect((await check(ALL)).tweets).toHaveLength(8)
})

it.each(GENERATIONS)(
  'an edited pinned post is shown once, with X’s parameter names from %s their renaming',
  async (generation) => {
    const [pinned, ...posts] = every(6, 3)
    const first = idAt(3.5, 9)
    const edited = { ...pinned, id: pinned?.id ?? '', earlier: [first] }
    const { check } = await worldWith({ posts: [edited, ...posts], pin: first }, { generation })
    const { tweets = [] } = await check(LIST)
    expect(tweets.map(({ isPinned = false }) => isPinned)).toEqual([true, false, false, false, false, false])
  },
)

it('a post that passes the age of seven days before the next request is left out of the verdict', async () => {
  let now = Date.now()
  const posts = [at(5), at(30), at(60), at(90), at(24 * 7 - 0.15)]
  const { check, sim } = await worldWith({ posts }, { now: () => now })
  sim.state.refusesArchive = true
  expect(await check()).toMatchObject(verdict(false, { looked: 4, found: 4 }))
  now += 13 * 60_000
  const again = await check(LIST)
  expect(again).toMatchObject(verdict(false, { looked: 4, found: 4 }))
})

import { describe, expect, it } from 'vitest'
import { whyUnjudged } from '../../../src/text/reasons.ts'
import { reasonNamed } from '../../contract/reasonNamed.ts'
import { LIST, VERDICT, bodyFor, callerWith } from '../client.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { json } from './stubX.ts'
import type { Answer } from './stubX.ts'
import {
  CANARY,
  GENERATIONS,
  HIDDEN,
  SEARCH,
  aged,
  at,
  closeWorlds,
  postAt,
  posts,
  ref,
  search,
  searchWorld,
  verdict,
  worldOf,
} from './xWorld.ts'

// What an accusation rests on: whose misses count, whose contradiction stops whom, and which hits clear.
closeWorlds()

const WEEK = [5, 15, 30, 45, 60]
type World = Awaited<ReturnType<typeof searchWorld>>
const check = ({ x }: Pick<World, 'x'>, name: string, mode: object = VERDICT) =>
  x.checkAccount(bodyFor(name, mode), callerWith())

it.each(GENERATIONS)(
  'a missed post of which X, with its parameter names from %s the renaming, names another author is reported as such',
  async (generation) => {
    const [post = at(30)] = aged([30], { ...HIDDEN, authorId: '3' })
    const accounts = { someone: { posts: [post] }, other: { posts: [at(31)] }, another: { posts: [] } }
    const { judge } = await searchWorld(accounts, { generation })
    expect(await judge([ref(post)])).toMatchObject([
      { status: 'UNSEARCHED', evidence: { reason: { cause: 'other_author' } } },
    ])
  },
)

it.each([
  ['is excluded if X and oEmbed name the same author', { users: [{ id: '77', username: 'a' }] }, null],
  ['is not judged if X gives only the number of its author', {}, 'posts failed'],
])('a pasted post that search missed %s', async (_name, includes, reason) => {
  const post = postAt(30)
  const lookedUp = { ...post, edit_history_tweet_ids: [post.id] }
  const { x } = await worldOf(
    { [SEARCH]: search(posts()), '/2/tweets': json({ data: [lookedUp], includes }) },
    { postSearchPermitted: true },
  )
  const [judged] = await x.checkPosts([{ name: null, id: post.id }], callerWith())
  expect(judged?.evidence).toMatchObject({
    found: reason === null ? false : null,
    reason: reasonNamed(reason),
  })
})

it.each([
  ['has the reason `absent` if X does not find it', 'Not Found Error', 'absent'],
  ['is not judged if X reports another error', 'Odd', 'posts failed'],
])('a post that search missed, and that X does not look up, %s', async (_name, title, reason) => {
  const post = postAt(30)
  const { x } = await worldOf(
    { [SEARCH]: search(posts()), '/2/tweets': json({ data: [], errors: [{ title }] }) },
    { postSearchPermitted: true },
  )
  const [judged] = await x.checkPosts([{ name: null, id: post.id }], callerWith())
  expect(judged?.evidence).toMatchObject({ found: null, reason: reasonNamed(reason) })
})

describe("a canary's post that was shown last", () => {
  /** A world in which one banned account was judged, so that a post of the canary is known. */
  async function judgedOnce() {
    const banned = (low: number): SimulatedAccount => ({
      posts: WEEK.map((hours) => at(hours + low / 100, HIDDEN)),
    })
    const world = await searchWorld({ first: banned(0), second: banned(1) })
    expect((await check(world, 'first')).search_ban).toBe(true)
    return world
  }
  it('a control that its author has deleted is dropped: others are judged at once, and X is not blamed', async () => {
    const world = await judgedOnce()
    const shown = new Set(
      world.sim.searched.flatMap(({ url, ids }) =>
        url.searchParams.get('query')?.includes(CANARY) ? ids : [],
      ),
    )
    const gone = world.canary.posts.filter(({ id }) => shown.has(id))
    const others = gone.map(({ id }) => ({ id: String(BigInt(id) + 5n) }))
    for (const post of gone) Object.assign(post, { isDeleted: true, hidden: true, showing: 'gone' })
    world.canary.posts.push(...others)
    expect((await check(world, 'second')).search_ban).toBe(true)
    expect(world.x.searchHealth().now?.state).toBe('found')
  })
  it('a control that search no longer shows is not blamed on search if oEmbed does not answer for it', async () => {
    const world = await judgedOnce()
    for (const post of world.canary.posts) Object.assign(post, { hidden: true, showing: 'payment' })
    expect(await check(world, 'second')).toMatchObject(verdict(null, { reason: { cause: 'no_control' } }))
  })
  it('a control that search no longer shows although oEmbed does is a contradiction: nobody is accused', async () => {
    const world = await judgedOnce()
    for (const post of world.canary.posts) Object.assign(post, HIDDEN)
    expect((await check(world, 'second')).search_ban).toBeNull()
    expect(world.x.searchHealth().now?.state).toBe('missing')
  })
})

describe('a post that appears between two searches', () => {
  async function worldOfTwo() {
    const appearing = at(30, HIDDEN)
    const banned = { posts: WEEK.map((hours) => at(hours + 0.5, HIDDEN)) }
    const missing = WEEK.map((hours) => at(hours + 0.7, HIDDEN))
    const appearingToo = at(31, HIDDEN)
    const world = await searchWorld(
      { author: { posts: [appearing, ...missing] }, other: { posts: [appearingToo] }, someone: banned },
      { pause: async () => void (++pauses === 2 && Object.assign(show, { hidden: false })) },
    )
    let show = appearing
    let pauses = 0
    const judgeAppearing = async (post: SimulatedPost) => {
      show = post
      pauses = 0
      return (await world.judge([ref(post)]))[0]?.status
    }
    return { world, judgeAppearing, appearing, appearingToo }
  }
  it('a post that appears between two searches stops verdicts about its author, and about nobody else', async () => {
    const { world, judgeAppearing, appearing } = await worldOfTwo()
    expect(await judgeAppearing(appearing)).toBe('AVAILABLE')
    // Without this post, which search now finds, an account with only missed posts is left.
    Object.assign(appearing, { isDeleted: true, hidden: true, showing: 'gone' })
    expect(await check(world, 'author')).toMatchObject(verdict(null, { reason: { cause: 'no_control' } }))
    expect((await check(world, 'someone')).search_ban).toBe(true)
  })
  it('posts of two authors that appear between two searches stop all negative verdicts', async () => {
    const { world, judgeAppearing, appearing, appearingToo } = await worldOfTwo()
    expect(await judgeAppearing(appearing)).toBe('AVAILABLE')
    expect(await judgeAppearing(appearingToo)).toBe('AVAILABLE')
    expect((await check(world, 'someone')).search_ban).toBeNull()
  })
})

it('an account is cleared by one hit of its list, though seven posts of one morning are missing', async () => {
  const posts = [...aged([5, 6, 7, 8, 9, 10, 11], HIDDEN), at(12)]
  const world = await searchWorld({ someone: { posts } })
  expect(await check(world, 'someone', LIST)).toMatchObject(verdict(false, { found: 1 }))
})

it('an account is not judged if every post of its week is of a kind that the index may lack, and is told of these kinds', async () => {
  for (const [hours, cause] of [
    [[5, 15, 30], 'none_fit'],
    [[5, 15, 30, 45, 60, 75, 90], 'crowded'],
  ] as const) {
    const posts = aged(hours, { sensitive: true, hidden: true })
    const world = await searchWorld({ someone: { posts } })
    expect(await check(world, 'someone')).toMatchObject(verdict(null, { reason: { cause } }))
    expect(whyUnjudged({ cause })).toContain('センシティブ')
  }
})

describe('canaries of which X refuses one', () => {
  const CANARIES = ['Gone_Canary', CANARY]

  /** A world whose X refuses each search that names a canary that it does not know. */
  async function refusing(account: SimulatedAccount, canaries = CANARIES) {
    const { sim } = await searchWorld({ someone: account })
    const strict: Answer = (url, ...rest) => {
      const isRefused = url.searchParams.get('query')?.includes('Gone_Canary')
      return (isRefused ? json({ title: 'Invalid Request' }, 400) : sim.answer)(url, ...rest)
    }
    return worldOf({ '/2/': strict, '/oembed': sim.answer }, { postSearchPermitted: true, canaries })
  }
  const account = (): SimulatedAccount => ({ posts: aged(WEEK, HIDDEN) })

  it('the others are controls, and the operator is told which one X refuses', async () => {
    const { x, asked } = await refusing(account())
    expect(x.healthWarning()).toBeNull()
    expect((await check({ x }, 'someone')).search_ban).toBe(true)
    expect(x.healthWarning()).toContain('X refuses to search for @Gone_Canary')
    expect(x.healthWarning()).not.toContain(`@${CANARY}`)
    const refused = asked().filter((path) => path.includes('Gone_Canary'))
    expect(refused.length).toBeLessThanOrEqual(4)
  })

  it('a server whose only canary is refused accuses nobody, and says so', async () => {
    const { x } = await refusing(account(), ['Gone_Canary'])
    const answer = await check({ x }, 'someone')
    expect(answer).toMatchObject(verdict(null, { reason: { cause: 'no_control' } }))
    expect(x.healthWarning()).toContain('X refuses to search for @Gone_Canary')
  })
})

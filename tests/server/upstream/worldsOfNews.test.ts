import { describe, expect, it } from 'vitest'
import { LIST } from '../client.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import {
  GENERATIONS,
  HIDDEN,
  aged,
  closeWorlds,
  idAt,
  ref,
  refs,
  searchWorld,
  verdict,
  worldWith,
} from './xWorld.ts'

// What X tells of an account or a post only at a later step, or in one place only: whose they are, and who may see them.
closeWorlds()

const WEEK = [5, 15, 30, 45, 60, 75]
const statuses = ({ tweets = [] }: { tweets?: { status?: string | undefined }[] | undefined }) =>
  tweets.map(({ status }) => status)

describe.each(GENERATIONS)('with the names from %s the renaming', (generation) => {
  /** A check of a hidden week, during whose searches the account changes so. */
  async function changing(
    change: (account: SimulatedAccount, former: SimulatedAccount) => void,
    posts = aged(WEEK),
  ) {
    const account: SimulatedAccount = { posts, number: '1' }
    const former: SimulatedAccount = { posts: [], number: '888' }
    const world = await worldWith(account, { generation }, { former })
    for (const post of posts) post.hidden = true
    world.sim.state.beforeSearch = (count) => {
      if (count === 1) change(account, former)
    }
    return world.check(LIST)
  }

  it.each([
    ['suspended', { suspended: true }, { suspend: true }],
    ['protected', { protected: true }, { protect: true }],
    ['gone', { isGone: true }, { not_found: true }],
    [
      'counted as empty, and suspended on its timeline',
      { count: 0, timelineError: 'suspended' },
      { suspend: true },
    ],
    [
      'counted as empty, and closed on its timeline',
      { count: 0, timelineError: 'not authorized' },
      { suspend: null, protect: null },
    ],
  ] as const)(
    'an account that becomes %s during its check has neither a ban nor an excluded post',
    async (_state, change, flags) => {
      for (const posts of [aged(WEEK), aged(WEEK.slice(0, 3))]) {
        const answer = await changing((account) => Object.assign(account, change), posts)
        expect(answer).toMatchObject({ search_ban: null, ...flags })
        expect(statuses(answer)).not.toContain('FORBIDDEN')
      }
    },
  )

  it('an account whose name has become that of another account is not judged, with this reason', async () => {
    const answer = await changing((account, former) => {
      Object.assign(former, { ...account })
      Object.assign(account, { posts: [], number: '777' })
    })
    expect(answer).toMatchObject(verdict(null, { reason: { cause: 'swapped' } }))
    expect(answer.tweets?.[0]?.evidence?.reason).toEqual({ cause: 'swapped' })
  })

  it.each([
    ['suspended', { suspend: true }],
    ['not authorized', { suspend: null, protect: null }],
  ] as const)('an account whose timeline is %s is not called open', async (timelineError, flags) => {
    const { check } = await worldWith({ posts: aged(WEEK), timelineError }, { generation })
    expect(await check(LIST)).toMatchObject({ search_ban: null, ...flags })
    const empty = await worldWith({ posts: aged(WEEK), timelineError, count: 0 }, { generation })
    expect(await empty.check(LIST)).toMatchObject({ search_ban: null, ...flags, no_tweet: null })
  })

  it.each(['alone', 'and each of its posts'])(
    'an account %s that X withholds is not judged by what search misses, and nor are its posts',
    async (whom) => {
      const account = { posts: aged(WEEK, HIDDEN), withheld: ['JP'], isWithheldAlone: whom === 'alone' }
      const { check } = await worldWith(account, { generation })
      const answer = await check(LIST)
      expect(answer).toMatchObject(verdict(null, { reason: { cause: 'withheld' } }))
      expect(new Set(statuses(answer))).toEqual(new Set(['UNSEARCHED']))
    },
  )

  it('an account says where X withholds every one of its posts, although search has them', async () => {
    const posts = aged(WEEK, { withheld: ['DE', 'JP'] })
    const { check } = await worldWith({ posts }, { generation })
    const answer = await check()
    expect(answer).toMatchObject(verdict(false, { found: 5 }))
    expect(answer.evidence?.withheld).toEqual(['DE', 'JP'])
  })

  it('a promoted post, which search never lists, is not judged', async () => {
    const [post = { id: '1' }] = aged([30], { ...HIDDEN, isPromoted: true })
    const { check, judge } = await worldWith({ posts: [post, ...aged(WEEK)] }, { generation })
    expect(await judge([ref(post)])).toMatchObject([
      { status: 'UNSEARCHED', evidence: { reason: { cause: 'promoted' } } },
    ])
    expect(statuses(await check(LIST))).not.toContain('FORBIDDEN')
  })

  it('own posts whose text begins with RT @ count, also by their URLs', async () => {
    const posts = aged(WEEK, { text: 'RT @friend: …' })
    const missed = aged([80], { ...HIDDEN, text: 'RT @friend: …' })
    const { check, judge } = await worldWith({ posts: [...posts, ...missed] }, { generation })
    const answer = await check(LIST)
    expect(answer).toMatchObject(verdict(false, { found: 5 }))
    expect(answer.tweets).toHaveLength(WEEK.length + 1)
    const [found, excluded] = await judge(refs([...posts.slice(0, 1), ...missed]))
    expect([found?.status, excluded?.status]).toEqual(['AVAILABLE', 'FORBIDDEN'])
  })

  it('the id of a repost is called one, whoever wrote what it repeats', async () => {
    const [post = { id: '1' }] = aged([30], { ...HIDDEN, kind: 'repost', of: '9', oembedAuthor: 'writer' })
    const { judge } = await worldWith({ posts: [post] }, { generation }, { writer: { posts: [] } })
    expect(await judge([ref(post)])).toMatchObject([{ evidence: { reason: { cause: 'repost' } } }])
  })

  it('a missed post is by the author whom the lookup of X names, not by the one whom oEmbed still names', async () => {
    const [post = { id: '1' }] = aged([30], { ...HIDDEN, oembedAuthor: 'oldname' })
    const { judge } = await worldWith({ posts: [post] }, { generation })
    expect(await judge([ref(post)])).toMatchObject([{ evidence: { author: 'someone' } }])
  })

  it('what X says of one post of a lookup holds for that post alone', async () => {
    const posts = [
      ...aged([30], { ...HIDDEN, lookupError: 'not authorized' }),
      ...aged([31], { ...HIDDEN, lookupError: 'no answer' }),
      ...aged([32], { isDeleted: true }),
      ...aged([33], HIDDEN),
    ]
    const { judge } = await worldWith({ posts }, { generation })
    expect((await judge(refs(posts))).map(({ evidence }) => evidence?.reason)).toEqual([
      { cause: 'closed' },
      { cause: 'failed', part: 'posts' },
      { cause: 'absent' },
      null,
    ])
  })
})

it('an author of 19 letters is named', async () => {
  const [post = { id: '1' }] = aged([30])
  const { judge } = await searchWorld({ name_of_19_letters_: { posts: [post] } })
  expect(await judge([ref(post)])).toMatchObject([
    { status: 'AVAILABLE', evidence: { author: 'name_of_19_letters_' } },
  ])
})

it('nobody who is called @suspended is not found, not suspended', async () => {
  const { check } = await searchWorld({})
  expect(await check({ screen_name: 'suspended' })).toMatchObject({
    not_found: true,
    suspend: null,
  })
})

it('a pinned post that oEmbed calls gone is gone, although X still names it', async () => {
  const [pin = { id: '1' }] = aged([9000], { showing: 'gone', isDeleted: true })
  const { check } = await worldWith({ posts: [...aged(WEEK), pin], pin: pin.id })
  const { tweets = [] } = await check(LIST)
  expect(tweets[0]).toMatchObject({ isPinned: true, status: 'NOT_FOUND' })
})

describe.each(GENERATIONS)('an account with the names from %s the renaming', (generation) => {
  it('the list of an account is not that of the account that had its name before', async () => {
    let now = Date.now()
    const former: SimulatedAccount = { posts: aged(WEEK), number: '888' }
    const { check } = await worldWith(former, { generation, now: () => now })
    await check()
    now += 10 * 60_000
    await check(LIST)
    Object.assign(former, { posts: aged([6, 16, 31]), number: '777' })
    now += 6 * 60_000
    const answer = await check(LIST)
    expect(answer.evidence?.userId).toBe('777')
    expect(answer.tweets?.map(({ url }) => url.split('/').at(-1))).toEqual(former.posts.map(({ id }) => id))
  })
  it.each([
    ['suspended', { suspend: true }],
    ['not authorized', { suspend: null, protect: null }],
  ] as const)('an account whose later pages are %s is not called open', async (timelineError, flags) => {
    for (const posts of [aged(WEEK.slice(0, 3)), aged([5, 6, 7, 8, 9, 40]), []]) {
      for (const change of [1, 2]) {
        const account: SimulatedAccount = {
          posts: posts.map((post) => ({ ...post, ...HIDDEN })),
          number: '1',
        }
        const { check, sim } = await worldWith(account, { generation })
        let said = false
        sim.state.beforePage = (count) => {
          if (count < change - (posts.length === 0 ? 1 : 0)) return
          account.timelineError = timelineError
          said = true
        }
        const answer = await check()
        expect([posts.length, change, said ? answer : { search_ban: null, ...flags }]).toMatchObject([
          posts.length,
          change,
          { search_ban: null, ...flags },
        ])
      }
    }
  })
  it('an author whom X withholds is not accused by a missed post', async () => {
    const [post = { id: '1' }] = aged([30], HIDDEN)
    for (const isWithheldAlone of [true, false]) {
      const account = { posts: [post], withheld: ['JP'], isWithheldAlone }
      const { judge } = await worldWith(account, { generation })
      expect(await judge([ref(post)])).toMatchObject([
        { status: 'UNSEARCHED', evidence: { reason: { cause: 'withheld' }, withheld: ['JP'] } },
      ])
    }
  })
  it.each([
    ['itself', { withheld: ['JP'] }, {}],
    ['by its author', {}, { withheld: ['JP'] }],
  ])(
    'a post that X withholds %s is said to be withheld although search shows it',
    async (_, more, account) => {
      const [post = { id: '1' }] = aged([30], more)
      const { judge, check } = await worldWith({ posts: [post, ...aged(WEEK)], ...account }, { generation })
      const withheld = { status: 'AVAILABLE', evidence: { withheld: ['JP'] } }
      expect(await judge([ref(post)])).toMatchObject([withheld])
      const { tweets = [] } = await check(LIST)
      expect(tweets.find(({ url }) => url.endsWith(post.id))).toMatchObject(withheld)
    },
  )
})

it('two posts of which search can tell nothing are counted beside the two that count', async () => {
  const posts = [...aged([5, 30], HIDDEN), ...aged([15, 45], { ...HIDDEN, sensitive: true })]
  const { check } = await worldWith({ posts })
  const item = { reason: { cause: 'too_few' }, looked: 2, listed: 4 }
  expect(await check()).toMatchObject(verdict(null, item))
})

it('the judged period ends where the sentence about it does: a post that is older does not count', async () => {
  const { check } = await worldWith({ posts: aged([7 * 24 - 1 / 6, 7 * 24 - 0.9]) })
  const { evidence } = await check()
  const { from = 0, time = 0, reason } = evidence?.items.search_ban ?? {}
  expect(reason?.cause).toBe('no_posts')
  expect(Math.round((time - from) / 60_000)).toBe((7 * 24 - 1) * 60)
})

it.each(GENERATIONS)(
  'an account whose posts are all age-restricted reads the same in its item and its list',
  async (generation) => {
    const posts = aged(WEEK, { ...HIDDEN, sensitive: true, showing: 'restricted' })
    const { check } = await worldWith({ posts }, { generation })
    const answer = await check(LIST)
    expect(answer).toMatchObject(verdict(null, { reason: { cause: 'hidden' } }))
    expect(new Set(statuses(answer))).toEqual(new Set(['RESTRICTED']))
  },
)

it.each(GENERATIONS)(
  'behind 120 reposts the verdict and the list name one cause, with the names from %s the renaming',
  async (generation) => {
    const reposts = Array.from({ length: 120 }, (_, index): SimulatedPost => ({
      id: idAt(2 + index / 2, index),
      kind: 'repost',
      of: '9',
    }))
    const { check, sim } = await worldWith({ posts: [...reposts, ...aged([70, 80, 90])] }, { generation })
    sim.state.cutsFirst = true
    const { evidence } = await check(LIST)
    const causes = [evidence?.tweets?.reason?.cause, evidence?.items.search_ban.reason?.cause]
    expect(causes).toEqual(['crowded', 'crowded'])
  },
)

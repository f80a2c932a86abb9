import { describe, expect, it } from 'vitest'
import { SEARCHES_BEFORE_MISSING } from '../../../contract/wire.ts'
import { networksOf } from '../../../server/http/limits.ts'
import { networkQuotaName } from '../../../server/upstream/x/budget.ts'
import { searchQueryFor } from '../../../server/upstream/x/client/calls.ts'
import { endIdsOfWindow, searchWindowsOf } from '../../../server/upstream/x/searchForPosts.ts'
import type { SearchablePost } from '../../../server/upstream/x/searchForPosts.ts'
import { NO_QUOTA_LIMIT, readSpent } from '../../../server/store/Store.ts'
import { nameOfReason, reasonNamed } from '../../contract/reasonNamed.ts'
import { callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import { htmlPage, json } from './stubX.ts'
import type { Answer } from './stubX.ts'
import {
  CANARY,
  GENERATIONS,
  at,
  closeWorlds,
  idAt,
  ref,
  refs,
  searchWorld,
  today,
  worldOf,
} from './xWorld.ts'

closeWorlds()

const kindOf = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://x')
  if (pathname === '/2/tweets') return 'versions'
  const form = searchParams.has('since_id') ? 'ids' : 'times'
  return `${searchParams.get('query')?.includes(CANARY) ? 'control' : 'look'} by ${form}`
}
const spent = async (store: ReturnType<typeof createMemoryStore>) =>
  (await readSpent(store, today())) / 1_000_000

describe('a post that search has', () => {
  it('a post that search has is found by one search for this very post, by the author whom X names whatever the URL says, at the price of one post', async () => {
    const post = at(30)
    const store = createMemoryStore()
    const { judge, searches } = await searchWorld({ author: { posts: [at(29), post, at(31)] } }, { store })
    expect(await judge([ref(post, 'stranger')])).toMatchObject([
      {
        status: 'AVAILABLE',
        evidence: { visible: true, found: true, reason: null, author: 'author', quote: 'none' },
      },
    ])
    const [asked = ''] = searches()
    expect(Object.fromEntries(new URL(asked, 'http://x').searchParams)).toMatchObject({
      query: 'from:author',
      since_id: String(BigInt(post.id) - 1n),
      until_id: String(BigInt(post.id) + 1n),
      max_results: '10',
    })
    expect(searches()).toHaveLength(1)
    expect(await spent(store)).toBe(0.005)
  })

  it.each([
    ['all', 'the full archive when it is older than a week', 24 * 400],
    ['recent', 'the last week at any age', 0.2],
  ])('a post is found by search/%s, which contains %s', async (index, _which, hours) => {
    const post = at(hours)
    const { judge, searches } = await searchWorld({ author: { posts: [post] } })
    expect(await judge([ref(post)])).toMatchObject([{ status: 'AVAILABLE' }])
    expect(searches()).toEqual([expect.stringContaining(`/2/tweets/search/${index}?query=from%3Aauthor`)])
  })

  it('a post is not searched for under the name in its URL while X does not name its author', async () => {
    const post = at(30, { showing: 'restricted' })
    const { judge, searches } = await searchWorld({ author: { posts: [post] } })
    expect(await judge([ref(post, 'author')])).toMatchObject([
      { status: 'RESTRICTED', evidence: { visible: false, found: null, reason: { cause: 'no_author' } } },
    ])
    expect(searches()).toEqual([])
    expect(await judge([ref(at(31, { showing: 'restricted' }))])).toMatchObject([{ status: 'NOT_FOUND' }])
  })
})

describe('searches', () => {
  const target = (id: string, more: Partial<SearchablePost> = {}): SearchablePost => ({
    id,
    source: 'list',
    author: { name: 'a', userId: '7' },
    answer: {},
    ...more,
  })

  it('a search is made by the author’s user id alone if X would take the name for another user id', () => {
    const queries = ['123', 'a1', '1a'].map((name) => searchQueryFor({ name, userId: '7' }))
    expect(queries).toEqual(['from:7', '(from:a1 OR from:7)', '(from:1a OR from:7)'])
  })

  it('one search covers posts that are neighbours in a listing, up to their newest version, and each other post has its own search', () => {
    const neighbours = ['5', '1', '3', '2', '4']
    const edited = target('2', {
      neighbours,
      facts: { versions: ['2', '6', '9'], notIndexable: null, isComplete: true },
    })
    const listed = ['5', '1', '4'].map((id) => target(id, { neighbours }))
    const windows = searchWindowsOf([edited, ...listed, target('8')], () => 'search')
    expect(windows.map((window) => window.map(({ id }) => id))).toEqual([['8'], ['1', '2'], ['4', '5']])
    expect(endIdsOfWindow(windows[1] ?? [])).toEqual({ first: '1', last: '9' })
  })
})

describe('a post that is also in a batch of somebody else', () => {
  it('a post that is also in the batch of another visitor is answered as soon as its own result exists, not after the whole batch', async () => {
    const found = at(30)
    const missed = [40, 50, 60].map((hours) => at(hours, { hidden: true }))
    const [paused, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const pause = async () => {
      paused.resolve()
      await resumed.promise
    }
    const { judge, searches } = await searchWorld({ author: { posts: [found, ...missed] } }, { pause })
    const batch = judge(refs([found, ...missed]), '192.0.2.1')
    const single = judge([ref(found)], '198.51.100.1')
    await paused.promise
    expect(await single).toMatchObject([{ status: 'AVAILABLE' }])
    resumed.resolve()
    const statuses = (await batch).map(({ status }) => status)
    expect(statuses).toEqual(['AVAILABLE', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'])
    // Nobody asked for it twice.
    const asked = searches().filter((path) => path.includes(`since_id=${BigInt(found.id) - 1n}`))
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['to see a post that is not searched for', '/oembed'],
    ['to search for a post in the full archive', '/2/tweets/search/all'],
  ])(
    'a post that is also in the batch of another visitor does not wait for X %s',
    async (_what, slowPath) => {
      const [found, slow] = [at(30), at(slowPath === '/oembed' ? 40 : 5000)]
      const sim = simulatedX({ author: { posts: [found, slow] } }, 'before')
      const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const answer: Answer = (url, ...rest) => {
        const isSlow = url.pathname === slowPath && url.search.includes(String(BigInt(slow.id) / 100n))
        if (!isSlow) return sim.answer(url, ...rest)
        begun.resolve()
        void ended.promise.then(() => sim.answer(url, ...rest))
      }
      const { x } = await worldOf(
        { '/2/': answer, '/oembed': answer },
        { postSearchPermitted: true, postSearchMax: slowPath === '/oembed' ? 1 : 2 },
      )
      const batch = x.checkPosts([ref(found), ref(slow)], callerWith(undefined, '192.0.2.1'))
      const single = x.checkPosts([ref(found)], callerWith(undefined, '198.51.100.1'))
      await begun.promise
      expect(await single).toMatchObject([{ status: 'AVAILABLE' }])
      ended.resolve()
      expect(await batch).toMatchObject([{ status: 'AVAILABLE' }, {}])
    },
  )

  it.each([
    ['share', 'their share of the day', 1e9, 0],
    ['hour', "the hour's dollars", 5e7, 1e9],
  ])(
    'a post that is also in the batch of another visitor is searched for again if that visitor gets the reason `%s`, having used up %s',
    async (cause, _name, ofNetworks, ofHour) => {
      const store = createMemoryStore()
      const posts = [at(30), at(31)]
      const { judge } = await searchWorld({ author: { posts } }, { store })
      const quotaOf = (name: string) => ({ name, limit: NO_QUOTA_LIMIT, ttlMs: 3_600_000 })
      const networks = networksOf('192.0.2.1').map(({ key }) => quotaOf(networkQuotaName(today(), key)))
      const hour = new Date().toISOString().slice(0, 13)
      await store.spend({ amount: ofNetworks, quotas: networks })
      await store.spend({ amount: ofHour, quotas: [quotaOf(hour)] })
      const both = ['192.0.2.1', '198.51.100.1'].map((share) => judge(refs(posts), share))
      const said = (await Promise.all(both)).map((posts) =>
        posts.map(({ evidence }) => nameOfReason(evidence?.reason)),
      )
      expect(said).toEqual([
        [cause, cause],
        [null, null],
      ])
    },
  )
})

describe('a post that search does not have', () => {
  it('a post that search does not have is excluded after four searches in two forms, with a control before and after, at the price of a lookup of its versions', async () => {
    const post = at(30, { hidden: true })
    const store = createMemoryStore()
    const { judge, asked, pauses } = await searchWorld({ author: { posts: [post] } }, { store })
    const [judged] = await judge([ref(post)])
    expect(judged).toMatchObject({
      status: 'FORBIDDEN',
      evidence: { visible: true, found: false, reason: null },
    })
    const order = asked().map(kindOf)
    const looks = order.filter((kind) => kind.startsWith('look'))
    // As many as the page says.
    expect(looks).toHaveLength(SEARCHES_BEFORE_MISSING)
    expect(looks).toEqual(['look by ids', 'look by times', 'look by ids', 'look by times'])
    expect(order.slice(0, 2)).toEqual(['look by ids', 'versions'])
    expect(order.at(-1)).toBe('control by ids')
    expect(order.indexOf('control by times')).toBeLessThan(order.indexOf('look by times'))
    expect(pauses.map((ms) => Math.ceil(ms / 1000))).toEqual([5, 10, 10])
    // One post for its versions, its author, and the control twice.
    expect(await spent(store)).toBe(0.025)
  })

  it('a missing post counts as found when the second search shows it', async () => {
    const post = at(30, { hidden: true })
    const { judge, sim } = await searchWorld(
      { author: { posts: [post] } },
      { pause: async () => void Object.assign(post, { hidden: false }) },
    )
    expect(await judge([ref(post)])).toMatchObject([{ status: 'AVAILABLE', evidence: { found: true } }])
    expect(sim.refused).toEqual([])
  })

  it('a missing post is not judged if a later search shows another post that the earlier searches missed', async () => {
    const [late, post] = [at(30, { hidden: true }), at(32, { hidden: true })]
    let looks = 1
    const pause = async () => void (++looks === 3 && Object.assign(late, { hidden: false }))
    const { judge } = await searchWorld({ author: { posts: [late, post] } }, { pause })
    const left = { status: 'UNSEARCHED', evidence: { found: null, reason: { cause: 'no_control' } } }
    expect(await judge([ref(late), ref(post)])).toMatchObject([{ status: 'AVAILABLE' }, left])
  })

  it('a missing post is not judged if eight others have needed a control of their own', async () => {
    const posts = Array.from({ length: 9 }, (_, index) => at(30 + 80 * index, { hidden: true }))
    const { judge } = await searchWorld({ author: { posts } })
    const left = { status: 'UNSEARCHED', evidence: { reason: { cause: 'control_limit' } } }
    expect((await judge(refs(posts)))[0]).toMatchObject(left)
  })

  it.each([
    ['no posts, before that of the neighbour', 4, false],
    ['an error, after that of the neighbour', 3, true],
  ])(
    'a post that the search for its neighbour shows counts as found. Its own search gives %s',
    async (_name, shown, hasErrors) => {
      const post = at(30)
      const other = { id: String(BigInt(post.id) + 1n) }
      const { judge, sim } = await searchWorld({ author: { posts: [post, other] } })
      let looks = 0
      // The third look is by the time of one of them, the fourth by that of the other.
      sim.state.isBlank = ({ pathname, search }) => {
        if (!kindOf(pathname + search).startsWith('look')) return false
        sim.state.hasErrors = hasErrors && looks === 3
        return ++looks !== shown
      }
      const judged = await judge([ref(post), ref(other)])
      expect(judged.map(({ status }) => status)).toEqual(['AVAILABLE', 'AVAILABLE'])
    },
  )

  it.each([
    ['before', 0, 1],
    ['after', 1, 0],
  ])(
    'a post that the first searches missed is found by a later one with what it quotes, if its own is made %s that for its neighbour',
    async (_order, own, others) => {
      const quoted = at(50, { showing: 'restricted' })
      const html = '<p>見て <a href="https://t.co/q">https://t.co/q</a></p>'
      // Searches are made in the order of ids.
      const post = at(30, { id: idAt(30, own), kind: 'quote', of: quoted.id, html })
      const other = { id: String(BigInt(post.id) + BigInt(others - own)) }
      const { judge, sim } = await searchWorld({
        author: { posts: [post, other] },
        other: { posts: [quoted] },
      })
      let looks = 0
      sim.state.isBlank = ({ pathname, search }) =>
        kindOf(pathname + search).startsWith('look') && ++looks <= 2
      const judged = await judge([ref(post), ref(other)])
      expect(judged.map(({ status }) => status)).toEqual(['QUATE_FORBIDDEN', 'AVAILABLE'])
    },
  )

  it('a missing post is not judged if the control goes missing between the searches', async () => {
    const post = at(30, { hidden: true })
    const world = await searchWorld(
      { author: { posts: [post] } },
      { pause: async () => void (world.sim.state.isBlind = true) },
    )
    expect(await world.judge([ref(post)])).toMatchObject([
      { status: 'UNSEARCHED', evidence: { found: null, reason: { cause: 'no_control' } } },
    ])
    expect(world.x.healthWarning()).toContain('X_CANARY')
  })

  it('a missing post is not judged if X does not answer for the control, or does not say how the post was edited', async () => {
    const posts = [at(30, { hidden: true }), at(24 * 365 * 6, { hidden: true })]
    const judgedBy = async (answers: Record<string, Answer>) => {
      const { sim } = await searchWorld({ author: { posts } })
      const answer: Answer = (url, ...rest) =>
        (answers[kindOf(url.pathname + url.search).slice(0, 7)] ?? sim.answer)(url, ...rest)
      const pauses: number[] = []
      const more = { postSearchPermitted: true, pause: async (ms: number) => void pauses.push(ms) }
      const { x } = await worldOf({ '/2/': answer, '/oembed': sim.answer }, more)
      const judged = await x.checkPosts(refs(posts), callerWith())
      return [
        ...judged.map(({ evidence }) => nameOfReason(evidence?.reason)),
        pauses.filter((ms) => ms > 4500),
      ]
    }
    expect(await judgedBy({ control: json({}, 401) })).toEqual(['search refused', 'search refused', []])
    const plain = posts.map(({ id }) => ({ id, text: '…', author_id: '1', possibly_sensitive: false }))
    // Posts from before September 2022 were never edited.
    const includes = { users: [{ id: '1', username: 'author' }] }
    expect(await judgedBy({ version: json({ data: plain, includes }) })).toEqual([
      'posts failed',
      'no_control',
      [],
    ])
  })

  it('an edited post is judged by its newest version, which is found, missing, or too young', async () => {
    const found = at(30, { earlier: [idAt(30.5)] })
    const missed = at(40, { earlier: [idAt(40.5)], hidden: true })
    const young = at(0.5, { earlier: [idAt(1.4)], hidden: true })
    const { judge } = await searchWorld({ author: { posts: [found, missed, young] } })
    const typed = [found, missed, young].map(({ earlier = [] }) => ({ name: null, id: earlier[0] ?? '' }))
    const judged = await judge(typed)
    expect(
      judged.map(({ status, evidence }) => [status, evidence?.found, nameOfReason(evidence?.reason)]),
    ).toEqual([
      ['AVAILABLE', true, null],
      ['FORBIDDEN', false, null],
      ['UNSEARCHED', null, 'edited'],
    ])
  })
})

describe('a quote', () => {
  const html = '<p>見て <a href="https://t.co/q">https://t.co/q</a></p>'
  const quoting = (of: string, hours: number) => at(hours, { kind: 'quote', of, html })

  it.each(GENERATIONS)(
    'a quote is what X marks as one, and the state of the quoted post is reported, with X’s parameter names from %s their renaming',
    async (generation) => {
      const [shown, hidden, gone] = [at(50), at(51, { showing: 'restricted' }), at(52)]
      const quotes = [quoting(shown.id, 30), quoting(hidden.id, 31), quoting(gone.id, 32)]
      const accounts = { author: { posts: quotes }, other: { posts: [shown, hidden] } }
      const { judge } = await searchWorld(accounts, { generation })
      const judged = await judge(refs(quotes))
      expect(judged.map(({ status, evidence }) => [status, evidence?.quote])).toEqual([
        ['AVAILABLE', 'shown'],
        ['QUATE_FORBIDDEN', 'restricted'],
        ['AVAILABLE', 'unknown'],
      ])
    },
  )

  it.each(GENERATIONS)(
    'a post that search missed is no quote if the lookup says that it quotes nothing, with X’s parameter names from %s their renaming',
    async (generation) => {
      const linking = at(30, { html, hidden: true })
      const { judge } = await searchWorld({ author: { posts: [linking] } }, { generation })
      expect(await judge([ref(linking)])).toMatchObject([
        { status: 'FORBIDDEN', evidence: { quote: 'none' } },
      ])
    },
  )

  it('a link to a hidden post is not a quote if X does not mark it as one', async () => {
    const hidden = at(51, { showing: 'restricted' })
    const linking = [at(30, { html }), at(31, { kind: 'quote', of: at(51).id })]
    const { judge } = await searchWorld({ author: { posts: linking }, other: { posts: [hidden] } })
    const judged = await judge(refs(linking))
    expect(judged[0]).toMatchObject({ status: 'AVAILABLE', evidence: { quote: 'none' } })
  })

  it.each([
    ['nothing', '<p>本文</p>', 'none'],
    ['its own picture', '<p><a href="https://t.co/pic">pic.twitter.com/pic</a></p>', 'none'],
    ['a page elsewhere', '<p><a href="https://t.co/away">https://t.co/away</a></p>', 'unknown'],
    ['a post', '<p><a href="https://t.co/q">https://t.co/q</a></p>', 'unknown'],
  ])(
    'a post that links to %s is called a quote or not without search, as far as that is known',
    async (_name, html, quote) => {
      const post = at(30, { html })
      const { judge } = await searchWorld(
        { author: { posts: [post] } },
        { bearerToken: '', postSearchMax: 0 },
      )
      expect(await judge([ref(post)])).toMatchObject([
        { status: 'UNSEARCHED', evidence: { reason: { cause: 'not_offered' }, quote } },
      ])
    },
  )
})

describe('a batch', () => {
  it('a batch is searched for up to the number of posts that the operator allows, and the others say so', async () => {
    const posts = [30, 40, 50, 60].map((hours) => at(hours))
    const { judge, searches } = await searchWorld({ author: { posts } }, { postSearchMax: 2 })
    const judged = await judge(refs(posts))
    expect(judged.map(({ status }) => status)).toEqual(['AVAILABLE', 'AVAILABLE', 'UNSEARCHED', 'UNSEARCHED'])
    expect(judged[3]?.evidence?.reason?.cause).toBe('not_asked')
    expect(searches()).toHaveLength(2)
    expect((await judge(refs(posts))).map(({ status }) => status)).toEqual(Array(4).fill('AVAILABLE'))
    expect(searches()).toHaveLength(4)
  })

  it('a batch is judged as far as the budget reaches', async () => {
    const posts = [30, 40].map((hours) => at(hours))
    const accounts = Object.fromEntries(posts.map((post, index) => [`author${index}`, { posts: [post] }]))
    const { judge } = await searchWorld(accounts, { budgetUsd: 0.005 })
    const reasons: unknown[] = []
    for (const post of posts) reasons.push(nameOfReason((await judge([ref(post)]))[0]?.evidence?.reason))
    expect(reasons).toEqual([null, 'budget'])
  })
})

describe('a search that X does not answer', () => {
  it.each([
    ['404', htmlPage(404), 'search failed'],
    [
      'errors beside nothing',
      json({ meta: { result_count: 0 }, errors: [{ title: 'Odd' }] }),
      'search failed',
    ],
    ['a page with more behind it', json({ meta: { result_count: 0, next_token: 'more' } }), 'partial'],
    ['429', json({}, 429), 'search limited'],
    ['401', json({}, 401), 'search refused'],
  ])(
    'a search that X answers with %s leaves the post unsearched, with the reason, and other posts are found',
    async (_name, answer, reason) => {
      const [post, other, before] = [at(30), at(40), at(50)]
      const { sim } = await searchWorld({ author: { posts: [post, other, before] } })
      const some: Answer = (url, ...rest) =>
        (BigInt(url.searchParams.get('until_id') ?? 0) > BigInt(post.id) ? answer : sim.answer)(url, ...rest)
      const { x } = await worldOf({ '/2/': some, '/oembed': sim.answer }, { postSearchPermitted: true })
      // From then on, it is known which names of parameters X takes.
      await x.checkPosts([ref(before)], callerWith())
      expect(await x.checkPosts([ref(post), ref(other)], callerWith())).toMatchObject([
        { status: 'UNSEARCHED', evidence: { visible: true, found: null, reason: reasonNamed(reason) } },
        { status: 'AVAILABLE' },
      ])
    },
  )
})

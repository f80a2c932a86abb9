import * as fc from 'fast-check'
import { createXUpstream } from '../../../server/upstream/x/createX.ts'
import { SHOWINGS, simulatedX } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { htmlPage, json, problem } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { CANARY, idAt, xOptions } from './xWorld.ts'

const HOUR_MS = 3_600_000
/** Answers of an endpoint that say nothing; the first is no fault. */
const FAULTS = {
  none: null,
  '404': htmlPage(404),
  '200 {}': json({}),
  '200 errors': json({ meta: { result_count: 0 }, errors: [{ title: 'Odd' }] }),
  '200 more': json({ meta: { result_count: 0, next_token: 'x' } }),
  '401': json({}, 401),
  '402': json({}, 402),
  '403 app': problem(403, 'client-forbidden'),
  '429': json({}, 429),
  '429 day': json({}, 429, {
    'x-app-limit-24hour-remaining': '0',
    'x-app-limit-24hour-reset': String(Math.ceil(Date.now() / 1000) + 72_000),
  }),
} satisfies Record<string, Answer | null>
type Fault = keyof typeof FAULTS

const rarely = <T>(usual: T, other: fc.Arbitrary<T>, weight = 5) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: other, weight: 1 })
const fault = rarely<Fault>('none', fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), 12)
const onePost = fc.record({
  /** Minutes to days to years. */
  hours: fc.oneof(
    { arbitrary: fc.double({ min: 0.1, max: 3, noNaN: true }), weight: 2 },
    { arbitrary: fc.double({ min: 3, max: 160, noNaN: true }), weight: 6 },
    { arbitrary: fc.double({ min: 160, max: 9000, noNaN: true }), weight: 1 },
  ),
  kind: fc.oneof(
    { arbitrary: fc.constant('own' as const), weight: 6 },
    { arbitrary: fc.constantFrom('quote' as const, 'reply' as const, 'repost' as const), weight: 2 },
  ),
  community: rarely(false, fc.constant(true), 9),
  sensitive: rarely(false, fc.constant(true), 9),
  hidden: fc.boolean(),
  isUnderOldName: rarely(false, fc.constant(true), 6),
  indexedFrom: rarely(0, fc.integer({ min: 1, max: 12 }), 9),
  isEdited: rarely(false, fc.constant(true)),
  showing: rarely<keyof typeof SHOWINGS>(
    'shown',
    fc.constantFrom(...(Object.keys(SHOWINGS) as (keyof typeof SHOWINGS)[])),
    6,
  ),
  linksToPost: fc.boolean(),
  /** It begins with @name and answers nothing. */
  isMention: rarely(false, fc.constant(true), 9),
  /** Of a reply: it answers its own author. */
  isThread: fc.boolean(),
  /** X names another account as its author. */
  isOthers: rarely(false, fc.constant(true), 15),
  /** X has deleted it, and oEmbed still shows it. */
  isDeleted: rarely(false, fc.constant(true), 15),
  /** An advertisement that X shows to no followers. */
  isPromoted: rarely(false, fc.constant(true), 15),
  isWithheld: rarely(false, fc.constant(true), 15),
  lookupError: rarely<LookupError>(
    undefined,
    fc.constantFrom('not authorized' as const, 'no answer' as const),
    15,
  ),
})
type LookupError = SimulatedPost['lookupError']
type DrawnPost = typeof onePost extends fc.Arbitrary<infer P> ? P : never

const plain: DrawnPost = {
  hours: 5,
  kind: 'own',
  community: false,
  sensitive: false,
  hidden: false,
  isUnderOldName: false,
  indexedFrom: 0,
  isEdited: false,
  showing: 'shown',
  linksToPost: true,
  isMention: false,
  isThread: false,
  isOthers: false,
  isDeleted: false,
  isPromoted: false,
  isWithheld: false,
  lookupError: undefined,
}

/** A post for which nothing speaks but search: an account of these alone can be accused. */
const weekPost = fc
  .tuple(onePost, fc.double({ min: 1.1, max: 160, noNaN: true }))
  .map(([{ hidden, isEdited, isUnderOldName, isMention }, hours]): DrawnPost =>
    Object.assign({}, plain, { hours, hidden, isEdited, isUnderOldName, isMention }),
  )
const CHANGES = ['locked', 'suspended', 'emptied', 'gone', 'another', 'edited', 'closed'] as const
type Change = (typeof CHANGES)[number]
/** What may happen to an account while it is checked, by the number of searches before it. */
const change = fc.record({
  to: fc.constantFrom(...CHANGES),
  before: fc.integer({ min: 0, max: 12 }),
})
export const world = fc.record({
  name: rarely('someone', fc.constant('123456'), 3),
  posts: fc.oneof(
    { arbitrary: fc.array(onePost, { minLength: 1, maxLength: 12 }), weight: 1 },
    { arbitrary: fc.array(weekPost, { minLength: 6, maxLength: 12 }), weight: 1 },
  ),
  /** Replies in between, which crowd a window. */
  replies: rarely(0, fc.integer({ min: 1, max: 60 }), 2),
  /** Whether all posts are hidden or none is, so that both are drawn often enough. */
  account: fc.oneof(
    { arbitrary: fc.constant('banned' as const), weight: 2 },
    { arbitrary: fc.constantFrom('mixed' as const, 'healthy' as const), weight: 2 },
  ),
  generation: rarely('after', fc.constantFrom('before' as const, 'neither' as const, 'silent' as const), 1),
  /** How many hours ago the canary posted last. */
  newestControl: fc.constantFrom(0.5, 1.05, 3.1),
  /** How often the canary posts, in hours. */
  controlEvery: rarely(24, fc.constantFrom(100, Infinity), 4),
  blindFrom: rarely(Infinity, fc.integer({ min: 0, max: 20 }), 6),
  blanks: rarely(0, fc.constantFrom(0.1, 0.3), 4),
  hasErrors: rarely(false, fc.constant(true), 4),
  emptyPages: rarely(0, fc.constantFrom(1, 2, 3)),
  /** How many hours search is late, for everybody. */
  lag: rarely(0, fc.constantFrom(3, 30), 5),
  /** X cuts pages of the timeline before it leaves out what was not asked for. */
  cutsFirst: rarely<boolean | 'with a token'>(false, fc.constantFrom(true, 'with a token' as const), 4),
  change: rarely<typeof change extends fc.Arbitrary<infer C> ? C | null : never>(null, change, 6),
  /** X withholds the account in a country, and says so of its posts or not. */
  isWithheld: rarely<boolean | 'alone'>(false, fc.constantFrom(true, 'alone' as const), 9),
  /** By how many hours the server's clock is wrong. */
  skew: rarely(0, fc.constantFrom(-3, -0.9, 0.9, 3)),
  recent: fault,
  all: fault,
  lookup: fault,
  typedOldId: fc.boolean(),
  seed: fc.integer({ min: 1, max: 1_000_000 }),
})
export type World = typeof world extends fc.Arbitrary<infer W> ? W : never
export const postAt = (hours: number): DrawnPost => Object.assign({}, plain, { hours })
export const plainWorld: World = {
  name: 'someone',
  posts: [plain],
  replies: 0,
  account: 'mixed',
  generation: 'after',
  newestControl: 3.1,
  controlEvery: 24,
  blindFrom: Infinity,
  blanks: 0,
  hasErrors: false,
  emptyPages: 0,
  lag: 0,
  cutsFirst: false,
  change: null,
  isWithheld: false,
  skew: 0,
  recent: 'none',
  all: 'none',
  lookup: 'none',
  typedOldId: false,
  seed: 1,
}
/** Worlds in which every state is met; what is drawn may miss a rare one. */
export const EXAMPLES: World[] = [
  {
    ...plainWorld,
    generation: 'before',
    posts: [
      { ...plain, kind: 'quote' },
      { ...plain, hours: 6 },
      { ...plain, hours: 7, hidden: true },
      { ...plain, hours: 0.5, hidden: true },
      { ...plain, hours: 8, showing: 'restricted', hidden: true },
      { ...plain, hours: 9, showing: 'gone', hidden: true },
      { ...plain, hours: 10, showing: 'legal', hidden: true },
    ],
  },
  { ...plainWorld, account: 'banned', posts: [3, 15, 27, 39, 51, 63].map(postAt) },
  { ...plainWorld, recent: '429', all: '429' },
  // The list of own posts reaches further back than the first page of the week, and lookups are refused.
  {
    ...plainWorld,
    account: 'banned',
    emptyPages: 1,
    lookup: '401',
    posts: [1.1, 1.1, 1.1, 1.1, 1.1, 26].map(postAt),
  },
  // A post's only control after its last look is what another search of the same look shows.
  {
    ...plainWorld,
    generation: 'before',
    account: 'mixed',
    blindFrom: 10,
    replies: 1,
    posts: [
      ...[1.1, 1.1, 1.1].map(postAt),
      { ...plain, hours: 124, hidden: true },
      { ...plain, hours: 159.999_999_7, isEdited: true, hidden: true },
      { ...plain, hours: 159.9998 },
    ],
  },
  // The old posts of the list alone need more controls than one look asks for.
  {
    ...plainWorld,
    account: 'banned',
    posts: [3, 15, 27, 39, 51, 254, 1795, 4555, 6950, 8000, 8900].map(postAt),
  },
  // Two posts of one half day, of which one alone has a control near to it.
  {
    ...plainWorld,
    account: 'banned',
    controlEvery: 100,
    posts: [1.4, 2.9, 5, 9, 14.7, 36.6, 69.9].map(postAt),
  },
  // The sweep shows a post that four searches have missed.
  {
    ...plainWorld,
    generation: 'before',
    replies: 2,
    posts: [
      ...[9.5, 14.46, 24.16, 37.66].map((hours) => Object.assign(postAt(hours), { hidden: true })),
      { ...plain, hours: 44.57, indexedFrom: 9 },
    ],
  },
  // What X asks payment for closes oEmbed, before it tells that another post is restricted.
  {
    ...plainWorld,
    generation: 'before',
    replies: 41,
    posts: [
      { ...plain, hours: 31.7, kind: 'reply', showing: 'payment' },
      { ...plain, hours: 73.8 },
      { ...plain, hours: 62.3, kind: 'quote', showing: 'restricted' },
    ],
  },
  // The oldest post of the verdict has a neighbour in its second, which the list alone has.
  {
    ...plainWorld,
    generation: 'before',
    posts: [1.1, 1.1, 3.28, 21.84, 22.97, 41.53, 95.39, 103.47, 108.41, 160, 160].map((hours, index) =>
      Object.assign(postAt(hours), { hidden: index !== 8 && index !== 9 }),
    ),
  },
  // A post that is a few seconds younger than the canary's newest one, beside one that is searched for repeatedly.
  { ...plainWorld, account: 'banned', posts: [3.0977, 5].map(postAt) },
  // The answer to the search for the whole week is full of replies.
  {
    ...plainWorld,
    generation: 'before',
    account: 'banned',
    newestControl: 1.05,
    replies: 44,
    posts: [1.3, 2.2, 3.8, 8.3, 50.9].map(postAt),
  },
]

const FIVE = [1.5, 8, 14, 20, 27].map(postAt)
/** Worlds that the server once told something false of. */
export const ONCE_WRONG: World[] = [
  { ...plainWorld, account: 'healthy', lag: 30, posts: FIVE },
  ...(['before', 'after'] as const).flatMap((generation): World[] => [
    // A thread of answers to oneself, and posts that begin with @name.
    {
      ...plainWorld,
      generation,
      account: 'banned',
      posts: [5, 15, 30, 45, 60].map((hours) =>
        Object.assign(postAt(hours), { kind: 'reply' as const, isThread: true }),
      ),
    },
    {
      ...plainWorld,
      generation,
      account: 'healthy',
      posts: [5, 15, 30, 45, 60].map((hours) => Object.assign(postAt(hours), { isMention: true })),
    },
  ]),
  ...(['locked', 'suspended', 'emptied'] as const).map((to): World =>
    Object.assign({}, plainWorld, {
      account: 'healthy',
      posts: [5, 15, 30, 45, 60].map(postAt),
      change: { to, before: 0 },
    }),
  ),
  // The newest posts are answers, behind which there are own ones; or there are sixty reposts.
  {
    ...plainWorld,
    account: 'healthy',
    cutsFirst: true,
    replies: 5,
    posts: [8, 18, 28, 38, 48, 58].map(postAt),
  },
  {
    ...plainWorld,
    account: 'healthy',
    posts: [{ ...plain, hours: 2, kind: 'repost' }, ...[5, 15, 30, 45, 60].map(postAt)],
  },
  { ...plainWorld, account: 'banned', lookup: '429', posts: [5, 15, 30, 45, 60].map(postAt) },
  // The account is locked after five posts of half a day were missed, and before older ones are read.
  {
    ...plainWorld,
    account: 'banned',
    newestControl: 0.5,
    change: { to: 'locked', before: 10 },
    posts: [1.1, 1.15, 1.18, 4.47, 12.56, 61.18].map(postAt),
  },
  // Search has a post of two authors under a former name of the one that oEmbed does not name.
  ...(['before', 'after'] as const).map((generation): World =>
    Object.assign({}, plainWorld, {
      generation,
      posts: [{ ...plain, isOthers: true, isUnderOldName: true }],
    }),
  ),
  // What X tells late, by what changes after the first search.
  ...CHANGES.map((to): World =>
    Object.assign({}, plainWorld, {
      account: 'banned',
      posts: [0.99, 5, 15, 30, 45, 60].map(postAt),
      change: { to, before: 1 },
    }),
  ),
  // X withholds the account; or its posts are advertisements, withheld, or not told by the lookup.
  ...([true, 'alone'] as const).flatMap((isWithheld): World[] => [
    { ...plainWorld, account: 'banned', isWithheld, posts: [5, 15, 30, 45, 60].map(postAt) },
    { ...plainWorld, account: 'healthy', isWithheld, posts: [5, 15, 30, 45, 60].map(postAt) },
  ]),
  ...(['before', 'after'] as const).map((generation): World =>
    Object.assign({}, plainWorld, {
      generation,
      posts: [
        { ...plain, hours: 5, hidden: true, isPromoted: true },
        { ...plain, hours: 15, hidden: true, isWithheld: true },
        { ...plain, hours: 30, hidden: true, lookupError: 'not authorized' },
        { ...plain, hours: 45, hidden: true, lookupError: 'no answer' },
      ],
    }),
  ),
  { ...plainWorld, recent: '429 day', all: '429 day' },
  // Between two missed posts of the list, search shows a quote, which a list of own posts leaves out.
  {
    ...plainWorld,
    generation: 'before',
    posts: [
      ...[2, 4, 6, 8, 10].map(postAt),
      { ...plain, hours: 15, hidden: true },
      { ...plain, hours: 29, kind: 'quote' },
      { ...plain, hours: 145, hidden: true },
    ],
  },
]

export const QUOTED: SimulatedPost[] = [{ id: idAt(200, 1), showing: 'restricted' }, { id: idAt(201, 1) }]

/** The posts of a world; those beyond the drawn ones are replies. */
function postsOf({ posts, replies, account }: World): SimulatedPost[] {
  const drawn = posts.map(({ hours, isEdited, linksToPost, ...post }, index): SimulatedPost => ({
    id: idAt(hours, index),
    kind: post.kind,
    community: post.community,
    sensitive: post.sensitive,
    isUnderOldName: post.isUnderOldName,
    indexedFrom: post.indexedFrom,
    showing: post.showing,
    of: post.kind === 'own' ? undefined : (QUOTED[index % 2]?.id ?? '1'),
    hidden: account === 'mixed' ? post.hidden : account === 'banned',
    earlier: isEdited ? [idAt(hours + 0.5, index)] : undefined,
    isMention: post.isMention,
    isThread: post.isThread,
    authorId: post.isOthers ? '999' : undefined,
    isDeleted: post.isDeleted,
    isPromoted: post.isPromoted,
    withheld: post.isWithheld ? ['JP'] : undefined,
    lookupError: post.lookupError,
    html: linksToPost ? '<p><a href="https://t.co/q">https://t.co/q</a></p>' : '<p>本文</p>',
  }))
  const between = Array.from({ length: replies }, (_, index): SimulatedPost => ({
    id: idAt(1.5 + index * 2.3, 500 + index),
    kind: 'reply',
    of: '9',
  }))
  return [...drawn, ...between]
}

/** An X without a network: what it answers comes at once. */
function fetchOf(answer: Answer): typeof fetch {
  return (input) =>
    new Promise((resolve) => {
      const headers = new Headers()
      let status = 200
      const response = {
        setHeader: (name: string, value: string) => headers.set(name, value),
        writeHead(code: number, more: Record<string, string> = {}) {
          status = code
          for (const [name, value] of Object.entries(more)) headers.set(name, value)
          return response
        },
        end: (body?: string) => resolve(new Response(body ?? null, { status, headers })),
      }
      answer(new URL(input instanceof Request ? input.url : input), response as never, {} as never)
    })
}

/** Numbers from 0 to 1 that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const NAMED = /_id|referenced|withheld/
/** The `x` upstream over a world, and what X did in it. `clock` is X's. */
export function openWorld(drawn: World, posts: SimulatedPost[] = postsOf(drawn)) {
  const clock = { now: Date.now() }
  const random = randomOf(drawn.seed)
  const count = Number.isFinite(drawn.controlEvery) ? Math.ceil(400 / drawn.controlEvery) : 0
  const canary = Array.from({ length: count }, (_, index) => ({
    id: idAt(drawn.newestControl + index * drawn.controlEvery, 1),
  }))
  const generation = drawn.generation === 'neither' ? 'before' : drawn.generation
  const account: SimulatedAccount = {
    posts,
    emptyPages: drawn.emptyPages,
    number: '1',
    withheld: drawn.isWithheld ? ['JP'] : undefined,
    isWithheldAlone: drawn.isWithheld === 'alone',
  }
  /** The name that the account has after its first one became another account's. */
  const former: SimulatedAccount = { posts: [], number: '888' }
  const sim = simulatedX(
    {
      [drawn.name]: account,
      former,
      other: { posts: QUOTED },
      [CANARY]: { posts: canary },
    },
    generation,
    () => clock.now,
  )
  sim.state.blindFrom = drawn.blindFrom
  sim.state.hasErrors = drawn.hasErrors
  sim.state.lagMs = drawn.lag * HOUR_MS
  sim.state.cutsFirst = drawn.cutsFirst
  sim.state.beforeSearch = (count) => {
    if (drawn.change?.before === count) changeTo(drawn.change.to, { account, former }, clock.now)
  }
  sim.state.isBlank = () => random() < drawn.blanks
  const faulty = (fault: Fault, ...asked: Parameters<Answer>) => (FAULTS[fault] ?? sim.answer)(...asked)
  const answer: Answer = (url, ...rest) => {
    // An answer takes time, so that what is asked later is later by the clock too.
    clock.now++
    const isNamed = ['tweet.fields', 'post.fields', 'expansions'].some((key) =>
      NAMED.test(url.searchParams.get(key) ?? ''),
    )
    if (drawn.generation === 'neither' && isNamed) return problem(400, 'invalid-request')(url, ...rest)
    if (url.pathname.endsWith('/search/recent')) return faulty(drawn.recent, url, ...rest)
    if (url.pathname.endsWith('/search/all')) return faulty(drawn.all, url, ...rest)
    return faulty(url.pathname === '/2/tweets' ? drawn.lookup : 'none', url, ...rest)
  }
  const x = upstreamAt(() => clock.now + drawn.skew * HOUR_MS, clock)
  return { x, sim, clock, fetch: fetchOf(answer), posts, account }
}

function changeTo(
  to: Change,
  { account, former }: Record<'account' | 'former', SimulatedAccount>,
  now: number,
): void {
  if (to === 'gone') account.isGone = true
  if (to === 'another') {
    Object.assign(former, { ...account })
    Object.assign(account, { number: '777', posts: [] })
  }
  if (to === 'closed') account.timelineError = 'not authorized'
  if (to === 'edited') {
    // X lets a post be edited for an hour.
    for (const [index, post] of account.posts.entries()) {
      if (now - Number((BigInt(post.id) >> 22n) + 1_288_834_974_657n) > HOUR_MS) continue
      Object.assign(post, { earlier: [...(post.earlier ?? []), post.id], id: idAt(0, index) })
    }
  }
  if (to !== 'locked' && to !== 'suspended' && to !== 'emptied') return
  if (to === 'locked') account.protected = true
  if (to === 'suspended') account.suspended = true
  const showing = { locked: 'restricted', suspended: undefined, emptied: 'gone' } as const
  for (const post of account.posts) {
    Object.assign(post, {
      hidden: true,
      showing: showing[to] ?? post.showing,
      isDeleted: post.isDeleted || to === 'emptied',
    })
  }
}

/** The `x` upstream, whose pauses take time by X's clock alone. */
const upstreamAt = (now: () => number, clock: { now: number }) =>
  createXUpstream(
    xOptions('http://x.test', {
      postSearchPermitted: true,
      postSearchMax: 200,
      budgetUsd: 1000,
      now,
      pause: async (ms) => void (clock.now += ms),
      pace: { timeoutMs: 5000, random: () => -0.5 },
    }),
  )

/** So many accounts of five posts that search has, as many posts of others, and a search of whose answers a part is blank. */
export function openHealthy(count: number, blanks: number, seed: number) {
  const clock = { now: Date.now() }
  const random = randomOf(seed)
  const names = Array.from({ length: count }, (_, index) => `healthy${index}`)
  const own = names.map((name, index) => {
    const posts = [3, 20, 40, 60, 80].map((hours) => ({ id: idAt(hours + index / 60, index) }))
    return [name, { posts }] as const
  })
  const posts = names.map((_, index) => idAt(5 + index, 1000 + index))
  const canary = Array.from({ length: 30 }, (_, index) => ({ id: idAt(3.1 + index * 12, 2000) }))
  const others = posts.map((id, index) => [`author${index}`, { posts: [{ id }] }] as const)
  const sim = simulatedX(
    { ...Object.fromEntries([...own, ...others]), [CANARY]: { posts: canary } },
    'before',
    () => clock.now,
  )
  sim.state.isBlank = () => random() < blanks
  const answer: Answer = (...asked) => (clock.now++, sim.answer(...asked))
  const wait = (ms: number) => void (clock.now += ms)
  return { x: upstreamAt(() => clock.now, clock), fetch: fetchOf(answer), names, posts, wait }
}

import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { PostJudgement } from '../../../contract/wire.ts'
import { createX } from '../../../server/upstream/x/createX.ts'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { SHOWINGS, simulatedX, versionsOf } from './simulatedX.ts'
import type { SimulatedPost, SimulatedX } from './simulatedX.ts'
import { htmlPage, json, problem, startStubX } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { CANARY, xOptions } from './xOptions.ts'
import { idAt } from './xWorld.ts'

vi.setConfig({ testTimeout: 240_000 })

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
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
} satisfies Record<string, Answer | null>
type Fault = keyof typeof FAULTS

const fault = fc.oneof(
  { arbitrary: fc.constant('none' as Fault), weight: 6 },
  { arbitrary: fc.constantFrom(...(Object.keys(FAULTS) as Fault[])), weight: 1 },
)
const onePost = fc.record({
  /** Minutes to days to years. */
  hours: fc.oneof(
    { arbitrary: fc.double({ min: 0.1, max: 3, noNaN: true }), weight: 2 },
    { arbitrary: fc.double({ min: 3, max: 160, noNaN: true }), weight: 5 },
    { arbitrary: fc.double({ min: 160, max: 9000, noNaN: true }), weight: 1 },
  ),
  kind: fc.oneof(
    { arbitrary: fc.constant('own' as const), weight: 6 },
    { arbitrary: fc.constant('quote' as const), weight: 3 },
    { arbitrary: fc.constantFrom('reply' as const, 'repost' as const), weight: 1 },
  ),
  hidden: fc.boolean(),
  indexedFrom: fc.oneof(
    { arbitrary: fc.constant(0), weight: 3 },
    { arbitrary: fc.integer({ min: 1, max: 12 }), weight: 1 },
  ),
  isEdited: fc.oneof(
    { arbitrary: fc.constant(false), weight: 4 },
    { arbitrary: fc.constant(true), weight: 1 },
  ),
  showing: fc.oneof(
    { arbitrary: fc.constant('shown' as const), weight: 8 },
    { arbitrary: fc.constantFrom(...(Object.keys(SHOWINGS) as (keyof typeof SHOWINGS)[])), weight: 2 },
  ),
  linksToPost: fc.oneof(
    { arbitrary: fc.constant(true), weight: 3 },
    { arbitrary: fc.constant(false), weight: 1 },
  ),
})
const world = fc.record({
  name: fc.constantFrom('someone', '123456'),
  posts: fc.array(onePost, { minLength: 1, maxLength: 9 }),
  /** Whether all posts are hidden, so that bans are drawn often enough. */
  isBanned: fc.boolean(),
  generation: fc.constantFrom('before' as const, 'after' as const, 'silent' as const),
  hasControl: fc.oneof(
    { arbitrary: fc.constant(true), weight: 4 },
    { arbitrary: fc.constant(false), weight: 1 },
  ),
  blindFrom: fc.oneof(
    { arbitrary: fc.constant(Infinity), weight: 4 },
    { arbitrary: fc.integer({ min: 0, max: 20 }), weight: 1 },
  ),
  recent: fault,
  all: fault,
  lookup: fault,
  typedOldId: fc.boolean(),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

const plain: World['posts'][number] = {
  hours: 5,
  kind: 'own',
  hidden: false,
  indexedFrom: 0,
  isEdited: false,
  showing: 'shown',
  linksToPost: true,
}
const postAt = (hours: number): World['posts'][number] => ({ ...plain, hours })
const plainWorld: World = {
  name: 'someone',
  posts: [plain],
  isBanned: false,
  generation: 'after',
  hasControl: true,
  blindFrom: Infinity,
  recent: 'none',
  all: 'none',
  lookup: 'none',
  typedOldId: false,
}
/** Worlds in which every state is met; what is drawn may miss a rare one. */
const EXAMPLES: World[] = [
  {
    ...plainWorld,
    generation: 'before',
    posts: [
      { ...plain, kind: 'quote' },
      postAt(6),
      { ...plain, hours: 7, hidden: true },
      { ...plain, hours: 0.5, hidden: true },
      { ...plain, hours: 8, showing: 'restricted', hidden: true },
      { ...plain, hours: 9, showing: 'gone', hidden: true },
      { ...plain, hours: 10, showing: 'legal', hidden: true },
    ],
  },
  { ...plainWorld, isBanned: true, posts: [3, 15, 27, 39, 51, 63].map(postAt) },
  { ...plainWorld, recent: '429', all: '429' },
]

const QUOTED: SimulatedPost[] = [{ id: idAt(200, 1), showing: 'restricted' }, { id: idAt(201, 1) }]

function postsOf({ posts, isBanned }: World): SimulatedPost[] {
  return posts.map(({ hours, kind, hidden, isEdited, showing, linksToPost, indexedFrom }, index) => ({
    id: idAt(hours, index),
    kind,
    ...(kind !== 'own' && { of: QUOTED[index % 2]?.id ?? '1' }),
    hidden: isBanned || hidden,
    indexedFrom,
    showing,
    ...(isEdited && { earlier: [idAt(hours + 0.5, index)] }),
    html: linksToPost ? '<p><a href="https://t.co/q">https://t.co/q</a></p>' : '<p>本文</p>',
  }))
}

/** What is said of posts that search has not shown. */
const WITHOUT_HIT = new Set(['FORBIDDEN', 'RESTRICTED', 'UNSEARCHED'])

/** What the property must meet to mean something. */
const STATES = 'AVAILABLE FORBIDDEN QUATE_FORBIDDEN RESTRICTED UNSEARCHED NOT_FOUND UNKNOWN'
  .split(' ')
  .concat('ban true', 'ban false', 'ban null')

const ageAt = (id: string, now: number) => now - (Number(BigInt(id) >> 22n) + 1_288_834_974_657)
const isControl = (url: URL) => url.searchParams.get('query')?.includes(CANARY) ?? false

/** Whether the log holds two misses of a post in two forms, five seconds apart, with a control found before and in between. */
function isMissedTwice(searched: SimulatedX['searched'], versions: string[]): boolean {
  const latest = versions.at(-1) ?? ''
  const covers = (url: URL) => {
    const [since, until] = [url.searchParams.get('since_id'), url.searchParams.get('until_id')]
    if (since !== null && until !== null)
      return BigInt(latest) > BigInt(since) && BigInt(latest) < BigInt(until)
    const made = Date.now() - ageAt(latest, Date.now())
    const [from, to] = [url.searchParams.get('start_time') ?? '', url.searchParams.get('end_time') ?? '']
    return made >= Date.parse(from) && made < Date.parse(to)
  }
  const looks = searched.filter(({ url }) => !isControl(url) && covers(url))
  const controls = searched.filter(({ url, ids }) => isControl(url) && ids.length > 0)
  const byIds = looks.filter(({ url }) => url.searchParams.has('since_id'))
  return looks.some(
    (second) =>
      second.url.searchParams.has('start_time') &&
      byIds.some(
        (first) =>
          second.at - first.at >= 5000 &&
          controls.some(({ at }) => at >= first.at && at <= second.at) &&
          controls.filter(({ at }) => at >= first.at - 5 * MINUTE_MS && at <= second.at).length >= 2,
      ),
  )
}

const isShownBy = ({ searched }: SimulatedX, versions: readonly string[]) =>
  searched.some(({ url, ids }) => !isControl(url) && versions.some((id) => ids.includes(id)))

/** What the judgement of one post claims beyond what X said. */
function faultsOf(
  post: SimulatedPost | undefined,
  { status, evidence }: PostJudgement,
  sim: SimulatedX,
  now: number,
): string[] {
  if (!post) return []
  const versions = versionsOf(post)
  const isHit = isShownBy(sim, versions)
  const { showing = 'shown' } = post
  const quoted = QUOTED.find(({ id }) => id === post.of)
  const holds = {
    AVAILABLE: isHit,
    QUATE_FORBIDDEN: isHit && post.kind === 'quote' && quoted?.showing === 'restricted',
    FORBIDDEN:
      !isHit &&
      showing === 'shown' &&
      ageAt(post.id, now) >= HOUR_MS &&
      isMissedTwice(sim.searched, versions),
    RESTRICTED: showing === 'restricted',
    UNSEARCHED: showing === 'shown',
    NOT_FOUND: showing === 'gone',
    UNKNOWN: !['shown', 'restricted', 'gone'].includes(showing) || sim.searched.length >= 0,
    INVALID_URL: false,
  }
  const faults = holds[status as keyof typeof holds] ? [] : [`${status} of a post that is ${showing}`]
  if ((evidence?.found === true) !== (status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN'))
    faults.push('found')
  if (status === 'FORBIDDEN' && evidence?.found !== false) faults.push('missed')
  if (evidence?.found === null && status !== 'NOT_FOUND' && !evidence.reason) faults.push('reason')
  if (evidence?.author !== undefined && showing === 'shown' && !evidence.visible) faults.push('author')
  return faults
}

it('no combination of what X says lets a post be called found without a hit, excluded without two misses and a control, or an account banned outside the rule', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const clock = { now: Date.now() }
      const posts = postsOf(drawn)
      const sim = simulatedX(
        {
          [drawn.name]: { posts },
          other: { posts: QUOTED },
          ...(drawn.hasControl && { [CANARY]: { posts: [{ id: idAt(3.1, 1) }] } }),
        },
        drawn.generation,
        () => clock.now,
      )
      sim.state.blindFrom = drawn.blindFrom
      const through =
        (fault: Fault): Answer =>
        (...asked) =>
          (FAULTS[fault] ?? sim.answer)(...asked)
      const stub = await startStubX({
        '/2/tweets/search/recent': through(drawn.recent),
        '/2/tweets/search/all': through(drawn.all),
        '/2/tweets': through(drawn.lookup),
        '/2/': sim.answer,
        '/oembed': sim.answer,
      })
      const x = createX(
        xOptions(stub.base, {
          postSearchPermitted: true,
          budgetUsd: 1000,
          now: () => clock.now,
          pause: async (ms) => void (clock.now += ms),
          pace: { timeoutMs: 5000, random: () => -0.5 },
        }),
      )
      const shownPosts = posts.filter(({ kind }) => kind !== 'repost')
      const typed = shownPosts.map(({ id, earlier }) => (drawn.typedOldId ? (earlier?.[0] ?? id) : id))
      const batch = await x.checkPosts(
        typed.map((id) => ({ name: 'stranger', id })),
        callerWith(),
      )
      const faults = batch.flatMap((judged, index) => faultsOf(shownPosts[index], judged, sim, clock.now))
      // Not so of an account: search may go blind between the question for the ban and the one for the posts.
      for (const [index, post] of shownPosts.entries()) {
        const status = batch[index]?.status ?? ''
        if (WITHOUT_HIT.has(status) && isShownBy(sim, versionsOf(post)))
          faults.push(`${status} of a post that search showed`)
      }
      const before = sim.searched.length
      const { search_ban, tweets = [] } = await x.checkAccount(bodyFor(drawn.name), callerWith())
      const isHit = ({ id }: SimulatedPost) => sim.searched.slice(before).some(({ ids }) => ids.includes(id))
      const originals = posts.filter(
        ({ kind, id }) => kind !== 'repost' && kind !== 'reply' && ageAt(id, clock.now) >= HOUR_MS,
      )
      const missed = originals.filter(({ id, earlier = [] }) => isMissedTwice(sim.searched, [...earlier, id]))
      const ages = missed.map(({ id }) => ageAt(id, clock.now)).filter((age) => age < 7 * 24 * HOUR_MS)
      const isSpread = Math.max(...ages) - Math.min(...ages) >= 24 * HOUR_MS
      if (search_ban === true && (ages.length < 5 || !isSpread || posts.some(isHit))) faults.push('banned')
      if (search_ban === false && !posts.some(isHit)) faults.push('cleared')
      for (const judged of tweets) {
        const post = posts.find(({ id }) => judged.url.endsWith(id))
        faults.push(...faultsOf(post, judged, sim, clock.now))
      }
      expect(faults).toEqual([])
      for (const state of [...batch.map(({ status }) => status ?? ''), `ban ${search_ban}`]) {
        seen.set(state, (seen.get(state) ?? 0) + 1)
      }
      await stub.close()
    }),
    { numRuns: 150, examples: EXAMPLES.map((drawn) => [drawn]) },
  )
  expect([...seen.keys()]).toEqual(expect.arrayContaining(STATES))
})

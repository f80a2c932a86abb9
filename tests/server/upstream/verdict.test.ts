import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../contract/reasons.ts'
import type { SearchRequest } from '../../../server/upstream/x/client/calls.ts'
import { createSearchMonitor } from '../../../server/upstream/x/health.ts'
import type { PostPage } from '../../../server/upstream/x/replies.ts'
import { createControlPosts } from '../../../server/upstream/x/control.ts'
import { judgeBySearch } from '../../../server/upstream/x/verdict/account.ts'
import { postFactsOf, judgementOf } from '../../../server/upstream/x/verdict/post.ts'
import type {
  PostAnswer,
  PostFacts,
  PostRecord,
  LoggedOutRecord,
} from '../../../server/upstream/x/verdict/post.ts'
import { idOf } from '../../contract/idOf.ts'
import { reasonNamed } from '../../contract/reasonNamed.ts'
import { callerWith } from '../client.ts'

const NOW = 1_790_000_000_000
const HOUR = 60 * 60_000
type Known = Pick<PostAnswer, 'search' | 'quote'> & { state?: LoggedOutRecord['state'] }
const postWith = ({ state = 'shown', ...known }: Known, more: Partial<PostRecord> = {}): PostRecord => ({
  id: '1',
  source: 'timeline',
  answer: {
    seen: { state, author: 'abc', time: NOW, mayQuote: false },
    search: { found: null, reason: { cause: 'budget' }, time: null },
    quote: 'none',
    ...known,
  },
  ...more,
})
const FOUND: Known = { search: { found: true, time: NOW + 1 } }
const MISSED: Known = { search: { found: false, time: NOW + 2, control: NOW + 3, controlHours: 2 } }
const OPEN: Known = { search: { found: null, reason: { cause: 'no_control' }, time: NOW } }

it.each([
  [{ state: 'shown', ...FOUND }, 'AVAILABLE'],
  [{ state: 'shown', ...FOUND, quote: 'restricted' }, 'QUATE_FORBIDDEN'],
  [{ state: 'unknown', ...FOUND }, 'AVAILABLE'],
  [{ state: 'restricted', ...FOUND }, 'AVAILABLE'],
  [{ state: 'shown', ...MISSED }, 'FORBIDDEN'],
  [{ state: 'shown', ...MISSED, quote: 'restricted' }, 'FORBIDDEN'],
  [{ state: 'shown' }, 'UNSEARCHED'],
  [{ state: 'restricted', ...MISSED }, 'RESTRICTED'],
  [{ state: 'restricted' }, 'RESTRICTED'],
  [{ state: 'unknown', ...MISSED }, 'UNKNOWN'],
  [{ state: 'gone', ...FOUND }, 'NOT_FOUND'],
] as const)('a post with the findings %j has the status %s', (known, status) => {
  expect(judgementOf(postWith(known)).status).toBe(status)
})

it('a post whose search was not answered in time says that X was too slow, not that its turn did not come', () => {
  expect(judgementOf(postWith({ search: undefined })).evidence?.reason).toEqual({
    cause: 'slow',
    part: 'search',
  })
})

it('the evidence of a post says whether it is visible, whether it was found and when, with a reason only if that is unknown', () => {
  expect(judgementOf(postWith(FOUND)).evidence).toEqual({
    visible: true,
    found: true,
    reason: null,
    time: NOW + 1,
    author: 'abc',
    quote: 'none',
    version: expect.any(Number),
  })
  expect(judgementOf(postWith(MISSED)).evidence).toMatchObject({
    found: false,
    control: NOW + 3,
    controlHours: 2,
  })
  expect(judgementOf(postWith({})).evidence).toMatchObject({
    found: null,
    reason: { cause: 'budget' },
    time: NOW,
  })
  expect(judgementOf(postWith({ state: 'gone', ...MISSED })).evidence).toMatchObject({
    visible: false,
    found: null,
    reason: null,
  })
})

const post = { id: '1', text: 'あ' }
it.each([
  ['RT @a: あ', {}, 'repost'],
  ['あ RT @a', {}, null],
  ['あ', { referenced_tweets: [{ type: 'retweeted', id: '9' }] }, 'repost'],
  ['あ', { referenced_posts: [{ type: 'reposted', id: '9' }] }, 'repost'],
  ['あ', { referenced_posts: [{ type: 'quoted', id: '9' }] }, null],
  ['あ', { referenced_tweets: ['quoted', 'replied_to'].map((type) => ({ type, id: '9' })) }, 'reply'],
  ['あ', { community_id: '7' }, 'community'],
  ['あ', { possibly_sensitive: true }, 'sensitive'],
  ['あ', { possibly_sensitive: false }, null],
  ['あ', { withheld: { country_codes: ['JP'] } }, 'withheld'],
])(
  'a missing post "%s" with %j counts as evidence unless it is of a kind that the index may lack: %s',
  (text, more, kind) => {
    const facts = postFactsOf({ ...post, ...more, text } as never, true, { versions: ['1'] })
    expect(facts?.notIndexable).toBe(kind)
  },
)

/** Posts so many hours apart, of which so much is known. */
function verdictOf(
  known: (Known & { kind?: PostFacts['notIndexable'] })[],
  hours = 10,
  isSpanSearched = true,
  more: Partial<PostRecord>[] = [],
) {
  const posts = known.map(({ kind = null, ...one }, index) => {
    const id = idOf(NOW - (2 + index * hours) * HOUR)
    const facts = { versions: [id], notIndexable: kind, isComplete: true }
    return postWith(one, { id, facts, ...more[index] })
  })
  const span = { from: NOW - 7 * 24 * HOUR, to: NOW - HOUR }
  return judgeBySearch(posts, { span, isWhole: true, isSpanSearched, confirmed: Infinity, facts: {} })
}
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

const RESTRICTED = { ...FOUND, state: 'restricted' as const }
const SENSITIVE = { kind: 'sensitive' as const }

it.each([
  ['five that are missing', times(5, MISSED), true, null, 5, 0],
  ['four that are missing', times(4, MISSED), null, 'too_few', 4, 0],
  ['five of which one was found', [...times(4, MISSED), FOUND], false, null, 5, 1],
  ['five of which one was found and one not judged', [...times(3, MISSED), OPEN, FOUND], false, null, 4, 1],
  ['six of which one was not judged', [...times(5, MISSED), OPEN], null, 'no_control', 6, 0],
  [
    'five that are missing beside a promoted one that was found',
    [...times(5, MISSED), { ...FOUND, kind: 'promoted' as const }],
    null,
    'inconclusive',
    5,
    0,
  ],
  ['none', [], null, 'no_posts', 0, 0],
  ['restricted ones', times(5, { ...RESTRICTED, ...MISSED }), null, 'hidden', 0, 0],
  ['a restricted one that is found', [RESTRICTED], null, 'hidden', 0, 0],
  ['unseen ones', times(5, { ...MISSED, state: 'unknown' as const }), null, 'preview failed', 5, 0],
  [
    'five and a restricted one',
    [...times(5, MISSED), { ...OPEN, state: 'restricted' as const }],
    true,
    null,
    5,
    0,
  ],
  ['five and a restricted one that is found', [...times(5, MISSED), RESTRICTED], null, 'inconclusive', 5, 0],
  ['community posts', times(5, { ...FOUND, kind: 'community' as const }), null, 'none_fit', 0, 0],
  ['sensitive ones that are missing', times(5, { ...OPEN, ...SENSITIVE }), null, 'none_fit', 0, 0],
  ['a withheld one that is found', [{ ...FOUND, kind: 'withheld' as const }], false, null, 1, 1],
  ['a sensitive one that is found', [{ ...FOUND, ...SENSITIVE }], false, null, 1, 1],
])('the search ban of an account is judged by its posts: %s', (_name, known, ban, reason, looked, found) => {
  expect(verdictOf(known)).toMatchObject({ ban, reason: reasonNamed(reason), looked, found })
})

it('an account is not accused by posts that span less than a day, nor before search was asked for any post of the week', () => {
  expect(verdictOf(times(5, MISSED), 5.9)).toMatchObject({ ban: null, reason: { cause: 'too_close' } })
  expect(verdictOf(times(5, MISSED), 6)).toMatchObject({ ban: true, control: NOW + 3, time: NOW + 2 })
  expect(verdictOf(times(5, MISSED), 6, false)).toMatchObject({
    ban: null,
    reason: { cause: 'inconclusive' },
  })
})

it('an account that was not judged has the reason of its newest post that was not judged, in any order of the posts', () => {
  const known = [MISSED, { state: 'unknown' as const, ...MISSED }, OPEN]
  const ids = [2, 1, 3].map((age) => ({ id: idOf(NOW - age * 10 * HOUR) }))
  expect(verdictOf(known, 10, true, ids)).toMatchObject({
    ban: null,
    reason: { cause: 'failed', part: 'preview' },
  })
  expect(verdictOf(known.toReversed(), 10, true, ids.toReversed())).toMatchObject({
    reason: { cause: 'failed', part: 'preview' },
  })
})

it('the time of a verdict is that of the first search, so that nothing seems newer than it is', () => {
  expect(verdictOf([FOUND, { search: { found: true, time: NOW - 5 } }])).toMatchObject({
    ban: false,
    time: NOW - 5,
  })
})

it('an account is cleared by a listed post of the span that search found, even if no original was found, but not by posts that are no evidence', () => {
  const listed = (more: Partial<PostRecord> = {}) => {
    const others = Array.from({ length: 5 }, () => ({}))
    return verdictOf([...times(5, MISSED), FOUND], 6, true, [...others, { source: 'list', ...more }])
  }
  expect(listed()).toMatchObject({ ban: false, looked: 6, found: 1 })
  expect(listed({ id: idOf(NOW - 200 * HOUR) })).toMatchObject({ ban: true, looked: 5 })
  for (const notIndexable of ['reply', 'sensitive'] as const) {
    const facts = { versions: ['1'], notIndexable, isComplete: true }
    expect(listed({ facts })).toMatchObject({ ban: true, looked: 5, found: 0 })
  }
})

it('an account is neither cleared nor accused by a hit of the whole span whose kind X did not report', () => {
  const others = Array.from({ length: 5 }, () => ({}))
  const hit = (isComplete: boolean): Partial<PostRecord> => ({
    source: 'span_search',
    facts: { versions: ['1'], notIndexable: null, isComplete },
  })
  const known = [...times(5, MISSED), FOUND]
  expect(verdictOf(known, 6, true, [...others, hit(true)])).toMatchObject({ ban: false, found: 1 })
  expect(verdictOf(known, 6, true, [...others, hit(false)])).toMatchObject({
    ban: null,
    reason: { cause: 'inconclusive' },
    found: 0,
  })
})

describe('a control', () => {
  const MADE = NOW - 3 * HOUR
  let now = NOW
  beforeEach(() => void (now = NOW))

  /** Each of its searches is answered by hand. */
  function opened() {
    const searches: (PromiseWithResolvers<PostPage | null> & { within: SearchRequest['within'] })[] = []
    const search = ({ within }: SearchRequest) => {
      const asked = { within, ...Promise.withResolvers<PostPage | null>() }
      searches.push(asked)
      return asked.promise
    }
    const clock = () => now
    const searchMonitor = createSearchMonitor(clock, () => null)
    const missed = vi.spyOn(searchMonitor, 'missed')
    const parts = {
      canaries: ['canary'],
      search,
      now: clock,
      searchMonitor,
      isShown: async () => true,
    }
    const control = createControlPosts(parts)
    const near = (clientKey = 'a', made = MADE, endpoint: 'search' | 'search_all' = 'search') =>
      control
        .near(endpoint, made, now, callerWith(undefined, clientKey))
        .then((nearest) => nearest?.at ?? null)
    const answer = (index: number, ...ids: string[]) =>
      searches[index]?.resolve({ posts: ids.map((id) => ({ id })), whole: true } as PostPage)
    return { ...control, searches, near, answer, missed }
  }

  it('a control is searched for once for all who need it at one moment, and again for those who need it later', async () => {
    const { near, answer, searches } = opened()
    const misses = [near('a'), near('b')]
    now += 1
    misses.push(near('c'))
    expect(searches).toHaveLength(2)
    for (const index of [0, 1]) answer(index, idOf(NOW - HOUR))
    expect(await Promise.all(misses)).toEqual([now, now, now])
  })

  it('a control is searched for again if another client was refused, and not if search failed', async () => {
    const { near, answer, searches } = opened()
    const [own, same, other] = [near('a'), near('a'), near('b')]
    searches[0]?.reject(new ApiError('share_spent'))
    await expect(own).rejects.toThrow(ApiError)
    await expect(same).rejects.toThrow(ApiError)
    await expect.poll(() => searches.length).toBe(2)
    answer(1, idOf(NOW - HOUR))
    expect(await other).toBe(NOW)
    now += 1
    const both = [near('a'), near('b')].map((miss) => expect(miss).rejects.toThrow('down'))
    searches[2]?.reject(new Error('down'))
    await Promise.all(both)
    expect(searches).toHaveLength(3)
  })

  it('a control is searched for in wider and wider windows; if none is found, not again for a minute', async () => {
    const { near, answer, searches, lastHour, missed } = opened()
    const MADES = { search: NOW - 167 * HOUR, search_all: NOW - 2 * HOUR } as const
    for (const [endpoint, made] of Object.entries(MADES) as ['search' | 'search_all', number][]) {
      const miss = near('a', made, endpoint)
      for (let ring = 0; ring < 4; ring++) {
        await expect.poll(() => searches.length).toBe(ring + 1)
        answer(ring)
      }
      expect(await miss).toBeNull()
      const spans = searches.splice(0).map(({ within }) => 'times' in within && within.times)
      const minutes = spans.map((span) => span && [(made - span.from) / 60_000, (span.to - made) / 60_000])
      // A control is never older than its post. X takes no times that have hardly passed.
      const on = endpoint === 'search' ? 2160 : 119
      expect(minutes).toEqual([60, 240, 720, 2160].map((ring) => [0, Math.min(ring, on)]))
      expect(await near('a', made, endpoint)).toBeNull()
      expect(searches).toEqual([])
    }
    expect([lastHour(), missed.mock.calls.length]).toEqual([{ asked: 2, missing: 2 }, 0])
    now += 60_000
    const again = near('a', MADES.search)
    expect(searches).toHaveLength(1)
    answer(0, idOf(MADES.search))
    expect([await again, lastHour()]).toEqual([now, { asked: 3, missing: 2 }])
    now += 60 * 60_000
    expect(lastHour()).toEqual({ asked: 0, missing: 0 })
  })

  it('the control of a post is the one made soonest after it, and its distance is told in hours', () => {
    const { note, known } = opened()

    note('search', [{ id: idOf(MADE - HOUR) }])
    expect(known('search', MADE, now)).toBeNull()
    note('search', [{ id: idOf(MADE + 1.5 * HOUR) }])
    now += 1
    note('search', [{ id: idOf(MADE + 2.5 * HOUR) }])
    expect(known('search', MADE, now - 1)).toEqual({ at: now - 1, hoursLater: 2 })
    expect(known('search', MADE, now)).toEqual({ at: now, hoursLater: 3 })
  })

  it('there is no control for five minutes after search stopped showing the last one, even if search shows other posts', async () => {
    const { near, note, known, answer, missed } = opened()
    const first = near()
    answer(0, idOf(NOW - HOUR))
    expect(await first).toBe(NOW)
    now += 1
    const second = near()
    answer(1)
    expect(await second).toBeNull()
    note('search', [{ id: idOf(NOW - 2 * HOUR) }])
    expect([known('search', MADE, now), missed.mock.calls.length]).toEqual([null, 1])
    now += 5 * 60_000
    expect(known('search', MADE, NOW + 1)?.at).toBe(NOW + 1)
  })
})

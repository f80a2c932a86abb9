import { expect, it } from 'vitest'
import { RateLimited } from '../../../server/upstream/x/client/replies.ts'
import { readSearchBan } from '../../../server/upstream/x/verdict/searchBan.ts'
import type { SearchBanParts } from '../../../server/upstream/x/verdict/searchBan.ts'
import { unasked } from '../../../server/upstream/x/verdict/windows.ts'
import type { Finding, Pursuit } from '../../../server/upstream/x/verdict/windows.ts'
import { idOf } from '../../contract/idOf.ts'

const NOW = 1_790_000_000_000
const HOUR = 60 * 60_000
const WEEK = 7 * 24 * HOUR
const SPAN = { from: NOW - WEEK + 5 * 60_000, to: NOW - HOUR }
const RESET = NOW + 9 * 60_000
const FLAGS = { suspend: false, not_found: false, protect: false, no_tweet: false }
/** The ids of posts so many hours old. */
const ids = (...hours: number[]) => hours.map((age) => idOf(NOW - age * HOUR))
const CLOSE = ids(2, 3, 4, 5, 6)
const APART = ids(2, 20, 40, 60, 80)

const page = (posts: string[], next?: string) => ({
  status: 200,
  json: {
    data: posts.map((id) => ({ id, text: 'あ' })),
    meta: { result_count: posts.length, next_token: next },
  },
})
const EMPTY = { status: 200, json: { meta: { result_count: 0 } } }
const CLOSED = { status: 200, json: { errors: [{ type: 'not-authorized-for-resource' }] } }
const missed: Finding = { found: false, time: NOW, control: NOW }

type World = {
  /** Answers of the timeline, in order. */
  pages?: (object | Error)[]
  finding?: (id: string) => Finding
  /** Why search cannot be asked, from one question to the next. */
  cooldowns?: ({ until: number; reason: string } | null)[]
  judgesBan?: boolean
  canAfford?: boolean
}

/** The account as it is judged, and what was asked for that. */
async function judge({ pages = [], finding = () => missed, cooldowns = [], ...more }: World) {
  const { judgesBan = true, canAfford = true } = more
  const asked: unknown[] = []
  const calls = {
    timeline: async (_: string, span: unknown) => {
      asked.push(span)
      const next = pages.shift()
      if (next instanceof Error) throw next
      return next
    },
  } as unknown as SearchBanParts['calls']
  const parts: SearchBanParts = {
    calls,
    afford: async (_, work) => (canAfford ? work(calls) : null),
    lookFor: async (windows, query, pursues: Pursuit) => {
      asked.push([windows.map((window) => window.map(({ id }) => id)), query, pursues])
      const all = windows.flat().map(({ id }) => [id, finding(id)] as const)
      return { findings: new Map(all), others: new Map() }
    },
    endpoints: {
      search: { cooldown: () => cooldowns.shift() ?? null },
    } as unknown as SearchBanParts['endpoints'],
    judgesBan,
    now: () => NOW,
    signal: new AbortController().signal,
  }
  const { check, whole, missed: left } = await readSearchBan('someone', '1', { ...FLAGS }, parts)
  const { search_ban: ban, api_status: groups, protect, evidence } = check
  return { ban, whole, missed: left, groups, protect, asked, evidence: evidence?.items.search_ban }
}

const open = { rate_limit: false }
const until = { rate_limit: true, reset: RESET }
const oldestFirst = (posts: string[]) => posts.toReversed()

it('asks for nothing where the operator does not let the ban be judged, and that lasts', async () => {
  expect(await judge({ judgesBan: false })).toMatchObject({
    ban: null,
    whole: true,
    asked: [],
    evidence: { method: null, reason: 'not_offered', time: NOW },
  })
})

it.each([
  ['limited', until],
  ['operator', open],
])('asks for no posts while search cannot be asked, and says why: %s', async (reason, group) => {
  expect(await judge({ cooldowns: [{ until: RESET, reason }] })).toMatchObject({
    ban: null,
    whole: false,
    asked: [],
    groups: { userSearchGroup: group, userTimelineGroup: open },
    evidence: { reason },
  })
})

it.each([
  ['may not be read', CLOSED, null, open],
  ['gives no answer that counts', { status: 200, json: {} }, false, open],
])('judges nothing where the timeline %s', async (_, answer, protect, group) => {
  expect(await judge({ pages: [answer] })).toMatchObject({
    ban: null,
    whole: false,
    protect,
    asked: [SPAN],
    groups: { userSearchGroup: open, userTimelineGroup: group },
    evidence: { method: null, reason: 'posts_failed' },
  })
})

it("tells until when the timeline's limit holds", async () => {
  const answer = await judge({ pages: [new RateLimited(RESET)] })
  expect(answer).toMatchObject({ ban: null, whole: false, protect: false })
  expect(answer.groups).toEqual({ userSearchGroup: open, userTimelineGroup: until })
  expect(answer.evidence?.reason).toBe('limited')
})

it.each([
  ['no_posts', 'is empty', EMPTY, true],
  ['no_posts', 'holds only posts of other days', page(ids(0.5, 200)), true],
  ['inconclusive', 'holds more than X gives', page(ids(200), 'more'), false],
  ['inconclusive', 'holds a post without a date', page([...ids(200), '12']), false],
])('says %s of a timeline that %s', async (reason, _, answer, whole) => {
  expect(await judge({ pages: [answer] })).toMatchObject({
    ban: null,
    whole,
    asked: [SPAN],
    evidence: { method: null, reason, looked: 0, found: 0, ...SPAN },
  })
})

it('finds the ban where each of enough posts was missed', async () => {
  expect(await judge({ pages: [page(APART)] })).toMatchObject({
    ban: true,
    whole: true,
    missed: oldestFirst(APART),
    asked: [SPAN, [[oldestFirst(APART)], expect.stringContaining('from:someone'), 'all']],
    evidence: { method: 'recent_search', reason: null, looked: 5, found: 0, time: NOW, ...SPAN },
  })
})

it('clears the account by one post, and names the others', async () => {
  const [first = ''] = APART
  const finding = (id: string): Finding => (id === first ? { found: true, time: NOW, quoted: null } : missed)
  expect(await judge({ pages: [page(APART)], finding })).toMatchObject({
    ban: false,
    whole: true,
    missed: oldestFirst(APART.slice(1)),
    evidence: { looked: 5, found: 1 },
  })
})

it('pursues no missing posts where they are too few, which lasts', async () => {
  const few = ids(2, 40)
  const answer = await judge({ pages: [page(few)] })
  expect(answer).toMatchObject({ ban: null, whole: true, evidence: { reason: 'too_few' } })
  expect(answer.asked.at(-1)).toEqual([[oldestFirst(few)], expect.anything(), 'none'])
})

it.each([
  ['limited', until],
  ['queue', open],
] as const)(
  'tells until when the limit of search holds only where that was the reason: %s',
  async (reason, group) => {
    const cooldowns = [null, { until: RESET, reason: 'limited' }]
    const finding = () => unasked(reason)
    expect(await judge({ pages: [page(APART)], finding, cooldowns })).toMatchObject({
      ban: null,
      whole: false,
      groups: { userSearchGroup: group, userTimelineGroup: open },
    })
  },
)

it('looks for older posts as well where the newest were made within a day', async () => {
  const older = ids(40, 50)
  const answer = await judge({ pages: [page(CLOSE), page(older)] })
  const from = { from: SPAN.from, to: NOW - 2 * HOUR - 24 * HOUR }
  expect(answer).toMatchObject({ ban: true, whole: true, evidence: { looked: 7, found: 0 } })
  expect(answer.asked[2]).toEqual(from)
  expect(answer.asked[3]).toEqual([[oldestFirst(older), oldestFirst(CLOSE)], expect.anything(), 'all'])
})

it.each([
  ['cannot be afforded', { canAfford: false }, 2],
  ['are not there', { pages: [page(CLOSE), EMPTY] }, 3],
  ['cannot be read', { pages: [page(CLOSE), CLOSED] }, 3],
])('stays with the newest posts where older ones %s', async (_, more, asked) => {
  const answer = await judge({ pages: [page(CLOSE)], ...more })
  expect(answer).toMatchObject({ ban: null, whole: true, evidence: { reason: 'too_close', looked: 5 } })
  expect(answer.asked).toHaveLength(asked)
})

it('asks for older posts only where the span still holds a moment for them', async () => {
  const edge = SPAN.from + 24 * HOUR
  const closeUpTo = (newest: number) => [0, 1, 2, 3, 4].map((hours) => idOf(newest - hours * HOUR))
  const none = await judge({ pages: [page(closeUpTo(edge))] })
  expect(none.asked).toHaveLength(2)
  const some = await judge({ pages: [page(closeUpTo(edge + 1)), EMPTY] })
  expect(some.asked).toHaveLength(3)
})

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AccountCheck } from '../../../contract/wire.ts'
import { createXUpstream } from '../../../server/upstream/x/createX.ts'
import { bodyFor, callerWith } from '../client.ts'
import { hanging, htmlPage, json, notFound, oembedOf, problem, startStubX, suspended } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'
import { CANARY, idAt, postAt, posts, user, xOptions } from './xWorld.ts'

const cut: Answer = (_url, response) => void response.destroy()
const truncated: Answer = (_url, response) => {
  response.writeHead(200, { 'Content-Length': '999', 'Content-Type': 'application/json' })
  response.write('{"meta":{"result_count":0},"da', () => response.destroy())
}
/** Answers that say nothing, for whatever was asked. */
const SILENT = {
  '404': htmlPage(404),
  '404 problem': problem(404, 'resource-not-found', { detail: 'Endpoint not found' }),
  '404 code': json({ code: 34, message: 'Sorry, that page does not exist.' }, 404),
  '200 {}': json({}),
  '200 null': json(null),
  '200 []': json([]),
  '200 HTML': htmlPage(200),
  '200 errors': json({ errors: [{ title: 'Odd', detail: 'Odd', type: 'about:blank' }] }),
  '200 empty data': json({ data: [], errors: [{ title: 'Odd' }], meta: { result_count: 0 } }),
  '200 more': json({ meta: { result_count: 0, next_token: 'x' } }),
  '400': problem(400, 'invalid-request'),
  '401': json({ title: 'Unauthorized', type: 'about:blank', status: 401 }, 401),
  '402': json({ title: 'CreditsDepleted' }, 402),
  '403': json({}, 403),
  '403 app': problem(403, 'client-forbidden', { reason: 'client-not-enrolled' }),
  '403 capped': problem(403, 'usage-capped'),
  '403 counted': json({ meta: { result_count: 0 } }, 403),
  '404 counted': json({ meta: { result_count: 0 } }, 404),
  '429': json({ title: 'Too Many Requests' }, 429),
  '429 capped': problem(429, 'usage-capped'),
  '500': htmlPage(500),
  '503': problem(503, 'service-unavailable'),
  'time-out': hanging,
  truncated,
  cut,
} satisfies Record<string, Answer>

const five = Array.from({ length: 5 }, (_, index) => postAt(4 + 10 * index))
const close = Array.from({ length: 5 }, (_, index) => postAt(4 + index))
const young = Array.from({ length: 5 }, (_, index) => postAt(0.2 + index / 10))
const LOOKUPS = {
  here: user(),
  'here, terse': json({ data: { id: '77', name: 'S', username: 'someone' } }),
  protected: user({ protected: true }),
  empty: user({ public_metrics: { post_count: 0 } }),
  suspended: json(suspended('someone')),
  'not found': json(notFound('someone')),
  '404 named': problem(404, 'resource-not-found', { value: 'someone', resource_type: 'user' }),
  ...SILENT,
}
const TIMELINES = {
  five: posts(...five),
  two: posts(...five.slice(3)),
  close: posts(...close),
  young: posts(...young),
  replies: posts(...five.map((post) => ({ ...post, referenced_tweets: [{ type: 'replied_to', id: '9' }] }))),
  'empty page': json({ meta: { result_count: 0, next_token: 'x' } }),
  none: posts(),
  reposts: posts(
    ...five.map((post) => ({
      ...post,
      text: 'RT @other: x',
      referenced_tweets: [{ type: 'retweeted', id: '9' }],
    })),
  ),
  undated: posts({ id: '1' }, { id: '2' }, { id: '3' }),
  old: posts({ id: idAt(300) }, { id: idAt(301) }, { id: idAt(302) }),
  closed: problem(200, 'not-authorized-for-resource'),
  'closed errors': json({
    errors: [{ title: 'Authorization Error', type: 'x/not-authorized-for-resource' }],
  }),
  ...SILENT,
}
/** Search answers that do not count what they hold. */
const UNCOUNTED = { 'count alone': json({ meta: { result_count: 3 } }), uncounted: json({ data: five }) }
const SEARCHES = {
  none: posts(),
  hit: posts(...five.slice(4)),
  others: posts(postAt(4.5)),
  ...UNCOUNTED,
  ...SILENT,
}
const CONTROLS = {
  found: posts(
    { id: idAt(3.1, 1), text: 'c' },
    { id: idAt(30, 1), text: 'c' },
    { id: idAt(60, 1), text: 'c' },
  ),
  missing: posts(),
  ...SILENT,
}

type Case = {
  lookup: keyof typeof LOOKUPS
  timeline: keyof typeof TIMELINES
  search: keyof typeof SEARCHES
  control: keyof typeof CONTROLS
}
const keysOf = <T extends object>(table: T) => fc.constantFrom(...(Object.keys(table) as (keyof T)[]))
/** A good answer is drawn often enough that bad ones meet it. */
const mostly = <T extends object>(table: T, good: keyof T, weights: [number, number]) =>
  fc.oneof(
    { arbitrary: fc.constant(good), weight: weights[0] },
    { arbitrary: keysOf(table), weight: weights[1] },
  )
const oneCase: fc.Arbitrary<Case> = fc.record({
  lookup: mostly(LOOKUPS, 'here', [4, 3]),
  timeline: mostly(TIMELINES, 'five', [3, 3]),
  search: mostly(SEARCHES, 'none', [3, 4]),
  control: mostly(CONTROLS, 'found', [3, 2]),
})

let stub: StubX
let current: Case = { lookup: 'here', timeline: 'five', search: 'none', control: 'found' }
beforeAll(async () => {
  stub = await startStubX({
    '/oembed': json(oembedOf()),
    '/2/users/by/': (...args) => LOOKUPS[current.lookup](...args),
    '/2/users/77/': (...args) => TIMELINES[current.timeline](...args),
    '/2/tweets/search/': (url, ...rest) => {
      const isControl = url.searchParams.get('query')?.includes(CANARY)
      const answer = isControl ? CONTROLS[current.control] : SEARCHES[current.search]
      answer(url, ...rest)
    },
  })
})
afterAll(() => stub.close())

const within = (value: string, ...allowed: string[]) => allowed.includes(value)

/** An account that X counts no posts of may have some. */
const isHere = (lookup: Case['lookup']) => lookup.startsWith('here') || lookup === 'empty'

const isHidden = ({ lookup, timeline, search, control }: Case) =>
  isHere(lookup) && timeline === 'five' && search === 'none' && control === 'found'
const isFound = ({ lookup, timeline, search }: Case) =>
  isHere(lookup) && within(timeline, 'five', 'two') && search === 'hit'
/** Search shows another original of the account. */
const isShown = ({ lookup, timeline, search }: Case) =>
  isHere(lookup) && timeline === 'five' && search === 'others'

const SHOWN: Case = { lookup: 'here', timeline: 'five', search: 'others', control: 'found' }
/** X tells of an error beside a timeline that is empty. */
const EMPTY_WITH_ERROR: Case = {
  lookup: 'empty',
  timeline: '200 empty data',
  search: 'none',
  control: 'found',
}
/** X counts no posts of an account whose timeline it does not show. */
const EMPTY_AND_CLOSED: Case = { ...EMPTY_WITH_ERROR, timeline: 'closed errors' }

/** The flags that what X really said does not support. */
function unsupported(now: Case, answer: AccountCheck, before: readonly Case[]): string[] {
  const { lookup } = now
  const { suspend, not_found, protect, no_tweet, search_ban, evidence } = answer
  const here = within(lookup, 'here', 'here, terse', 'protected', 'empty')
  const isDescribed = within(lookup, 'here', 'protected', 'empty')
  // The names of a run stand for one account. What search says of a post is kept under the post's id, and what it showed of the whole week under
  // the account's: both hold for an account that has changed its name.
  const isKept = (holds: (one: Case) => boolean) => before.some(holds)
  const hidden = isHidden(now) || (isKept(isHidden) && isHidden({ ...now, control: 'found' }))
  const found =
    isFound(now) ||
    (isKept(isFound) && isFound({ ...now, search: 'hit' })) ||
    // One hit in the span clears, also of an original that the timeline did not list. Where it is kept, the misses of the listed ones are as well.
    isShown(now) ||
    (isKept(isShown) && isHidden({ ...now, search: 'none', control: 'found' }))
  const supported = {
    search_ban: search_ban === null || (search_ban ? hidden : found),
    suspend: suspend === null || (suspend ? lookup === 'suspended' : here),
    not_found:
      not_found === null ||
      (not_found ? within(lookup, 'not found', '404 named') : here || lookup === 'suspended'),
    protect: protect === null || (isDescribed && protect === (lookup === 'protected')),
    // X's count can be 0 for an account whose timeline has posts.
    no_tweet:
      no_tweet === null || (isDescribed && (!no_tweet || (lookup === 'empty' && now.timeline === 'none'))),
    others: [answer.ghost_ban, answer.reply_deboosting, answer.search_suggestion_ban].every(
      (flag) => flag === null,
    ),
    reason: (evidence?.items.search_ban.reason === null) === (search_ban !== null),
  }
  return Object.entries(supported).flatMap(([claim, holds]) => (holds ? [] : [claim]))
}

/** Short enough for the property to meet many time-outs; a busy machine only makes more of them. */
const SHORT_MS = 150
const PATIENT_MS = 3000

/** Runs of up to four cases. */
const RUNS = Number(process.env['WORLDS'] ?? 150)

const upstreamOf = (timeoutMs: number) =>
  createXUpstream(xOptions(stub.base, { budgetUsd: 1000, pace: { timeoutMs, random: () => -0.5 } }))

it('no answer of X, alone or after any others, gives a flag that it does not support', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(oneCase, { minLength: 1, maxLength: 4 }), async (cases) => {
      const x = upstreamOf(SHORT_MS)
      for (const [index, one] of cases.entries()) {
        current = one
        const name = index === 0 ? 'someone' : `Someone${'x'.repeat(index)}`
        const asked = x.checkAccount(
          bodyFor(name, { searchban: false }),
          callerWith(AbortSignal.timeout(60_000)),
        )
        const faults = await asked.then(
          (answer) => unsupported(one, answer, cases.slice(0, index)),
          ({ code }: { code: string }) => (within(code, 'upstream', 'operator_refused') ? [] : [code]),
        )
        expect(faults).toEqual([])
      }
    }),
    {
      numRuns: RUNS,
      examples: [[[SHOWN, { ...SHOWN, search: '400' }]], [[EMPTY_WITH_ERROR]], [[EMPTY_AND_CLOSED]]],
    },
  )
})

it.each([
  ['true', {}],
  ['false', { search: 'hit' }],
  ['null', { search: '500' }],
  ['upstream', { lookup: '500' }],
  ['operator_refused', { lookup: '401' }],
] as const)('a check returns %s if the answers of X support it', async (outcome, said) => {
  current = { lookup: 'here', timeline: 'five', search: 'none', control: 'found', ...said }
  const answer = await upstreamOf(PATIENT_MS)
    .checkAccount(bodyFor('someone', { searchban: false }), callerWith(AbortSignal.timeout(60_000)))
    .then(
      ({ search_ban }) => String(search_ban),
      ({ code }: { code: string }) => code,
    )
  expect(answer).toBe(outcome)
})

it.each([
  ['search that was not really asked', 'search', { ...UNCOUNTED, ...SILENT }],
  ['control that search did not find', 'control', { missing: null, ...SILENT }],
])('every %s leaves an account with hidden posts unaccused', async (_name, asked, answers) => {
  for (const answer of Object.keys(answers)) {
    current = { lookup: 'here', timeline: 'five', search: 'none', control: 'found', [asked]: answer }
    const caller = callerWith(AbortSignal.timeout(60_000))
    const x = upstreamOf(PATIENT_MS)
    const { search_ban, suspend } = await x.checkAccount(bodyFor('someone', { searchban: false }), caller)
    expect([answer, search_ban, suspend]).toEqual([answer, null, false])
  }
})

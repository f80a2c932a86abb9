import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../contract/evidence.ts'
import type { PostEvidence } from '../../../contract/evidence.ts'
import { POST_STATUSES, toGroup, withProvenStatus } from '../../../contract/outcomes.ts'
import type { Group } from '../../../contract/outcomes.ts'
import { BatchAnswer } from '../../../contract/wire.ts'
import {
  countRetryableErrors,
  firstFoldedRow,
  mayHavePreview,
  countJudgedPosts,
  postLink,
  postsToRepeat,
  errorReasonOf,
  toListedPostRow,
  sectionsOf,
  shownUrl,
  soleAuthor,
} from '../../../src/results/posts.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('counts as judged what search answered, one way or the other', () => {
  expect(countJudgedPosts({ ok: 1, excluded: 2, quote: 4, restricted: 8, unsearched: 16, error: 32 })).toBe(7)
})

it('puts every status of the wire into its group', () => {
  const named = ['ok', 'excluded', 'quote', 'restricted', 'unsearched']
  expect(POST_STATUSES.map((status) => toGroup({ status }))).toEqual([...named, 'error', 'error', 'error'])
})

it('counts a missing status and every status nobody knows as an error', () => {
  const verdicts = new Set(['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'RESTRICTED', 'UNSEARCHED'])
  expect(toGroup({})).toBe('error')
  fc.assert(
    fc.property(fc.string(), (status) => {
      fc.pre(!verdicts.has(status))
      return toGroup({ status }) === 'error'
    }),
  )
  for (const status of ['constructor', '__proto__']) expect(toGroup({ status })).toBe('error')
})

it('calls nothing OK without a hit, and nothing excluded without two misses, where there is evidence', () => {
  const evidence = fc.record({
    visible: fc.option(fc.boolean()),
    found: fc.option(fc.boolean()),
    reason: fc.option(fc.constantFrom(...UNSEARCHED_REASONS)),
  })
  fc.assert(
    fc.property(fc.constantFrom(...POST_STATUSES), evidence, (status, evidence) => {
      const group = toGroup(withProvenStatus({ status, evidence }))
      return !['ok', 'quote', 'excluded'].includes(group) || evidence.found === (group !== 'excluded')
    }),
  )
  const contradiction = { url: 'a', status: 'AVAILABLE', evidence: { found: false } }
  const { results } = v.parse(BatchAnswer, { results: [contradiction], sessionId: '' })
  expect(results.map(toGroup)).toEqual(['unsearched'])
})

const URL_OF_POST = 'https://x.com/a/status/1980000000000000000'
it.each([
  ['AVAILABLE', undefined, true],
  ['FORBIDDEN', undefined, true],
  ['UNSEARCHED', undefined, true],
  ['RESTRICTED', true, false],
  ['NOT_FOUND', undefined, false],
  ['error', undefined, false],
  ['FORBIDDEN', null, true],
  ['FORBIDDEN', true, true],
  ['FORBIDDEN', false, false],
])('of a post that is %s, and that X shows: %s, a preview is asked for: %s', (status, visible, expected) => {
  const evidence: PostEvidence = { visible: visible ?? null, found: null, reason: null }
  const post = { url: URL_OF_POST, status, ...(visible !== undefined && { evidence }) }
  expect(mayHavePreview(toListedPostRow(post, 0))).toBe(expected)
})

it.each([
  ['/', 'A_-1', 'https://opened.example/tweetcheck/history/A_-1'],
  ['/a/b/', 'A_-1', 'https://opened.example/a/b/tweetcheck/history/A_-1'],
  ['/', '../x?y#z', 'https://opened.example/tweetcheck/history/..%2Fx%3Fy%23z'],
])(
  'the address of a saved batch is on the site that was opened, below its base %s, and %s is one segment',
  async (base, id, url) => {
    vi.resetModules()
    vi.stubEnv('BASE_URL', base)
    vi.stubGlobal('location', { origin: 'https://opened.example' })
    const { historyUrl } = await import('../../../src/results/posts.ts')
    expect(historyUrl(id)).toBe(url)
  },
)

it('says no more of a failure than is known', () => {
  const reason = (more: object) => errorReasonOf({ url: 'a', status: 'NOT_FOUND', ...more })
  expect(reason({ code: 503, message: 'busy' })).toBe('busy（503）')
  expect([reason({ code: 503 }), reason({ message: 'busy' })]).toEqual([reason({}), reason({})])
})

it('gives a reason for every error and for nothing else', () => {
  const reason = (status?: string) => errorReasonOf({ url: 'a', status, isPinned: undefined })
  expect([reason('AVAILABLE'), reason('FORBIDDEN'), reason('QUATE_FORBIDDEN')]).toEqual([null, null, null])
  const reasons = [reason('NOT_FOUND'), reason('INVALID_URL'), reason('UNKNOWN'), reason('<b>'), reason()]
  expect(reasons).not.toContain(null)
  expect(new Set(reasons).size).toBe(3)
})

it.each([
  'https://x.com/sample/status/1',
  'https://www.x.com/sample/status/1/photo/1',
  'https://m.twitter.com/i/web/status/1?s=20#top',
  'HTTPS://X.COM/sample/status/1',
])('links %s', (url) => {
  expect(postLink(url)).toBe(new URL(url).href)
})

it.each([
  'javascript:alert(1)',
  'https://x.com@127.0.0.1/',
  'https://x.com:8443/a/status/1',
  'https://x.com.evil.example/a/status/1',
  'https://x。com/a/status/1',
  'https://x%2ecom/a/status/1',
  'https://x.com./a/status/1',
  'https://x.com\\@evil.example/',
  '//x.com/a/status/1',
  '',
])('shows %j as plain text', (url) => {
  expect(postLink(url)).toBeNull()
  expect(shownUrl(url)).toBe(url)
})

it('links only to X, whatever it is given', () => {
  const parts = 'https:// http: x.com twitter.com @ : / \\ . %2e 。 \t a ? # 80'.split(' ')
  const tricky = fc.array(fc.constantFrom(...parts)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string(), tricky), (url) => {
      const link = postLink(url)
      if (link === null) return
      const { origin, username, password } = new URL(link)
      expect(origin).toMatch(/^https?:\/\/((www|m|mobile)\.)?(x|twitter)\.com$/)
      expect(username + password).toBe('')
    }),
    { numRuns: 500 },
  )
})

it('shows a link without its protocol and cuts an endless address', () => {
  expect(shownUrl('HTTP://x.com/sample/status/1')).toBe('x.com/sample/status/1')
  expect(shownUrl('y'.repeat(301))).toBe(`${'y'.repeat(300)}…`)
  expect(shownUrl('y'.repeat(300))).toBe('y'.repeat(300))
  // Of a link the protocol is left out first.
  const link = `x.com/${'y'.repeat(294)}`
  expect([shownUrl(`https://${link}`), shownUrl(`https://${link}y`)]).toEqual([link, `${link}…`])
})

describe('postsToRepeat', () => {
  const unsearched = UNSEARCHED_REASONS.map((reason) => ({
    url: reason,
    status: 'UNSEARCHED',
    evidence: { visible: true, found: null, reason },
  }))
  const post = (status: string) => ({ url: status, status })

  it('repeats posts of which search may answer at once, and errors that may pass, in their order', () => {
    const found = { ...post('AVAILABLE'), evidence: { visible: true, found: true, reason: null } }
    const untold = { ...post('UNSEARCHED'), evidence: { visible: true, found: null, reason: null } }
    const posts = [found, ...unsearched, untold, post('UNKNOWN'), post('NOT_FOUND'), post('who knows')]
    const reasons =
      'queue no_control failed limited partial unseen not_told lookup_failed control_limit lookup_limited view_limited'.split(
        ' ',
      )
    expect(postsToRepeat(posts).map(({ url }) => url)).toEqual([...reasons, 'UNKNOWN', 'who knows'])
  })

  it('repeats no post that was judged, whatever a server says beside it', () => {
    const evidence = { visible: true, found: false, reason: 'failed' } as const
    expect(postsToRepeat([{ ...post('FORBIDDEN'), evidence }])).toEqual([])
    expect(postsToRepeat([post('UNSEARCHED')])).toEqual([])
  })

  it('counts as failed the errors that another check may judge, not what was left unsearched', () => {
    expect(
      countRetryableErrors([
        ...unsearched,
        post('UNKNOWN'),
        post('NOT_FOUND'),
        post('INVALID_URL'),
        post('error'),
      ]),
    ).toBe(2)
  })
})

describe('sectionsOf', () => {
  const post = (status: string, id: bigint | string = 'same') => ({
    url: `https://x.com/a/status/${id}`,
    status,
  })
  const DAY = 86_400_000n << 22n
  const FIRST = 1_990_000_000_000_000_000n

  const given = (...statuses: string[]) => {
    const posts = statuses.map((status) => post(status))
    return sectionsOf(posts, 'given')
  }

  it.each([
    [
      ['AVAILABLE', 'FORBIDDEN', 'UNKNOWN', 'FORBIDDEN', 'QUATE_FORBIDDEN'],
      { excluded: [1, 3], others: [0, 2, 4] },
    ],
    [['AVAILABLE', 'UNKNOWN'], { all: [0, 1] }],
    [['FORBIDDEN'], { excluded: [0] }],
    [[], {}],
  ])('puts of %j the excluded ones first, and keeps the order in each section', (statuses, sections) => {
    const rows = given(...statuses).map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])
    expect(rows).toEqual(Object.entries(sections))
  })

  it('orders an account by the dates of its posts, newest first, and posts without a date last', () => {
    const posts = [
      post('AVAILABLE', 'nothing'),
      post('AVAILABLE', FIRST - DAY),
      post('AVAILABLE', FIRST),
      post('AVAILABLE', FIRST - 2n * DAY),
    ]
    const order = (how: 'given' | 'newest') => sectionsOf(posts, how)[0]?.rows.map(({ id }) => id)
    expect(order('newest')).toEqual([2, 1, 3, 0])
    expect(order('given')).toEqual([0, 1, 2, 3])
  })

  it('folds what comes after the first ten rows that are not filtered', () => {
    const rows = (count: number) =>
      given(...Array.from({ length: count }, (_, row) => (row % 2 ? 'AVAILABLE' : 'UNKNOWN')))[0]?.rows ?? []
    const end = (count: number, ...hidden: Group[]) => firstFoldedRow(rows(count), new Set(hidden))
    expect([end(10), end(11), end(20, 'ok'), end(24, 'ok'), end(24, 'ok', 'error')]).toEqual([
      10, 10, 20, 20, 24,
    ])
  })
})

const by = (author?: string, status = 'AVAILABLE') => ({
  url: URL_OF_POST,
  status,
  evidence: { visible: true, found: true, reason: null, author },
})

const unseen = ['NOT_FOUND', 'UNKNOWN', 'RESTRICTED'].map((status) => by(undefined, status))

it.each([
  ['Someone', 'X names for every post, whatever the case', [by('Someone'), by('someone')]],
  [null, 'X names not for every post', [by('someone'), by('other')]],
  [null, 'X named of some posts alone', [by('someone'), by()]],
  [null, 'X did not name of the first post', [by(), by('someone')]],
  [null, 'only the URL names', [{ url: URL_OF_POST, status: 'AVAILABLE' }]],
  ['someone', 'X names of what it shows', [...unseen, by('someone'), { url: 'x', status: 'INVALID_URL' }]],
  [null, 'nobody names, for X shows nothing', unseen],
  [null, 'nobody names, for there is no post', []],
])('the sole author is %s, whom %s', (author, _, posts) => {
  expect(soleAuthor(posts)).toBe(author)
})

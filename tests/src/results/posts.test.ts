import { causeRow, listReasons, reasonName } from '../../../contract/reasons.ts'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PostEvidence } from '../../../contract/wire.ts'
import { POST_STATUSES, groupOfPost, withProvenStatus } from '../../../contract/outcomes.ts'
import { BatchAnswer } from '../../../contract/wire.ts'
import {
  countRetryableErrors,
  mayHavePreview,
  countJudgedPosts,
  xUrlOrNull,
  postsToRecheck,
  postErrorSentence,
  toListedPostRows,
  displayUrl,
  soleAuthorOf,
} from '../../../src/results/posts.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

it('posts count as judged if search found or missed them', () => {
  expect(countJudgedPosts({ ok: 1, excluded: 2, quote: 4, restricted: 8, unsearched: 16, error: 32 })).toBe(7)
})

it('a missing or unknown status counts as an error', () => {
  const verdicts = new Set(['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'RESTRICTED', 'UNSEARCHED'])
  expect(groupOfPost({})).toBe('error')
  fc.assert(
    fc.property(fc.string(), (status) => {
      fc.pre(!verdicts.has(status))
      return groupOfPost({ status }) === 'error'
    }),
  )
  for (const status of ['constructor', '__proto__']) expect(groupOfPost({ status })).toBe('error')
})

it('a post with evidence is never OK without a hit, nor excluded without a miss', () => {
  const evidence = fc.record({
    visible: fc.option(fc.boolean()),
    found: fc.option(fc.boolean()),
    reason: fc.option(fc.constantFrom(...listReasons())),
  })
  fc.assert(
    fc.property(fc.constantFrom(...POST_STATUSES), evidence, (status, evidence) => {
      const group = groupOfPost(withProvenStatus({ status, evidence }))
      return !['ok', 'quote', 'excluded'].includes(group) || evidence.found === (group !== 'excluded')
    }),
  )
  const contradiction = { url: 'a', status: 'AVAILABLE', evidence: { found: false } }
  const { results } = v.parse(BatchAnswer, { results: [contradiction], sessionId: '' })
  expect(results.map(groupOfPost)).toEqual(['unsearched'])
})

const URL_OF_POST = 'https://x.com/a/status/1980000000000000000'
it.each([
  ['FORBIDDEN', undefined, true],
  ['UNSEARCHED', undefined, true],
  ['RESTRICTED', true, false],
  ['NOT_FOUND', undefined, false],
  ['FORBIDDEN', null, true],
  ['FORBIDDEN', false, false],
])('a post that is %s, and visible on X: %s, may have a preview: %s', (status, visible, expected) => {
  const evidence: PostEvidence = { visible: visible ?? null, found: null, reason: null }
  const post = { url: URL_OF_POST, status, ...(visible !== undefined && { evidence }) }
  expect(toListedPostRows([post]).map(mayHavePreview)).toEqual([expected])
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
    const { historyUrl } = await import('../../../src/config.ts')
    expect(historyUrl(id)).toBe(url)
  },
)

it('a failed check gives its message and code only if both are known', () => {
  const reason = (more: object) => postErrorSentence({ url: 'a', status: 'NOT_FOUND', ...more })
  expect(reason({ code: 503, message: 'busy' })).toBe('busy（503）')
  expect([reason({ code: 503 }), reason({ message: 'busy' })]).toEqual([reason({}), reason({})])
})

it('every error has a reason, and nothing else has one', () => {
  const reason = (status?: string) => postErrorSentence({ url: 'a', status, isPinned: undefined })
  expect([reason('AVAILABLE'), reason('FORBIDDEN'), reason('QUATE_FORBIDDEN')]).toEqual([null, null, null])
  const reasons = [reason('NOT_FOUND'), reason('INVALID_URL'), reason('UNKNOWN'), reason('<b>'), reason()]
  expect(reasons).not.toContain(null)
  expect(new Set(reasons).size).toBe(3)
})

it.each([
  'https://x.com/sample/status/1',
  'https://m.twitter.com/i/web/status/1?s=20#top',
  'HTTPS://X.COM/sample/status/1',
])('the URL %s becomes a link', (url) => {
  expect(xUrlOrNull(url)).toBe(new URL(url).href)
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
])('%j is shown as plain text', (url) => {
  expect(xUrlOrNull(url)).toBeNull()
  expect(displayUrl(url)).toBe(url)
})

it('a URL becomes a link only to X, whatever it contains', () => {
  const parts = 'https:// http: x.com twitter.com @ : / \\ . %2e 。 \t a ? # 80'.split(' ')
  const tricky = fc.array(fc.constantFrom(...parts)).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string(), tricky), (url) => {
      const link = xUrlOrNull(url)
      if (link === null) return
      const { origin, username, password } = new URL(link)
      expect(origin).toMatch(/^https?:\/\/((www|m|mobile)\.)?(x|twitter)\.com$/)
      expect(username + password).toBe('')
    }),
    { numRuns: 500 },
  )
})

it('a link is shown without its protocol, and a very long address is cut', () => {
  expect(displayUrl('HTTP://x.com/sample/status/1')).toBe('x.com/sample/status/1')
  expect(displayUrl('y'.repeat(301))).toBe(`${'y'.repeat(300)}…`)
  expect(displayUrl('y'.repeat(300))).toBe('y'.repeat(300))
  // Of a link the protocol is left out first.
  const link = `x.com/${'y'.repeat(294)}`
  expect([displayUrl(`https://${link}`), displayUrl(`https://${link}y`)]).toEqual([link, `${link}…`])
})

describe('postsToRecheck', () => {
  const unsearched = listReasons().map((reason) => ({
    url: reasonName(reason),
    status: 'UNSEARCHED',
    evidence: { visible: true, found: null, reason },
  }))
  const post = (status: string) => ({ url: status, status })

  it('posts are checked again if search may answer now, and errors if they may pass, in their order', () => {
    const found = { ...post('AVAILABLE'), evidence: { visible: true, found: true, reason: null } }
    const untold = { ...post('UNSEARCHED'), evidence: { visible: true, found: null, reason: null } }
    const posts = [found, ...unsearched, untold, post('UNKNOWN'), post('NOT_FOUND'), post('who knows')]
    const reasons = listReasons().filter(({ cause }) => causeRow(cause).retry === 'now')
    expect(postsToRecheck(posts).map(({ url }) => url)).toEqual([
      ...reasons.map(reasonName),
      'UNKNOWN',
      'who knows',
    ])
  })

  it('a judged post is not checked again, whatever reason a server adds', () => {
    const evidence = { visible: true, found: false, reason: { cause: 'failed', part: 'search' } } as const
    expect(postsToRecheck([{ ...post('FORBIDDEN'), evidence }])).toEqual([])
    expect(postsToRecheck([post('UNSEARCHED')])).toEqual([])
  })

  it('failed posts are the errors that another check may judge, without the unsearched ones', () => {
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

it('the posts of a list keep their order, with the pinned one first', () => {
  const posts = [
    { url: 'https://x.com/a/status/1', status: 'FORBIDDEN' },
    { url: 'https://x.com/a/status/2', status: 'AVAILABLE', isPinned: true },
    { url: 'https://x.com/a/status/3', status: 'AVAILABLE' },
  ]
  expect(toListedPostRows(posts).map(({ id, group }) => [id, group])).toEqual([
    [1, 'ok'],
    [0, 'excluded'],
    [2, 'ok'],
  ])
})

const by = (author?: string, status = 'AVAILABLE') => ({
  url: URL_OF_POST,
  status,
  evidence: { visible: true, found: true, reason: null, author },
})

const unseen = ['NOT_FOUND', 'UNKNOWN', 'RESTRICTED'].map((status) => by(undefined, status))

it.each([
  ['Someone', 'X names the same author for every post, in any case', [by('Someone'), by('someone')]],
  [null, 'X names two authors', [by('someone'), by('other')]],
  [null, 'X names the author of only some posts', [by('someone'), by()]],
  [null, 'X does not name the author of the first post', [by(), by('someone')]],
  [null, 'only the URL names an author', [{ url: URL_OF_POST, status: 'AVAILABLE' }]],
  [
    'someone',
    'X names the same author for every post that it shows',
    [...unseen, by('someone'), { url: 'x', status: 'INVALID_URL' }],
  ],
  [null, 'X shows no post', unseen],
])('the sole author of the posts is %s if %s', (author, _, posts) => {
  expect(soleAuthorOf(posts)).toBe(author)
})

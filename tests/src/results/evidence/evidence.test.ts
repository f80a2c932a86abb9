import { listReasons } from '../../../../contract/reasons.ts'
import { whyUnjudged } from '../../../../src/text/reasons.ts'
import { describe, expect, it } from 'vitest'
import type { PostGroup } from '../../../../contract/outcomes.ts'
import type { PostResult, PostEvidence } from '../../../../contract/wire.ts'
import {
  commonNotes,
  postSentences,
  joinSentences,
  rowNotes,
  handSearchLinkOf,
} from '../../../../src/results/evidence/evidence.ts'
import { toListedPostRows } from '../../../../src/results/posts.ts'
import { postSearchText } from '../../../../src/text/postSearch.ts'
import { resultText } from '../../../../src/text/result.ts'

describe('commonNotes', () => {
  const NOW = Date.UTC(2026, 10, 22, 6)
  const AT = Date.UTC(2026, 10, 22, 5, 58)
  const post = (status: string, evidence?: Partial<PostEvidence>) => ({
    url: 'https://x.com/someone/status/1980000000000000000',
    status,
    ...(evidence && {
      evidence: { visible: true, found: null, reason: null, time: AT, version: 2, ...evidence },
    }),
  })
  const excluded = (change: Partial<PostEvidence> = {}) => post('FORBIDDEN', { found: false, ...change })
  const notes = (...posts: ReturnType<typeof post>[]) => commonNotes(toListedPostRows(posts), NOW)
  const NOTHING: ReadonlySet<string> = new Set()

  it('what excluded posts have in common is said once, with its times, and not in their rows', () => {
    const [note] = notes(excluded(), excluded({ time: AT + 60_000 }))
    expect(note?.sentences).toEqual(['4回検索しても見つかりませんでした（11月22日 14:58〜14:59）。'])
    expect(rowNotes(excluded(), note?.said ?? NOTHING, NOW)).toEqual([])
  })

  it('the evidence of a single post is in its row', () => {
    expect(notes(excluded())).toEqual([])
    const found = post('AVAILABLE', { found: true })
    expect(notes(found)).toEqual([])
    const words = '検索で見つかりました（11月22日 14:58）'
    expect(rowNotes(found, NOTHING, NOW)).toEqual([words])
    const again = '11月22日 14:59にもう一度チェックしました。'
    expect(rowNotes({ ...found, again: AT + 60_000 }, NOTHING, NOW)).toEqual([words, again])
  })

  it('the note on excluded posts has the times of the posts that have one, and no time if none has', () => {
    const timeless = excluded({ time: undefined })
    expect(notes(timeless, excluded(), timeless)[0]?.sentences).toEqual([
      '4回検索しても見つかりませんでした（11月22日 14:58）。',
    ])
    const [note] = notes(timeless, timeless)
    expect(note?.sentences).toEqual(['4回検索しても見つかりませんでした。'])
    expect(rowNotes(timeless, NOTHING, NOW)).toEqual(['4回検索しても見つかりませんでした。'])
  })

  it('the note on posts says everything they have in common, in any order, and a row says what only its post has', () => {
    const quoted = { quote: 'restricted' } as const
    expect(notes(excluded(quoted), excluded(), excluded(quoted))[0]?.sentences).toHaveLength(1)
    const other = excluded({ ...quoted, author: 'other' })
    const [note] = notes(excluded(quoted), other)
    expect(note?.sentences).toEqual([
      '4回検索しても見つかりませんでした（11月22日 14:58）。',
      postSearchText.quoteRestricted,
    ])
    expect(rowNotes(other, note?.said ?? NOTHING, NOW)).toEqual([postSearchText.author('someone', 'other')])
  })

  it('posts with different reasons have no common note', () => {
    const budget = post('UNSEARCHED', { reason: { cause: 'budget' } })
    const queue = post('UNSEARCHED', { reason: { cause: 'busy' } })
    expect(notes(budget, queue)).toEqual([])
    expect(notes(budget, budget).map(({ sentences }) => sentences)).toEqual([
      [whyUnjudged({ cause: 'budget' })],
    ])
  })

  it('a failed check is explained in the row of each post, and not in a common note', () => {
    const failed = { ...post('error'), code: 500, message: 'Failed to check status' }
    expect(notes(failed, failed)).toEqual([])
    const unsaid = { ...post('UNKNOWN'), code: 500 }
    expect([notes(unsaid, post('UNKNOWN')), notes(post('UNKNOWN'), unsaid)]).toEqual([[], []])
    expect(rowNotes(failed, NOTHING, NOW)).toEqual(['Failed to check status（500）'])
  })

  it('each group of posts has its own common note', () => {
    const found = post('AVAILABLE', { found: true })
    const gone = post('NOT_FOUND')
    expect(notes(found, gone, found, gone).map(({ group, sentences }) => ({ group, sentences }))).toEqual([
      { group: 'ok', sentences: ['検索で見つかりました（11月22日 14:58）'] },
      { group: 'error', sentences: [resultText.reason.NOT_FOUND] },
    ])
  })

  it('posts without evidence have no note', () => {
    expect(notes(post('FORBIDDEN'), post('FORBIDDEN'))).toEqual([])
    expect(notes(post('FORBIDDEN'), excluded())).toEqual([])
  })

  it('a row says what its post was the last time, if both results can be compared and differ', () => {
    const at = Date.UTC(2026, 10, 15, 3)
    const before = (group: PostGroup, version = 2) => ({ at, group, version })
    const row = (status: string, group: PostGroup, version?: number) =>
      rowNotes({ ...post(status, { found: true }), before: before(group, version) }, NOTHING, NOW).at(-1)
    expect(row('AVAILABLE', 'excluded')).toBe('前回（11月15日）は検索除外でした。')
    const said = '検索で見つかりました（11月22日 14:58）'
    expect([row('AVAILABLE', 'ok'), row('AVAILABLE', 'error'), row('AVAILABLE', 'excluded', 1)]).toEqual([
      said,
      said,
      said,
    ])
  })
})

describe('postSentences', () => {
  const URL = 'https://x.com/someone/status/1980000000000000001'
  const WHEN = '11月21日 18:20'
  const NOTHING: PostEvidence = { visible: true, found: null, reason: null, version: 2 }

  const sentences = (status: string, evidence: Partial<PostEvidence>) =>
    postSentences({ url: URL, status, evidence: { ...NOTHING, ...evidence } }, null)

  it.each([
    [
      'UNSEARCHED',
      { reason: { cause: 'not_offered' } },
      ['表示はされています。このサイトでは調べていません。'],
    ],
    ['UNSEARCHED', {}, ['表示はされています。検索に出るかは調べていません。']],
    ['UNSEARCHED', { visible: null }, ['検索に出るかは調べていません。']],
    [
      'RESTRICTED',
      { visible: false },
      ['ログインしていない人には表示されません（年齢や内容の設定など）。検索に出るかは調べていません。'],
    ],
    [
      'UNSEARCHED',
      { reason: { cause: 'budget' } },
      // A saved batch is read on another day.
      ['このサイトで1日にXに問い合わせできる回数を使い切ったため、判定していません。'],
    ],
    [
      'RESTRICTED',
      { visible: false, reason: { cause: 'no_author' } },
      [
        'ログインしていない人には表示されません（投稿者が非公開アカウントか、年齢や内容の設定など）。Xから投稿者の名前を得られなかったため、判定していません。',
      ],
    ],
    [
      'UNSEARCHED',
      { reason: { cause: 'share', until: new Date(2026, 10, 21, 15, 15).getTime() } },
      [
        '同じ回線からチェックできる分を使い切ったため、判定していません。11月21日 15:15ごろから、もう一度お試しいただけます。',
      ],
    ],
    [
      'AVAILABLE',
      { found: true, quote: 'unknown' },
      ['検索で見つかりました', '引用元はわかりませんでした。'],
    ],
    [
      'AVAILABLE',
      { found: true, quote: 'restricted' },
      ['検索で見つかりました', postSearchText.quoteRestricted],
    ],
    ['AVAILABLE', { found: true, quote: 'shown' }, ['検索で見つかりました']],
  ] as const)('the evidence for %s with %o says no more than it proves', (status, evidence, expected) => {
    expect(sentences(status, evidence)).toEqual(expected)
  })

  it('the evidence says in which countries X withholds a post that search shows', () => {
    expect(sentences('AVAILABLE', { found: true, withheld: ['DE', 'JP'] })).toEqual([
      '検索で見つかりました',
      '日本、ドイツでは表示が制限されています（Xの情報）。',
    ])
  })

  it('the evidence says when search was requested, and how often', () => {
    const said = (found: boolean | null) =>
      postSentences({ url: URL, status: 'AVAILABLE', evidence: { ...NOTHING, found } }, WHEN)
    expect(said(true)).toEqual(['検索で見つかりました（11月21日 18:20）'])
    expect(said(false)).toEqual(['4回検索しても見つかりませんでした（11月21日 18:20）。'])
    expect(said(null).join('')).not.toContain(WHEN)
  })

  it('a post that was not searched for never has evidence that search found or missed it', () => {
    // A post never has the reason `account`, which has no words.
    const REASONS = listReasons().filter(({ cause }) => cause !== 'account')
    const said = REASONS.map((reason) => sentences('UNSEARCHED', { reason }).join(''))
    // Replies and posts in communities have one sentence.
    expect(new Set(said).size).toBe(REASONS.length - 1)
    expect(said.filter((words) => /検索で見つかりました|[24]回/.test(words))).toEqual([])
  })

  it('the evidence names the author whom X names if the URL names another one, and otherwise nobody', () => {
    const by = (author: string, url = URL) => {
      const evidence = { ...NOTHING, found: true, author }
      return postSentences({ url, status: 'AVAILABLE', evidence }, null).slice(0, -1)
    }
    expect(by('Other')).toEqual(['URLの名前（@someone）とは違う、@Other のポストです。'])
    const unnamed = 'https://x.com/i/status/1980000000000000001'
    expect([...by('SomeOne'), ...by('Other', unnamed), ...by('Other', 'no post')]).toEqual([])
  })

  it('a post that does not exist or was sent without evidence has no sentences from evidence', () => {
    expect(postSentences({ url: URL, status: 'FORBIDDEN' }, WHEN)).toEqual([])
    expect(sentences('NOT_FOUND', { visible: null })).toEqual([resultText.reason.NOT_FOUND])
    expect(sentences('INVALID_URL', { visible: null })).toEqual([resultText.reason.INVALID_URL])
    const reason = { cause: 'failed', part: 'search' } as const
    // One sentence says both that there is no verdict and why.
    expect(sentences('UNKNOWN', { visible: null, reason })).toEqual([whyUnjudged(reason)])
    expect(sentences('UNKNOWN', { visible: null, reason: null })[0]).toBe(resultText.reason.UNKNOWN)
  })
})

it.each([
  [[], ''],
  [['見つかりました'], '見つかりました'],
  [['探しました。'], '探しました。'],
  [['見つかりました', '探しました。'], '見つかりました。探しました。'],
  [['一。二', '三'], '一。二。三。'],
])('the sentences %j are joined as %s: each of several gets one full stop', (sentences, joined) => {
  expect(joinSentences(sentences)).toBe(joined)
})

describe('handSearchLinkOf', () => {
  const URL_OF_POST = 'https://x.com/typed/status/1980000000000000000'
  const VISIBLE: PostEvidence = {
    visible: true,
    found: null,
    reason: { cause: 'not_offered' },
    author: 'author',
  }

  const post = (status: string, evidence?: Partial<PostEvidence>, url = URL_OF_POST): PostResult => ({
    url,
    status,
    ...(evidence && { evidence: { ...VISIBLE, ...evidence } }),
  })
  const queryOf = (result: PostResult) =>
    new URL(handSearchLinkOf(result)?.href ?? 'x:').searchParams.get('q')

  it('the link to search finds exactly one post of the author whom X names, however long its id is', () => {
    expect(handSearchLinkOf(post('UNSEARCHED', {}))).toMatchObject({
      id: '1980000000000000000',
      isHint: false,
    })
    expect(queryOf(post('UNSEARCHED', {}))).toBe(
      'from:author since_id:1979999999999999999 max_id:1980000000000000000',
    )
    const long = post('UNSEARCHED', {}, 'https://x.com/a/status/9223372036854775807')
    expect(queryOf(long)).toBe('from:author since_id:9223372036854775806 max_id:9223372036854775807')
  })

  it('the link to search uses the name in the URL as a hint if X named nobody, and is missing without any name', () => {
    const unnamed = { author: undefined, reason: { cause: 'no_author' } } as const
    expect(handSearchLinkOf(post('UNSEARCHED', unnamed))).toMatchObject({ name: 'typed', isHint: true })
    expect(handSearchLinkOf(post('UNSEARCHED', unnamed, 'https://x.com/i/status/5'))).toBeNull()
  })

  it.each([
    ['UNSEARCHED', {}, true],
    ['RESTRICTED', { visible: false }, true],
    ['QUATE_FORBIDDEN', {}, true],
    ['FORBIDDEN', { found: false, reason: null }, true],
    ['UNKNOWN', { visible: null, reason: { cause: 'failed', part: 'search' } }, true],
    ['AVAILABLE', { found: true, reason: null }, false],
    ['NOT_FOUND', { visible: null, reason: null }, false],
    ['INVALID_URL', {}, false],
  ] as const)('a post that is %s with %o has a link to search: %s', (status, evidence, expected) => {
    expect(handSearchLinkOf(post(status, evidence)) !== null).toBe(expected)
  })

  it('a post without evidence has a link to search only if it was not searched for', () => {
    const offered = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'UNKNOWN', 'UNSEARCHED', undefined].filter(
      (status) => handSearchLinkOf({ url: URL_OF_POST, status }),
    )
    expect(offered).toEqual(['UNSEARCHED'])
    expect(handSearchLinkOf(post('UNSEARCHED', {}, 'hello'))).toBeNull()
    expect(handSearchLinkOf({ url: 'hello', status: 'UNSEARCHED' })).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../../contract/evidence.ts'
import type { PostEvidence } from '../../../../contract/evidence.ts'
import { evidenceSentences } from '../../../../src/results/evidence/evidence.ts'

const URL = 'https://x.com/someone/status/1980000000000000001'
const WHEN = '11月21日 18:20'
const NOTHING: PostEvidence = { visible: true, found: null, reason: null }

const sentences = (status: string, evidence: Partial<PostEvidence>) =>
  evidenceSentences({ url: URL, status, evidence: { ...NOTHING, ...evidence } }, null)

describe('The evidence of a post', () => {
  it('is not spoken of where the server sends none', () => {
    expect(evidenceSentences({ url: URL, status: 'AVAILABLE' }, WHEN)).toEqual([])
    expect(evidenceSentences({ url: URL, status: 'FORBIDDEN' }, WHEN)).toEqual([])
  })

  it.each([
    ['AVAILABLE', { found: true }, ['検索で見つかりました']],
    ['FORBIDDEN', { found: false }, ['検索で2回探して見つかりませんでした。']],
    ['UNSEARCHED', { reason: 'not_offered' }, ['表示はされています。検索では確かめていません。']],
    ['UNSEARCHED', {}, ['表示はされています。検索では確かめていません。']],
    ['UNSEARCHED', { visible: null }, ['検索では確かめていません。']],
    ['UNSEARCHED', { visible: null, reason: 'not_offered' }, ['検索では確かめていません。']],
    [
      'RESTRICTED',
      { visible: false },
      ['ログインしていない人には表示されません（年齢や内容の設定など）。検索では確かめていません。'],
    ],
    ['UNSEARCHED', { reason: 'budget' }, ['本日の検索の上限に達したため、検索では確かめていません。']],
    ['UNSEARCHED', { reason: 'no_control' }, ['Xの検索がほかのポストも返さないため、判定を控えました。']],
    [
      'RESTRICTED',
      { visible: false, found: false },
      [
        'ログインしていない人には表示されません（年齢や内容の設定など）。検索で2回探して見つかりませんでした。',
      ],
    ],
    [
      'RESTRICTED',
      { visible: false, reason: 'not_offered' },
      ['ログインしていない人には表示されません（年齢や内容の設定など）。検索では確かめていません。'],
    ],
    [
      'AVAILABLE',
      { found: true, quote: 'unknown' },
      ['検索で見つかりました', '引用元は確かめられませんでした。'],
    ],
  ] as const)('says of %s with %o no more than it proves', (status, evidence, expected) => {
    expect(sentences(status, evidence)).toEqual(expected)
  })

  it('says when search was asked, where that is wanted, and of nothing else', () => {
    const said = (found: boolean | null) =>
      evidenceSentences({ url: URL, status: 'AVAILABLE', evidence: { ...NOTHING, found } }, WHEN)
    expect(said(true)).toEqual(['検索で見つかりました（11月21日 18:20）'])
    expect(said(false)).toEqual(['検索で2回探して見つかりませんでした（11月21日 18:20）。'])
    expect(said(null).join('')).not.toContain(WHEN)
  })

  it('never says that search found or missed a post for which it gives another reason', () => {
    const said = UNSEARCHED_REASONS.map((reason) => sentences('UNSEARCHED', { reason }).join(''))
    expect(new Set(said).size).toBe(UNSEARCHED_REASONS.length)
    expect(said.filter((words) => /検索で見つかりました|2回/.test(words))).toEqual([])
  })

  it('names the author whom X names, and says that it is not the name of the URL', () => {
    expect(sentences('AVAILABLE', { found: true, author: 'Other' })[0]).toBe(
      'URLの名前（@someone）とは違う、@Other のポストです。',
    )
    expect(sentences('AVAILABLE', { found: true, author: 'SomeOne' })).toEqual(['検索で見つかりました'])
  })

  it('compares no names where the URL or X names nobody', () => {
    const evidence = { ...NOTHING, found: true, author: 'Other' }
    for (const url of ['https://x.com/i/status/1980000000000000001', 'no post']) {
      expect(evidenceSentences({ url, status: 'AVAILABLE', evidence }, null)).toEqual([
        '検索で見つかりました',
      ])
    }
  })

  it('is left out for posts that are not there', () => {
    expect(sentences('NOT_FOUND', { visible: null })).toEqual([])
    expect(sentences('INVALID_URL', { visible: null })).toEqual([])
    expect(sentences('UNKNOWN', { visible: null, reason: 'failed' })).toHaveLength(1)
  })

  it('speaks of a quoted post where X restricts it or it could not be followed, and else not', () => {
    const quoted = (quote: PostEvidence['quote']) => sentences('AVAILABLE', { found: true, quote }).slice(1)
    expect(quoted('restricted')).toEqual(['引用元のポストは表示が制限されています。'])
    expect([...quoted('none'), ...quoted('shown'), ...quoted(undefined)]).toEqual([])
  })
})

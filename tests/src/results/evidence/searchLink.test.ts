import { describe, expect, it } from 'vitest'
import type { PostEvidence } from '../../../../contract/evidence.ts'
import type { PostResult } from '../../../../contract/wire.ts'
import { searchLink } from '../../../../src/results/evidence/evidence.ts'

const URL_OF_POST = 'https://x.com/typed/status/1980000000000000000'
const VISIBLE: PostEvidence = { visible: true, found: null, reason: 'not_offered', author: 'author' }

const post = (status: string, evidence?: Partial<PostEvidence>, url = URL_OF_POST): PostResult => ({
  url,
  status,
  ...(evidence && { evidence: { ...VISIBLE, ...evidence } }),
})
const queryOf = (result: PostResult) => new URL(searchLink(result)?.href ?? 'x:').searchParams.get('q')

describe("The link into X's own search", () => {
  it('looks for exactly one post of the author whom X names, however long its id is', () => {
    expect(searchLink(post('UNSEARCHED', {}))).toMatchObject({ id: '1980000000000000000', isHint: false })
    expect(queryOf(post('UNSEARCHED', {}))).toBe(
      'from:author since_id:1979999999999999999 max_id:1980000000000000000',
    )
    const long = post('UNSEARCHED', {}, 'https://x.com/a/status/9223372036854775807')
    expect(queryOf(long)).toBe('from:author since_id:9223372036854775806 max_id:9223372036854775807')
  })

  it('takes the name of the URL as a hint where X named nobody, and is not there without any name', () => {
    const unnamed = { author: undefined, reason: 'no_author' } as const
    expect(searchLink(post('UNSEARCHED', unnamed))).toMatchObject({ name: 'typed', isHint: true })
    expect(searchLink(post('UNSEARCHED', unnamed, 'https://x.com/i/status/5'))).toBeNull()
  })

  it.each([
    ['UNSEARCHED', {}, true],
    ['RESTRICTED', { visible: false }, true],
    ['QUATE_FORBIDDEN', {}, true],
    ['FORBIDDEN', { found: false, reason: null }, true],
    ['UNKNOWN', { visible: null, reason: 'failed' }, true],
    ['AVAILABLE', { found: true, reason: null }, false],
    ['NOT_FOUND', { visible: null, reason: null }, false],
    ['INVALID_URL', {}, false],
  ] as const)('stands beside %s with %o: %s', (status, evidence, expected) => {
    expect(searchLink(post(status, evidence)) !== null).toBe(expected)
  })

  it('is offered without evidence only for a post that was not searched for', () => {
    const offered = ['AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'UNKNOWN', 'UNSEARCHED', undefined].filter(
      (status) => searchLink({ url: URL_OF_POST, status }),
    )
    expect(offered).toEqual(['UNSEARCHED'])
    expect(searchLink(post('UNSEARCHED', {}, 'hello'))).toBeNull()
    expect(searchLink({ url: 'hello', status: 'UNSEARCHED' })).toBeNull()
  })
})

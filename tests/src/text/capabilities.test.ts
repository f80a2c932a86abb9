import { describe, expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { bakedCapabilities } from '../../../src/config.ts'
import { capabilitySentence, postCapabilitySentence, postFooter } from '../../../src/text/capabilities.ts'
import { withheldSentence } from '../../../src/text/result.ts'

describe('the end of the page that checks posts', () => {
  it('promises no search where the server does not search for posts', () => {
    const ending = (posts: 'search' | 'visibility' | 'none') => postFooter({ bans: [], posts })
    expect(ending('search')).toContain('検索から除外されていないかを確認できます')
    expect(ending('visibility')).toContain('検索に出るかどうかは調べません')
    expect(ending('none')).not.toContain('確認できます')
    expect(postFooter(null)).toBe(ending('search'))
  })
})

describe('What a server can judge', () => {
  it.each([
    [
      { bans: ['search_ban'], posts: 'search' },
      '自動で調べるのはSearch Banです。ほかの3項目は、確かめ方をご案内します。',
    ],
    [
      { bans: ['search_ban', 'ghost_ban'], posts: 'visibility' },
      '自動で調べるのはSearch Ban、Ghost Banです。ほかの2項目は、確かめ方をご案内します。ポストは表示されるかだけを調べ、検索に出るかは調べません。',
    ],
    [{ bans: [...BANS], posts: 'search' }, '4項目と、直近のポストが検索に出るかを調べます。'],
    [
      { bans: [], posts: 'none' },
      '自動で調べられる項目はありません。4項目とも、確かめ方をご案内します。ポストは調べません。',
    ],
  ] as const)('is said before the check: %o', (capabilities, sentence) => {
    expect(capabilitySentence({ ...capabilities, bans: [...capabilities.bans] })).toBe(sentence)
  })

  it('promises nothing as long as it is not known', () => {
    expect(capabilitySentence(null)).not.toMatch(/4|調べます|検索/)
    expect(postCapabilitySentence(null)).not.toMatch(/検索/)
  })
})

describe('What the build was told of its server', () => {
  it('is a list of bans, and how posts are looked for', () => {
    expect(bakedCapabilities('search_ban,posts')).toEqual({ bans: ['search_ban'], posts: 'search' })
    expect(bakedCapabilities(' ghost_ban , search_ban ')).toEqual({
      bans: ['search_ban', 'ghost_ban'],
      posts: 'none',
    })
    expect(bakedCapabilities('none')).toEqual({ bans: [], posts: 'none' })
    expect(bakedCapabilities('none,agreement')).toEqual({ bans: [], posts: 'none', agreement: true })
    expect(bakedCapabilities('visibility')).toEqual({ bans: [], posts: 'visibility' })
  })

  it('is nothing where it was told nothing', () => {
    expect(bakedCapabilities(undefined)).toBeNull()
    expect(bakedCapabilities(' , ')).toBeNull()
  })

  it('is refused with a sentence that names the variable and the word', () => {
    expect(() => bakedCapabilities('search_ban,searchban')).toThrow(
      /^VITE_CAPABILITIES takes .* not searchban\.$/,
    )
  })
})

describe('Where X withholds an account', () => {
  it.each([
    [[], null],
    [['JP'], '日本では表示が制限されています（Xの情報）。'],
    [['DE', 'JP'], '日本、ドイツでは表示が制限されています（Xの情報）。'],
    [['XX', 'JP'], 'すべての国で表示が制限されています（Xの情報）。'],
    [['XY'], '著作権の申し立てにより、表示が制限されています（Xの情報）。'],
    [['<b>', 'jp', ''], null],
    [
      ['AT', 'DE', 'FR', 'IT', 'ES', 'PT', 'JP'],
      '日本、オーストリア、ドイツ、フランス、イタリアほか2か国では表示が制限されています（Xの情報）。',
    ],
  ])('is said of %o in one sentence', (codes, sentence) => {
    expect(withheldSentence(codes)).toBe(sentence)
  })
})

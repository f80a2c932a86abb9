import { describe, expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { bakedCapabilities } from '../../../src/config.ts'
import { capabilitySentence, postCapabilitySentence } from '../../../src/text/capabilities.ts'
import { withheldSentence } from '../../../src/text/result.ts'

describe('What a server can judge', () => {
  it.each([
    [
      { bans: ['search_ban'], posts: 'search' },
      'このサーバーは、4項目のうちSearch Banを判定します。ポストは検索で確かめます。',
    ],
    [
      { bans: ['search_ban', 'ghost_ban'], posts: 'visibility' },
      'このサーバーは、4項目のうちSearch Ban、Ghost Banを判定します。ポストは表示の可否だけを確かめ、検索では確かめません。',
    ],
    [
      { bans: [...BANS], posts: 'search' },
      'このサーバーは、4項目すべてを判定します。ポストは検索で確かめます。',
    ],
    [{ bans: [], posts: 'none' }, 'このサーバーは、4項目のどれも判定しません。ポストは調べません。'],
  ] as const)('is said before the check: %o', (capabilities, sentence) => {
    expect(capabilitySentence({ ...capabilities, bans: [...capabilities.bans] })).toBe(sentence)
  })

  it('promises nothing as long as it is not known', () => {
    expect(capabilitySentence(null)).not.toMatch(/4|を判定します|検索で/)
    expect(postCapabilitySentence(null)).not.toMatch(/検索で/)
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

import { afterEach, describe, expect, it, vi } from 'vitest'
import { labelName, labelWords } from '../../../src/results/labels/labels.ts'
import { reportText } from '../../../src/text/report.ts'

const { effect, note } = reportText

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a limit that a country requires', () => {
  const asked = (countries: string) => `${countries}の法律や当局の求めにより、その国では表示されません`
  it.each([
    ['LegalRequest(JP)', '法律や当局の求めによる制限', '日本', asked('日本')],
    [
      'BystanderReport(DE)',
      '第三者からの報告による制限',
      'ドイツ',
      '第三者の報告によりドイツの法律に反するとされ、その国では表示されません',
    ],
    ['UnspecifiedReason(JP|DE)', '根拠の種類が書かれていない制限', 'ドイツ、日本', asked('ドイツ、日本')],
    ['LEGAL_REQUEST( jp | Kr )', '法律や当局の求めによる制限', '日本、韓国', asked('日本、韓国')],
    ['LegalRequest(JP|JP|)', '法律や当局の求めによる制限', '日本', asked('日本')],
    ['LegalRequest (JP)', '法律や当局の求めによる制限', '日本', asked('日本')],
    ['LegalRequest(EU, GB)', '法律や当局の求めによる制限', '欧州連合、イギリス', asked('欧州連合、イギリス')],
    ['LegalRequest(XX)', '法律や当局の求めによる制限', 'すべての国', effect.N],
    ['UnspecifiedReason(JP, XX)', '根拠の種類が書かれていない制限', 'すべての国', effect.N],
    [
      'UnspecifiedReason(XY)',
      '著作権の申し立て（DMCA）',
      'すべての国',
      '著作権の申し立てにより表示されません',
    ],
  ])('%s says why and where, and of an account that its posts are meant', (label, title, countries, said) => {
    expect(labelWords('post', label)).toEqual({ title, isKnown: true, says: [said] })
    expect(labelWords('account', label)).toEqual({
      title,
      isKnown: true,
      says: [`このアカウントのポストは、${said}`],
    })
    expect(labelName('post', label)).toBe(`${title}（${countries}）`)
  })

  it('writes a code that is no country as X wrote it', () => {
    expect(labelWords('post', 'LegalRequest(Qm|worldwide|JP)').says).toEqual([
      '日本、Qm、worldwideの法律や当局の求めにより、その国では表示されません',
    ])
  })

  it('writes codes where the browser cannot name countries', () => {
    vi.stubGlobal('Intl', { ...Intl, DisplayNames: undefined })
    expect(labelWords('post', 'LegalRequest(JP|de)').says).toEqual([
      'de、JPの法律や当局の求めにより、その国では表示されません',
    ])
  })

  it('names all countries of a long list', () => {
    const letters = Array.from({ length: 23 }, (_, at) => String.fromCharCode(65 + at))
    const codes = letters.flatMap((one) => letters.map((other) => one + other))
    const [said = ''] = labelWords('post', `LegalRequest(${codes.join('|')})`).says
    expect(said).toContain('日本')
    expect(said).toContain('AA、')
  })

  it.each([
    'LegalRequest',
    'LegalRequest()',
    'LegalRequest(|)',
    'LegalRequest(JP',
    'Legal(JP)Request',
    '(JP)',
  ])('%s is shown as X wrote it', (label) => {
    expect(labelWords('post', label)).toEqual({ title: label, isKnown: false, says: [] })
    expect(labelName('post', label)).toBe(label)
  })

  it('an unknown name keeps the spelling of X, and its countries are named', () => {
    expect(labelWords('account', 'CourtOrder(JP|FR)')).toEqual({
      title: 'CourtOrder(JP|FR)',
      isKnown: false,
      says: ['対象の国・地域：フランス、日本'],
    })
    expect(labelName('account', 'CourtOrder(JP|FR)')).toBe('CourtOrder(JP|FR)')
    expect(labelWords('post', 'SPAM(JP)')).toMatchObject({ title: 'SPAM(JP)', isKnown: false })
    expect(labelWords('post', 'Level(high)').says).toEqual([])
    expect(labelWords('post', 'Level(high|JP)').says).toEqual([])
  })
})

describe('a claim of copyright', () => {
  const sentence = '著作権の申し立てにより表示されません'
  it('is said of its label', () => {
    expect(labelWords('post', 'Dmca')).toEqual({
      title: '著作権の申し立て（DMCA）',
      isKnown: true,
      says: [sentence],
    })
  })

  it('of a post is a limit of its recommendation, and takes its media away', () => {
    expect(labelWords('post', 'is_dmca')).toMatchObject({ isKnown: true, says: [effect.R, note.mediaGone] })
  })
})

describe("X's own may and likely", () => {
  it.each([
    ['post', 'NSFW_HIGH_RECALL'],
    ['post', 'SPAM_HIGH_RECALL'],
    ['account', 'NsfwHighRecall'],
    ['account', 'NsfwNearPerfect'],
    ['account', 'AbusiveHighRecall'],
  ] as const)('%s %s may be', (place, label) => {
    expect(labelName(place, label)).toContain('可能性')
    expect(labelName(place, label)).not.toMatch(/高い|とみられる/)
  })
  it.each([
    ['post', 'NSFW_HIGH_PRECISION'],
    ['post', 'NSFW_TEXT'],
    ['post', 'NSFW_CARD_IMAGE'],
    ['post', 'GORE_AND_VIOLENCE_HIGH_PRECISION'],
    ['post', 'MALICIOUS_URL'],
    ['post', 'DO_NOT_AMPLIFY'],
    ['post', 'SPAM'],
    ['post', 'PDNA'],
    ['account', 'SpamHighRecall'],
    ['account', 'NsfwHighPrecision'],
    ['account', 'ImpersonationHighPrecision'],
    ['account', 'DoNotAmplify'],
  ] as const)('%s %s likely is', (place, label) => {
    expect(labelName(place, label)).toContain('とみられる')
    expect(labelName(place, label)).not.toMatch(/可能性/)
  })
})

it('says each effect of a label, and how long it lasts', () => {
  expect(labelWords('post', 'NSFW_HIGH_PRECISION').says).toEqual([
    effect.W,
    effect.R,
    effect.M,
    note.lawInIndia,
  ])
  expect(labelWords('post', 'NSFW_TEXT').says).toEqual([effect.R, effect.A])
  expect(labelWords('post', 'BRAZIL_ELECTION_LEGAL').says).toEqual([effect.B])
  expect(labelWords('post', 'PDNA').says).toEqual([effect.N, note.untilReviewed])
  expect(labelWords('post', 'FOR_EMERGENCY_USE_ONLY').says).toEqual([
    'ホームに出ず、注意書きの後ろに表示されます',
  ])
  expect(labelWords('account', 'ReadOnly').says).toEqual([effect.R, note.cannotPost])
})

it("writes an amount with X's own percentage, where X gives one", () => {
  expect(reportText.days(5, 31, '16.12%')).toBe('31日のうち5日（16.12%）')
  expect(reportText.days(5, null, '')).toBe('5日')
  expect(reportText.count(2, '0.33%')).toBe('2件（0.33%）')
  expect(reportText.count(2, '')).toBe('2件')
})

import { describe, expect, it } from 'vitest'
import { BANS, BAN_NAMES } from '../../../contract/outcomes.ts'
import { accountKinds } from '../../../src/report/summary.ts'
import { rulePictureBans, rulesJson, monthCsvRows } from '../../../src/report/bans/banExport.ts'
import {
  matchLabelsToBans,
  countLabelKindsByBan,
  rulesForLabel,
  ruleEffectSentence,
} from '../../../src/results/labels/bans.ts'
import type { ReportedLabel } from '../../../src/results/labels/bans.ts'
import { LABELS_BY_PLACE, labelName, labelText } from '../../../src/results/labels/labels.ts'
import { LABEL_RULES } from '../../../src/results/labels/rules.ts'
import { reportText } from '../../../src/text/report.ts'
import { ruleText } from '../../../src/text/rules.ts'

const { effect, note } = reportText

describe('a limit that a country requires', () => {
  const asked = (countries: string) => `${countries}の法律や当局の求めにより、その国では表示されません`
  it.each([
    [
      'BystanderReport(DE)',
      '第三者からの報告による制限',
      'ドイツ',
      '第三者の報告によりドイツの法律に反するとされ、その国では表示されません',
    ],
    ['LEGAL_REQUEST( jp | Kr )', '法律や当局の求めによる制限', '日本、韓国', asked('日本、韓国')],
    ['LegalRequest (JP|JP|)', '法律や当局の求めによる制限', '日本', asked('日本')],
    ['UnspecifiedReason(JP, XX)', '根拠の種類が書かれていない制限', 'すべての国', effect.N],
    [
      'UnspecifiedReason(XY)',
      '著作権の申し立て（DMCA）',
      'すべての国',
      '著作権の申し立てにより表示されません',
    ],
  ])(
    'the label %s is explained with its reason and its countries, for a post and for an account',
    (label, title, countries, said) => {
      expect(labelText('post', label)).toEqual({ title, isKnown: true, sentences: [said] })
      expect(labelText('account', label)).toEqual({
        title,
        isKnown: true,
        sentences: [`このアカウントのポストは、${said}`],
      })
      expect(labelName('post', label)).toBe(`${title}（${countries}）`)
    },
  )

  it('a code that is not a country is written as X wrote it', () => {
    expect(labelText('post', 'LegalRequest(Qm|worldwide|JP)').sentences).toEqual([
      '日本、Qm、worldwideの法律や当局の求めにより、その国では表示されません',
    ])
  })

  it.each([
    ['LegalRequest(|)', []],
    ['Legal(JP)Request', []],
    ['Level(high|JP)', []],
    ['SPAM(JP)', ['対象の国・地域：日本']],
    ['CourtOrder(JP|FR)', ['対象の国・地域：フランス、日本']],
  ])("the unknown label %s keeps X's spelling, and only its countries are named", (label, sentences) => {
    expect(labelText('account', label)).toEqual({ title: label, isKnown: false, sentences })
    expect(labelName('account', label)).toBe(label)
  })
})

it.each([
  ['post', 'Dmca', '著作権の申し立て（DMCA）', ['著作権の申し立てにより表示されません']],
  [
    'post',
    'NSFW_HIGH_PRECISION',
    '成人向けとみられる（自動判定または報告）',
    [effect.W, effect.R, effect.M, note.lawInIndia],
  ],
  ['account', 'ReadOnly', 'ポストを削除するまでのロック', [effect.R, note.cannotPost]],
] as const)(
  'the %s label %s is explained with its name, its effects and their duration',
  (place, label, title, said) => {
    expect(labelText(place, label)).toEqual({ title, isKnown: true, sentences: said })
  },
)

const sentences = (label: ReportedLabel) => {
  const { matches } = matchLabelsToBans([label])
  return Object.fromEntries(
    BANS.map((ban) => [ban, matches[ban].map((match) => ruleEffectSentence(ban, match, 2026))]),
  )
}
const post = (label: string) => sentences({ place: 'post', label })
const account = (label: string) => sentences({ place: 'account', label })

/** Every row of the table, with countries for `(CC)`. */
const ROWS = (['post', 'account'] as const).flatMap((place) =>
  Object.keys(LABEL_RULES[place]).map((label) => ({ place, label: label.replace('(CC)', '(JP, DE)') })),
)

describe('each row of the table', () => {
  it.each(ROWS)('the rules of the $place label $label are whole sentences with source and year', (seen) => {
    expect(rulesForLabel(seen)).toBeDefined()
    expect(labelName(seen.place, seen.label)).toMatch(/[ぁ-ん一-龠]/)
    for (const ban of BANS)
      for (const sentence of sentences(seen)[ban] ?? []) {
        expect(sentence).toMatch(/^X(?:が20(?:23|26)年に公開した規則では|のレポート（2026年）の説明では)、/)
        expect(sentence).toMatch(/。$/)
        expect(sentence).not.toMatch(/undefined|。。|のの|、、/)
      }
  })

  it('the table of rules uses every condition', () => {
    const used = ROWS.flatMap((seen) =>
      Object.values(rulesForLabel(seen) ?? {}).flatMap((rules) => rules.map(({ when }) => when)),
    )
    expect(new Set(used)).toEqual(new Set(Object.keys(ruleText.when)))
  })

  it('the table of rules and the page know the same labels', () => {
    for (const place of ['post', 'account'] as const)
      for (const label of Object.keys(LABELS_BY_PLACE[place]))
        expect(rulesForLabel({ place, label })).toBeDefined()
  })
})

it('the rules of each ban are shown with their source and year', () => {
  expect(account('SpamHighRecall')).toEqual({
    search_suggestion_ban: [
      'Xが2023年に公開した規則では、このラベルのアカウントは、本人以外の人には、検索候補にも「アカウント」の検索結果にも出ません。',
    ],
    search_ban: [
      'Xが2023年に公開した規則では、このラベルのアカウントのポストは、本人以外の人の検索結果に出ません。',
    ],
    ghost_ban: [
      'Xが2023年に公開した規則では、このラベルのアカウントの返信は、本人以外の人には表示されません（Xの公開されていない仕組みが、投稿者のラベルを調べた場合に限ります）。',
    ],
    reply_deboosting: [],
  })
  expect(post('DO_NOT_AMPLIFY')).toMatchObject({
    search_ban: [
      expect.stringContaining('「話題」'),
      expect.stringMatching(
        /^Xが2026年に公開した規則では、このラベルのポストには、検索から外すラベルも一緒に付きます。Xが2023年に/,
      ),
    ],
    reply_deboosting: [expect.stringContaining('攻撃的な返信の区分')],
  })
  expect(post('NSFW_ADMIN_STAMPED')).toEqual(post('NSFW_ADMIN'))
})

it('a limit in some countries is said to apply there, and a worldwide one to apply to all', () => {
  expect(post('LegalRequest(JP, DE)')['search_ban']).toEqual([
    'Xのレポート（2026年）の説明では、このラベルのポストは、対象の国では表示されません。その国の検索結果にも出ないことになります。',
  ])
  expect(post('LegalRequest(JP, XX)')['ghost_ban']).toEqual([
    'Xのレポート（2026年）の説明では、このラベルの返信は、Xに表示されません。',
  ])
})

it('a label without a rule and an unknown label belong to none of the four bans', () => {
  const unmatched = { place: 'post' as const, label: 'FOSNR_ABUSE_INSULTS' }
  const unknown = { place: 'post' as const, label: '<b>BRAND_NEW</b>' }
  const clues = matchLabelsToBans([
    unmatched,
    unknown,
    { place: 'account' as const, label: 'CourtOrder(JP)' },
  ])
  expect(clues.unmatched).toEqual([unmatched])
  expect(clues.unknown).toEqual([unknown, { place: 'account', label: 'CourtOrder(JP)' }])
  expect(Object.values(clues.matches).flat()).toEqual([])
})

it.each(['constructor', '__proto__', 'NSFW_HIGH_RECALL(CC)', 'LegalRequest()'])(
  'the text %s is not mistaken for a label of the table',
  (label) => expect(rulesForLabel({ place: 'post', label })).toBeUndefined(),
)

it('labels with the same sentence are joined, those of accounts separately from those of posts', () => {
  const { matches } = matchLabelsToBans([
    { place: 'post', label: 'NSFW_TEXT' },
    { place: 'post', label: 'NSFW_HIGH_RECALL' },
    { place: 'account', label: 'NsfwHighPrecision' },
  ])
  expect(matches.search_ban.map(({ place, labels }) => [place, labels.length])).toEqual([
    ['post', 2],
    ['account', 1],
  ])
})

describe('the number of kinds of labels', () => {
  const row = (label: string) => ({ label, days: 1, posts: 1 })
  const kindsOf = (labels: readonly string[], posts: readonly string[] = []) => {
    const month = {
      month: '2026-07',
      total: null,
      unlabelled: 0,
      accountLabels: labels.map(row),
      postLabels: posts.map(row),
    }
    return [accountKinds(month), countLabelKindsByBan(month).search_ban]
  }
  const oneKind = [1, 1]

  it.each([
    ['a label in both of its spellings', ['SpamHighRecall', 'SPAM_HIGH_RECALL']],
    ['a label of several countries', ['LegalRequest(JP)', 'LegalRequest(DE, FR)', 'LegalRequest(XX)']],
  ])('the number of kinds is 1 beside the account and beside a ban for %s', (_, labels) => {
    expect(kindsOf(labels)).toEqual(oneKind)
  })

  it.each([
    ['a label and its older name', ['MALICIOUS_URL', 'DO_NOT_AMPLIFY']],
    ['the two forms of one claim of copyright', ['Dmca', 'UnspecifiedReason(XY)']],
  ])('the number of kinds of labels on posts counts %s once', (_, labels) => {
    expect(kindsOf([], labels)[1]).toBe(1)
  })

  it('the number of kinds counts each label with a name of its own', () => {
    expect(kindsOf(['SpamHighRecall', 'ReadOnly', 'NEW', 'NEWER(JP)'])[0]).toBe(4)
    expect(kindsOf(['SpamHighRecall', 'ReadOnly'])[1]).toBe(2)
  })
})

describe('files and pictures', () => {
  const month = {
    month: '2026-07',
    at: 1,
    generatedAt: null,
    total: 1,
    account: null,
    unlabelled: 0,
    postLabels: [
      { label: 'SPAM', posts: 1 },
      { label: 'BOUNCE', posts: 0 },
      { label: 'FOSNR_HATEFUL_CONDUCT', posts: 1 },
    ],
    accountLabels: [{ label: 'NsfwAdmin', days: 2 }],
  }
  const NONE = { postLabels: [], accountLabels: [] }
  it('a picture of a report marks no ban as found or clear', () => {
    expect(rulePictureBans(month)).toEqual([
      { name: 'Search Suggestion Ban', tone: 'warning', state: ruleText.inPicture(1) },
      { name: 'Search Ban', tone: 'warning', state: ruleText.inPicture(2) },
      { name: 'Ghost Ban', tone: 'warning', state: ruleText.inPicture(1) },
      { name: 'Reply Deboosting', tone: 'unknown', state: ruleText.inPicture(0) },
    ])
  })
  it('the CSV of reports has a row per label and, if the visitor wants the rules, a column per ban', () => {
    const rows = (carries: boolean) => monthCsvRows([{ ...month, month: '2026-06', ...NONE }, month], carries)
    const head = ['月', 'その月のポスト', '対象', 'ラベル', '名前', '日数', 'ポストの件数']
    const label = ['2026-07', 1, 'アカウント', 'NsfwAdmin', '主に成人向け・暴力的な内容（報告）', 2, null]
    expect(rows(false).slice(0, 3)).toEqual([head, ['2026-06', 1], label])
    const clue = expect.stringContaining('2023年')
    expect(rows(true).slice(0, 3)).toEqual([
      [...head, ...BANS.map((ban) => BAN_NAMES[ban])],
      ['2026-06', 1],
      [...label, clue, null, null, null],
    ])
    expect(rows(true).at(-1)?.slice(3, 7)).toEqual(['FOSNR_HATEFUL_CONDUCT', expect.any(String), null, 1])
    expect(rulesJson([month])).toMatchObject({
      date: '2023-07-07',
      months: [
        {
          month: '2026-07',
          bans: { search_suggestion_ban: [{ label: 'NsfwAdmin', when: 'filteringLoggedIn' }] },
        },
      ],
    })
  })
})

import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chartMonths, monthChanges } from '../../../src/report/months/months.ts'
import {
  storedMonthsAtoms,
  readReportFileAtom,
  readSampleReportAtom,
  readPastedReportAtom,
  reportFailureAtom,
  shownReportsAtom,
} from '../../../src/report/reportAtoms.ts'
import { countLimitedPosts, sampleReport } from '../../../src/report/summary.ts'
import { parseRecords } from '../../../src/storage/database.ts'
import { StoredMonth } from '../../../src/storage/records.ts'
import { readAllMonths } from '../../../src/storage/stores.ts'
import { emptyDevice } from '../log/deviceLog.ts'

describe('the months', () => {
  const AT = 1_790_000_000_000

  function kept(changes: Partial<StoredMonth> = {}): StoredMonth {
    return {
      month: '2026-07',
      at: AT,
      generatedAt: null,
      total: 593,
      unlabelled: 0,
      account: null,
      postLabels: [],
      accountLabels: [],
      ...changes,
    }
  }

  it.each([
    { ...kept(), month: '2026-13' },
    { ...kept(), postLabels: [{ label: 'SPAM', posts: 0.5 }] },
  ])('the stored month %j is skipped and counted as unreadable', (row) => {
    expect(parseRecords(StoredMonth, [kept(), row])).toEqual({ records: [kept()], unreadable: 1 })
  })

  const onPosts = (label: string, posts = 2) => ({ postLabels: [{ label, posts }] })
  const onAccount = (label: string, days = 5) => ({ accountLabels: [{ label, days }] })
  const SPAM = 'Xの信頼性のルールへの違反とみられる'
  const SPAMMER = 'スパムを投稿しているとみられる'
  const LOCK = 'ポストを削除するまでのロック'
  const ofCountries = (countries: string) => `法律や当局の求めによる制限（${countries}）`

  it.each<[before: Partial<StoredMonth>, now: Partial<StoredMonth>, changes: string[]]>([
    [{}, onAccount('SpamHighRecall'), [`アカウントに「${SPAMMER}」が付きました`]],
    [onAccount('SpamHighRecall'), {}, [`アカウントの「${SPAMMER}」がなくなりました`]],
    [
      onAccount('SpamHighRecall'),
      onAccount('SpamHighRecall', 0),
      [`アカウントの「${SPAMMER}」がなくなりました`],
    ],
    [onAccount('ReadOnly'), onAccount('ReadOnly', 3), [`アカウントの「${LOCK}」が5日から3日になりました`]],
    [
      onPosts('SPAM'),
      onPosts('BOUNCE'),
      ['ポストに「利用規約への違反」が付きました', `ポストの「${SPAM}」がなくなりました`],
    ],
    [
      onPosts('SPAM', 1200),
      onPosts('SPAM', 3),
      ['制限されたポストがのべ1,200件からのべ3件になりました', `「${SPAM}」は続いています`],
    ],
    [
      onPosts('LegalRequest(JP|DE)'),
      onPosts('LegalRequest(JP)'),
      [
        `ポストに「${ofCountries('日本')}」が付きました`,
        `ポストの「${ofCountries('ドイツ、日本')}」がなくなりました`,
      ],
    ],
    [
      { ...onPosts('SPAM'), ...onAccount('ReadOnly') },
      {
        postLabels: [
          { label: 'SPAM', posts: 1 },
          { label: 'BRAND_NEW', posts: 1 },
        ],
        accountLabels: [
          { label: 'ReadOnly', days: 5 },
          { label: 'Compromised', days: 1 },
        ],
      },
      [
        'アカウントに「第三者による乗っ取り」が付きました',
        'ポストに「BRAND_NEW」が付きました',
        `「${LOCK}」「${SPAM}」は続いています`,
      ],
    ],
    [
      { postLabels: [{ label: 'DO_NOT_AMPLIFY', posts: 3 }] },
      { postLabels: [{ label: 'MALICIOUS_URL', posts: 2 }] },
      [
        '制限されたポストがのべ3件からのべ2件になりました',
        '「有害なサイトへのリンクとみられる（自動判定）」は続いています',
      ],
    ],
    [{ unlabelled: 1 }, {}, ['制限の内容が書かれていないポストがのべ1件からのべ0件になりました']],
  ])('from %o to %o the page says what changed and which labels stayed', (before, now, changes) => {
    expect(monthChanges(kept(before), kept(now))).toEqual({ since: '2026年7月から：', changes })
  })

  it('labels in another spelling or order, or with a count of zero, are no change', () => {
    const before = kept({
      postLabels: [
        { label: 'NSFW_ADMIN', posts: 2 },
        { label: 'LegalRequest(JP|DE)', posts: 1 },
      ],
      ...onAccount('SpamHighRecall'),
    })
    const now = kept({
      total: 2,
      at: AT + 1,
      postLabels: [
        { label: 'LEGAL_REQUEST(DE|JP)', posts: 1 },
        { label: 'NsfwAdminStamped', posts: 2 },
        { label: 'SPAM', posts: 0 },
      ],
      accountLabels: [
        { label: 'SPAM_HIGH_RECALL', days: 5 },
        { label: 'ReadOnly', days: 0 },
      ],
    })
    expect(monthChanges(before, now)).toEqual({
      since: '2026年7月から、ラベルの種類と日数、制限されたポストの件数は変わっていません',
      changes: [],
    })
  })

  it('the chart of months shows at most a year, with every month of it', () => {
    const months = Array.from({ length: 14 }, (_, index) =>
      kept({
        month: new Date(Date.UTC(2025, 2 + index)).toISOString().slice(0, 7),
        ...onPosts('SPAM', index),
      }),
    )
    const drawn = chartMonths(months, countLimitedPosts)
    expect([drawn.length, drawn[0]?.month, drawn.at(-1)?.month]).toEqual([12, '2026-04', '2025-05'])
    expect(drawn.map(({ count }) => count)).toEqual(months.slice(2).map(countLimitedPosts).toReversed())
  })

  it('the chart of months has a gap for a month without a report, and omits other periods', () => {
    const months = [
      kept({ month: '2027-01', ...onPosts('SPAM', 3) }),
      kept({ month: '2026-11', ...onPosts('SPAM', 8) }),
      kept({ month: '2025-12', ...onPosts('SPAM', 99) }),
      kept({ month: '2027-02-01/2027-03-14', ...onPosts('SPAM', 5) }),
    ]
    expect(chartMonths(months, countLimitedPosts)).toEqual([
      { month: '2027-01', count: 3 },
      { month: '2026-12', count: null },
      { month: '2026-11', count: 8 },
    ])
    expect(chartMonths([], countLimitedPosts)).toEqual([])
  })
})

describe('a report on the page', () => {
  let store: ReturnType<typeof createStore>
  beforeEach(() => {
    emptyDevice()
    store = createStore()
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  const legal = sampleReport.replace('SPAM_HIGH_RECALL', 'LegalRequest(JP|DE)')
  const kept = async () => (await readAllMonths())?.months.map(({ month }) => month)
  const june = sampleReport.replaceAll('2026-07', '2026-06')

  it('a report that was read from a text or a file is shown, with the time of reading', async () => {
    expect([store.get(shownReportsAtom), store.get(reportFailureAtom)]).toEqual([null, null])
    vi.useFakeTimers({ now: 7000, toFake: ['Date'] })
    await store.set(readPastedReportAtom, sampleReport)
    expect(store.get(shownReportsAtom)).toMatchObject({
      at: 7000,
      isSample: false,
      reports: [{ period: { startDate: '2026-07-01' } }],
    })
    expect(store.get(reportFailureAtom)).toBeNull()
    await store.set(readReportFileAtom, [new Blob([june])])
    expect(store.get(shownReportsAtom)?.reports[0]?.period.startDate).toBe('2026-06-01')
  })

  it('a wrong file leaves the shown report on the page, and the page says what is wrong with the file', async () => {
    await store.set(readPastedReportAtom, sampleReport)
    const shown = store.get(shownReportsAtom)
    await store.set(readReportFileAtom, [new Blob(['no'])])
    expect(store.get(shownReportsAtom)).toBe(shown)
    expect(store.get(reportFailureAtom)?.kind).toBe('notReport')
    await store.set(readPastedReportAtom, june)
    expect(store.get(reportFailureAtom)).toBeNull()
  })

  it('once the visitor switches it on, the device stores the counts of the shown and of later reports, without text', async () => {
    await store.set(readPastedReportAtom, legal)
    expect(await store.set(storedMonthsAtoms.toggleAtom, true)).toBe(true)
    expect((await readAllMonths())?.rows.map(({ row }) => row)).toEqual([
      {
        month: '2026-07',
        at: store.get(shownReportsAtom)?.at,
        generatedAt: Date.UTC(2026, 7, 8, 23, 59, 59),
        total: 593,
        unlabelled: 0,
        account: null,
        postLabels: [
          { label: 'LegalRequest(JP|DE)', posts: 2 },
          { label: 'NSFW_HIGH_RECALL', posts: 5 },
        ],
        accountLabels: [{ label: 'SpamHighRecall', days: 5 }],
      },
    ])
    const may = sampleReport.replaceAll('2026-07', '2026-05')
    await store.set(readReportFileAtom, [new Blob([`[${may},${june}]`])])
    expect(store.get(shownReportsAtom)?.reports).toHaveLength(2)
    expect(await kept()).toEqual(['2026-07', '2026-06', '2026-05'])
    await store.set(readPastedReportAtom, 'no report')
    expect(store.get(storedMonthsAtoms.allAtom)?.months).toHaveLength(3)
  })

  it('a report that is read while the visitor switches it on is stored beside the one that was shown', async () => {
    await store.set(readPastedReportAtom, sampleReport)
    await Promise.all([store.set(storedMonthsAtoms.toggleAtom, true), store.set(readPastedReportAtom, june)])
    expect(await kept()).toEqual(['2026-07', '2026-06'])
  })

  it('the device stores every readable report, also of other periods than a month', async () => {
    await store.set(storedMonthsAtoms.toggleAtom, true)
    const postLabels = Array.from({ length: 1000 }, () => ({ label: 'x'.repeat(400), posts: '100000000' }))
    const period = { startDate: '9999-11-01', endDate: '9999-12-31' }
    await store.set(readPastedReportAtom, JSON.stringify({ period, postLabels, accountLabels: [] }))
    expect(await kept()).toEqual(['9999-11-01/9999-12-31'])
  })

  it('a full disk is reported when a report cannot be stored', async () => {
    await store.set(readPastedReportAtom, sampleReport)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await store.set(storedMonthsAtoms.toggleAtom, true)).toBe(false)
    expect(store.get(storedMonthsAtoms.cardAtom)).toMatchObject({ isOn: false, isFull: true })
  })

  it('the sample is never stored, and nothing is stored while it is switched off', async () => {
    await store.set(storedMonthsAtoms.toggleAtom, true)
    await store.set(readSampleReportAtom)
    expect(store.get(shownReportsAtom)).toMatchObject({ isSample: true, reports: [{ total: 593 }] })
    await store.set(storedMonthsAtoms.toggleAtom, true)
    await store.set(storedMonthsAtoms.toggleAtom, false)
    await store.set(readPastedReportAtom, sampleReport)
    expect(await kept()).toEqual([])
  })

  it('what was pasted before the sample was chosen does not replace it', async () => {
    const slow = `<html>${'{"period":{}},'.repeat(100_000)}`
    const before = [store.set(readPastedReportAtom, slow), store.set(readPastedReportAtom, sampleReport)]
    await store.set(readSampleReportAtom)
    await Promise.all(before)
    expect(store.get(shownReportsAtom)).toMatchObject({ isSample: true })
    expect(store.get(reportFailureAtom)).toBeNull()
  })
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { BatchesCard, LogAccountCard, PostObservationsCard } from '../../../src/log/LogCards.tsx'
import { EmptyLog } from '../../../src/log/LogContents.tsx'
import { CheckTimelineStrip } from '../../../src/log/CheckStrip.tsx'
import { logCsvRows } from '../../../src/log/logExport.ts'
import { groupByAccount } from '../../../src/results/changes.ts'
import type { Observation, StoredBatch, StoredCheck } from '../../../src/storage/records.ts'
import { formatShortTime } from '../../../src/text/japanese.ts'
import { logText } from '../../../src/text/log.ts'
import { recordByBan } from '../../../contract/outcomes.ts'
import { storedBatch, storedCheck } from './deviceLog.ts'

describe('the rows of the log', () => {
  const AT = Date.UTC(2026, 10, 21, 9, 20, 5)
  const HEAD = [
    'アカウント',
    '日時（日本時間）',
    '日時（ISO 8601）',
    'データ',
    '状態',
    'Search Suggestion Ban',
    'Search Ban',
    'Ghost Ban',
    'Reply Deboosting',
    '検索OK',
    '検索除外',
    '引用元除外',
    'エラー',
    '閲覧制限',
    '未判定',
    '国による表示制限',
    'アカウント作成（日本時間）',
    'アカウント作成（ISO 8601）',
    '判定の方法の版',
    'Xに問い合わせた日時（日本時間）',
    'Xに問い合わせた日時（ISO 8601）',
    '直近のポスト',
    '保存した結果',
  ]

  it('the CSV of the log has a row for each account check with every column, in the order of its head', () => {
    const bans = {
      ...recordByBan((): boolean | null => null),
      search_suggestion_ban: true,
      search_ban: false,
      reply_deboosting: true,
    }
    const posts = { ok: 1, excluded: 2, quote: 3, restricted: 4, unsearched: 5, error: 6 }
    expect(
      logCsvRows(
        [
          storedCheck({
            at: AT,
            bans,
            posts,
            partly: { looked: 9, found: 4 },
            withheld: ['JP'],
            created: AT - 60_000,
            version: 3,
            method: { name: 'x_search', version: 3, asked: AT - 60_000 },
          }),
        ],
        [],
      ),
    ).toEqual([
      HEAD,
      [
        'Name',
        '2026-11-21 18:20',
        '2026-11-21T18:20:05.000+09:00',
        'X',
        'Search Suggestion Ban、Reply Deboostingが検出されました',
        '検出されました',
        '9件中4件だけが見つかりました。',
        '未判定',
        '検出されました',
        1,
        2,
        3,
        6,
        4,
        5,
        '日本では表示が制限されています（Xの情報）。',
        '2026-11-21 18:19',
        '2026-11-21T18:19:05.000+09:00',
        3,
        '2026-11-21 18:19',
        '2026-11-21T18:19:05.000+09:00',
        null,
        null,
      ],
    ])
  })

  it('the CSV of the log names the state of an account and demo data, and leaves cells empty that were not checked', () => {
    const [head, row] = logCsvRows(
      [storedCheck({ at: AT, sandbox: true, state: 'suspend', posts: null })],
      [],
    )
    expect(row?.length).toBe(head?.length)
    expect(row?.slice(3, 5)).toEqual(['デモ用の架空データ', 'アカウントが凍結されています'])
    expect(row?.slice(9).filter((cell) => cell !== undefined && cell !== null)).toEqual([])
  })

  it('the CSV of the log has the checks of posts below those of accounts, with their verdict and link', () => {
    vi.stubGlobal('location', { origin: 'https://checker.example' })
    const batch = storedBatch({ at: AT })
    const [head, , row, unsaved] = logCsvRows(
      [storedCheck()],
      [batch, { ...batch, sandbox: true, sessionId: '' }],
    )
    expect(row?.length).toBe(head?.length)
    expect(row?.slice(0, 5)).toEqual([
      'ポストのチェック',
      '2026-11-21 18:20',
      '2026-11-21T18:20:05.000+09:00',
      'X',
      '2件のポストが検索から除外されています',
    ])
    expect(row?.slice(9, 15)).toEqual([1, 2, 0, 3, 0, 0])
    expect(row?.at(-1)).toBe('https://checker.example/tweetcheck/history/abc')
    expect([unsaved?.[3], unsaved?.at(-1)]).toEqual(['デモ用の架空データ', null])
    vi.unstubAllGlobals()
  })
})

/** The words of the log about a check whose details are closed, beside its verdict. */
const outside = (changes: Partial<StoredCheck>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      {groupByAccount([storedCheck(changes)], []).map((account) => (
        <LogAccountCard key={account.name} {...account} />
      ))}
    </MemoryRouter>,
  )
    .replaceAll(/<details.*?<\/details>/gs, '')
    .replaceAll(/<[^>]+>/g, '')

describe('the cards of the log', () => {
  const AT = new Date(2026, 10, 21, 18, 20).getTime()
  const DATE = formatShortTime(AT)
  /** The same in a record's line, with or without its year. */
  const SHORT = '11月21日 18:20'

  /** What the page says, without its tags. */
  const wordsOf = (element: React.ReactNode) =>
    renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>).replaceAll(/<[^>]+>/g, '')

  /** What the page says of one account of which these are kept. */
  const accountWords = (checks: readonly StoredCheck[], observations: readonly Observation[] = []) =>
    wordsOf(
      groupByAccount(checks, observations).map((account) =>
        createElement(LogAccountCard, { key: '', ...account }),
      ),
    )

  it('the log shows each check of an account as a dot with its sign, oldest first, and its state in words', () => {
    const bans = { ...storedCheck().bans, search_ban: true }
    const checks = [
      storedCheck({ at: AT + 2 }),
      storedCheck({ at: AT + 1, state: 'protect', sandbox: true }),
      storedCheck({ at: AT, bans }),
    ]
    const html = renderToStaticMarkup(<CheckTimelineStrip checks={checks} />)
    const dots = [...html.matchAll(/<li[^>]*data-tone="(\w+)"[^>]*>(.*?)<\/li>/g)]
    expect(dots.map(([, tone, inner = '']) => [tone, inner.replaceAll(/<[^>]+>/g, '|')])).toEqual([
      ['excluded', `|✕||${DATE}：Search Banが検出されました|`],
      ['unknown', `|–||【デモ】${DATE}：非公開アカウントです|`],
      ['ok', `|✓||${DATE}：シャドウバンは検出されませんでした|`],
    ])
    expect(html).toContain('aria-label="これまでの3回の結果（古い順）"')
  })

  it('the log shows no dots for two checks, and the latest sixty of many', () => {
    const two = [storedCheck(), storedCheck({ at: AT - 1 })]
    expect(renderToStaticMarkup(<CheckTimelineStrip checks={two} />)).toBe('')
    const many = Array.from({ length: 100 }, (_, index) => storedCheck({ at: AT - index * 86_400_000 }))
    const html = renderToStaticMarkup(<CheckTimelineStrip checks={many} />)
    expect([...html.matchAll(/<li/g)]).toHaveLength(60)
    expect(html).toContain('aria-label="最近の60回の結果（古い順）"')
    expect(html).toContain(`title="${DATE}：`)
  })

  const batchWords = (changes: Partial<StoredBatch>) =>
    wordsOf(<BatchesCard batches={[storedBatch({ at: AT, ...changes })]} />)

  it('the log says when a check of posts was made, what it found, and whether it is demo data', () => {
    for (const said of [
      SHORT,
      '2件のポストが検索から除外されています',
      '全6件：検索OK1件、検索除外2件、エラー3件',
    ])
      expect(batchWords({})).toContain(said)
    expect(batchWords({})).not.toContain(logText.sandbox)
    expect(batchWords({ sandbox: true })).toContain(logText.sandbox)
  })

  it('the log says what a check found, and what changed since the one before', () => {
    const bans = { ...recordByBan(() => false), ghost_ban: true }
    const words = accountWords([storedCheck({ at: AT + 1, bans }), storedCheck({ at: AT })])
    for (const said of [
      '検出：Ghost Ban',
      `前回（${SHORT}）との違い：Ghost Banが新たに検出されました`,
      '直近のポスト20件のうち検索除外0件',
    ])
      expect(words).toContain(said)
  })

  it('the log says without being opened why a check got no ✓, and repeats neither why it got one nor its verdict', () => {
    expect(outside({ at: AT, partly: { looked: 9, found: 4 } })).toContain(
      '最近の9件のうち、検索で見つかったのは4件です。',
    )
    expect(outside({ at: AT })).not.toMatch(/検索に出て|制限|判定して/)
    expect(accountWords([storedCheck({ at: AT, withheld: ['JP'] })])).toContain(
      '日本では表示が制限されています。',
    )
    expect(outside({ at: AT, withheld: ['JP'] })).not.toContain('制限')
  })

  it('the log shows the latest three of ten checks of an account, and folds the others', () => {
    const checks = (count: number) =>
      Array.from({ length: count }, (_, index) => storedCheck({ at: AT - index * 86_400_000 }))
    expect(accountWords(checks(9))).not.toContain(logText.older(6))
    const [account] = groupByAccount(checks(10), [])
    const html = renderToStaticMarkup(
      <MemoryRouter>{account && <LogAccountCard {...account} />}</MemoryRouter>,
    )
    const [shown = '', folded = ''] = html.split(logText.older(7))
    const lines = (part: string) => part.match(/id="check-/g)?.length
    expect([lines(shown), lines(folded)]).toEqual([3, 7])
  })

  it.each([
    [true, logText.empty.whileOn],
    [false, logText.empty.whileOff],
  ])('a log without records says what a check leaves in it while the log is on: %s', (isOn, words) => {
    expect(wordsOf(<EmptyLog isOn={isOn} />)).toContain(words)
  })

  it('the log says what the visitor saw, and when', () => {
    const seen = (item: Observation['item']): Observation => ({
      about: item,
      name: storedCheck().name,
      item,
      answer: 'unseen',
      at: AT,
    })
    expect(accountWords([], [seen('ghost_ban')])).toContain(
      `Ghost Ban（返信が表示されなくなる制限） ・ 自分の確認：見えなかった（11月21日）`,
    )
    expect(wordsOf(<PostObservationsCard observations={[seen('7')]} />)).toContain(
      `自分の確認：見えなかった（11月21日）`,
    )
  })
})

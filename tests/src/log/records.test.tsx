import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { BatchesCard, LogAccountCard, PostObservationsCard } from '../../../src/log/LogCards.tsx'
import { accountsOf } from '../../../src/results/changes.ts'
import type { AccountObservation, LoggedBatch, LoggedCheck } from '../../../src/storage/records.ts'
import { logText } from '../../../src/text/log.ts'
import { loggedCheck } from './deviceLog.ts'

const AT = new Date(2026, 10, 21, 18, 20).getTime()
const DATE = '2026年11月21日 18時20分'
/** The same in a record's line, with or without its year. */
const SHORT = '11月21日 18:20'

/** What the page says, without its tags. */
const wordsOf = (element: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>).replaceAll(/<[^>]+>/g, '')

/** What the page says of one account of which these are kept. */
const accountWords = (checks: readonly LoggedCheck[], findings: readonly AccountObservation[] = []) =>
  wordsOf(
    accountsOf(checks, findings).map((account) => createElement(LogAccountCard, { key: '', ...account })),
  )

const batchWords = (changes: Partial<LoggedBatch>) => {
  const counts = { ok: 1, excluded: 2, quote: 0, restricted: 0, unsearched: 0, error: 3 }
  const batch = {
    at: AT,
    sandbox: false,
    counts,
    failed: 1,
    sessionId: 'abc',
    keptUntil: null,
    savedRows: null,
    ...changes,
  }
  return wordsOf(<BatchesCard batches={[batch]} />)
}

it('says of a kept check when it was, and that it is invented where it is', () => {
  expect(accountWords([loggedCheck({ at: AT })])).toContain(SHORT)
  expect(accountWords([loggedCheck({ at: AT })])).not.toContain(logText.sandbox)
  expect(accountWords([loggedCheck({ at: AT, sandbox: true })])).toContain(logText.sandbox)
})

it('says of a kept check of posts when it was, and that it is invented where it is', () => {
  expect(batchWords({})).toContain(SHORT)
  expect(batchWords({})).not.toContain(logText.sandbox)
  expect(batchWords({ sandbox: true })).toContain(logText.sandbox)
  expect(batchWords({})).toContain('2件のポストが検索から除外されています')
  expect(batchWords({})).toContain('全6件：検索OK1件、検索除外2件、エラー3件')
})

it('says of a kept check what it found, what was doubtful, and what changed since the one before', () => {
  const bans = { search_suggestion_ban: false, search_ban: false, ghost_ban: true, reply_deboosting: null }
  const doubtful = { partly: { looked: 9, found: 4 }, withheld: ['JP'], postsMissing: true, posts: null }
  const words = accountWords([loggedCheck({ at: AT + 1, bans, ...doubtful }), loggedCheck({ at: AT })])
  for (const said of [
    '検出：Ghost Ban',
    '9件中4件だけが見つかりました',
    '日本では表示が制限されています',
    '直近のポストは取得できなかったため',
    `前回（${DATE}）から：検索で見つかったポストが9件中4件だけになりました、Ghost Ban が新たに検出されました`,
    '直近のポスト20件のうち検索除外0件',
  ])
    expect(words).toContain(said)
})

it('says what the visitor saw, and when', () => {
  const seen = { account: 'name', name: loggedCheck().name, at: AT } as const
  expect(accountWords([], [{ ...seen, ban: 'ghost_ban', answer: 'unseen' }])).toContain(
    `Ghost Ban（返信が表示されない） ・ あなたの確認：見えなかった（${DATE}）`,
  )
  const findings = [{ id: '7', name: seen.name, answer: 'unseen', at: AT } as const]
  expect(wordsOf(<PostObservationsCard findings={findings} />)).toContain(
    `あなたの確認：見えなかった（${DATE}）`,
  )
})

import { expect, it } from 'vitest'
import type { PostEvidence } from '../../../../contract/evidence.ts'
import { commonNotes, rowNotes } from '../../../../src/results/evidence/evidence.ts'
import { rowOf } from '../../../../src/results/posts.ts'
import { postSearchText } from '../../../../src/text/postSearch.ts'
import { resultText } from '../../../../src/text/result.ts'

const NOW = Date.UTC(2026, 10, 22, 6)
const AT = Date.UTC(2026, 10, 22, 5, 58)
const post = (status: string, evidence?: Partial<PostEvidence>) => ({
  url: 'https://x.com/someone/status/1980000000000000000',
  status,
  ...(evidence && { evidence: { visible: true, found: null, reason: null, time: AT, ...evidence } }),
})
const excluded = (change: Partial<PostEvidence> = {}) => post('FORBIDDEN', { found: false, ...change })
const notes = (...posts: ReturnType<typeof post>[]) => commonNotes(posts.map(rowOf), NOW)
const NOTHING: ReadonlySet<string> = new Set()

it('says once what is the same of all excluded posts, and when it was seen, and leaves it out of the rows', () => {
  const [note] = notes(excluded(), excluded({ time: AT + 60_000 }))
  expect(note?.sentences).toEqual(['検索で2回探して見つかりませんでした（11月22日 14:58〜14:59）。'])
  expect(rowNotes(excluded(), note?.said ?? NOTHING, NOW)).toEqual([])
})

it('says it of a single excluded post too, and of single others in their rows', () => {
  expect(notes(excluded())).toHaveLength(1)
  const found = post('AVAILABLE', { found: true })
  expect(notes(found)).toEqual([])
  expect(rowNotes(found, NOTHING, NOW)).toEqual(['検索で見つかりました（11月22日 14:58）'])
})

it('keeps in a row what is true of that row alone', () => {
  const other = excluded({ author: 'other' })
  const [note] = notes(excluded(), other)
  expect(note?.sentences).toHaveLength(1)
  expect(rowNotes(other, note?.said ?? NOTHING, NOW)).toEqual([postSearchText.author('someone', 'other')])
})

it('gives the time of those alone of which it is known, and none where it is known of none', () => {
  const timeless = excluded({ time: undefined })
  expect(notes(timeless, excluded(), timeless)[0]?.sentences).toEqual([
    '検索で2回探して見つかりませんでした（11月22日 14:58）。',
  ])
  const [note] = notes(timeless, timeless)
  expect(note?.sentences).toEqual(['検索で2回探して見つかりませんでした。'])
  expect(rowNotes(timeless, NOTHING, NOW)).toEqual(['検索で2回探して見つかりませんでした。'])
})

it('says what all posts have in common, in whatever order each of them says it', () => {
  const quoted = { quote: 'restricted' } as const
  expect(notes(excluded(quoted), excluded(), excluded(quoted))[0]?.sentences).toHaveLength(1)
  expect(notes(excluded(quoted), excluded({ ...quoted, author: 'other' }))[0]?.sentences).toEqual([
    '検索で2回探して見つかりませんでした（11月22日 14:58）。',
    postSearchText.quoteRestricted,
  ])
})

it('says nothing in common where the reasons differ', () => {
  const budget = post('UNSEARCHED', { reason: 'budget' })
  const queue = post('UNSEARCHED', { reason: 'queue' })
  expect(notes(budget, queue)).toEqual([])
  expect(notes(budget, budget).map(({ sentences }) => sentences)).toEqual([[postSearchText.why.budget]])
})

it('leaves with every post that its check failed', () => {
  const failed = { ...post('error'), code: 500, message: 'Failed to check status' }
  expect(notes(failed, failed)).toEqual([])
  const unsaid = { ...post('UNKNOWN'), code: 500 }
  expect([notes(unsaid, post('UNKNOWN')), notes(post('UNKNOWN'), unsaid)]).toEqual([[], []])
  expect(rowNotes(failed, NOTHING, NOW)).toEqual(['Failed to check status（500）'])
})

it('keeps the groups apart', () => {
  const found = post('AVAILABLE', { found: true })
  const gone = post('NOT_FOUND')
  expect(notes(found, gone, found, gone).map(({ group, sentences }) => ({ group, sentences }))).toEqual([
    { group: 'ok', sentences: ['検索で見つかりました（11月22日 14:58）'] },
    { group: 'error', sentences: [resultText.reason.notFound] },
  ])
})

it('says of excluded posts without evidence only what the status means', () => {
  expect(notes(post('FORBIDDEN'))[0]?.sentences).toEqual([postSearchText.excludedUntold])
  expect(notes(post('AVAILABLE'), post('AVAILABLE'))).toEqual([])
  // Where the server tells of one of them what it did, the others are not spoken of.
  expect([notes(post('FORBIDDEN'), excluded()), notes(excluded(), post('FORBIDDEN'))]).toEqual([[], []])
})

import { expect, it } from 'vitest'
import { dueIds, dueSpan, kindOf, searchVerdict } from '../../../server/upstream/x/searchVerdict.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE
const madeAt = (time: number) => ({ id: String(BigInt(time - 1_288_834_974_657) << 22n), text: 'あ' })

it('looks for the posts of a week less five minutes, ten minutes old and older, both ends included', () => {
  const span = dueSpan(NOW)
  expect(span).toEqual({ from: NOW - WEEK + 5 * MINUTE, to: NOW - 10 * MINUTE })
  const [before, first, last, after] = [span.from - 1, span.from, span.to, span.to + 1].map(madeAt)
  expect(
    dueIds(
      [before, first, last, after].flatMap((post) => post ?? []),
      span,
    ),
  ).toEqual([first?.id, last?.id])
})

it('looks for each post once, and for none whose date is not known', () => {
  const post = madeAt(NOW - 60 * MINUTE)
  expect(dueIds([post, post, { id: '12', text: '' }], dueSpan(NOW))).toEqual([post.id])
})

it.each([
  ['RT @a: あ', [], 'repost'],
  ['あ RT @a', [], 'own'],
  ['RT @ home', [], 'own'],
  ['あ', ['retweeted'], 'repost'],
  ['あ', ['reposted'], 'repost'],
  ['あ', ['replied_to', 'quoted'], 'quote'],
  ['あ', ['replied_to'], 'own'],
] as const)('takes %j with the references %j for %s', (text, types, kind) => {
  const references = types.map((type) => ({ type, id: '1' }))
  expect(kindOf({ id: '2', text, referenced_tweets: references })).toBe(kind)
  expect(kindOf({ id: '2', text, referenced_posts: references })).toBe(kind)
})

it.each([
  [['1', '2', '3'], [], true, true, { ban: true, reason: null, looked: 3, found: 0 }],
  [['1', '2', '3'], [], true, false, { ban: true, reason: null, looked: 3, found: 0 }],
  [['1', '2', '3'], ['2'], true, true, { ban: false, reason: null, looked: 3, found: 1 }],
  [['1'], ['1'], false, false, { ban: false, reason: null, looked: 1, found: 1 }],
  [['1', '2'], [], true, true, { ban: null, reason: 'too_few', looked: 2, found: 0 }],
  [['1', '2'], [], true, false, { ban: null, reason: 'inconclusive', looked: 2, found: 0 }],
  [['1', '2', '3'], ['9'], true, true, { ban: null, reason: 'inconclusive', looked: 3, found: 0 }],
  [['1', '2', '3'], [], false, true, { ban: null, reason: 'inconclusive', looked: 3, found: 0 }],
] as const)(
  'of %j due and %j found (all: %s; the timeline whole: %s) says %o',
  (due, found, whole, timeline, verdict) => {
    const posts = found.map((id) => ({ id, text: '' }))
    expect(searchVerdict([...due], { posts, whole }, timeline)).toEqual(verdict)
  },
)

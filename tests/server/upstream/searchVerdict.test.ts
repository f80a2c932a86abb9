import { expect, it } from 'vitest'
import {
  duePosts,
  dueSpan,
  kindOf,
  searchVerdict,
  tooLittle,
} from '../../../server/upstream/x/verdict/searchBan.ts'
import type { Finding } from '../../../server/upstream/x/verdict/windows.ts'
import { idOf } from '../../contract/idOf.ts'

const NOW = 1_790_000_000_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR
const madeAt = (time: number) => ({ id: idOf(time), text: 'あ' })
/** Posts so many hours old, the oldest first. */
const sought = (...hours: number[]) => hours.map((age) => ({ id: idOf(NOW - age * HOUR), versions: null }))

it('looks for the posts of a week less five minutes, an hour old and older, both ends included', () => {
  const span = dueSpan(NOW)
  expect(span).toEqual({ from: NOW - WEEK + 5 * MINUTE, to: NOW - HOUR })
  const [before, first, last, after] = [span.from - 1, span.from, span.to, span.to + 1].map(madeAt)
  const due = duePosts(
    [after, last, first, before].flatMap((post) => post ?? []),
    span,
  )
  expect(due.map(({ id }) => id)).toEqual([first?.id, last?.id])
})

it('looks for each post once, for originals alone, and for none whose date is not known', () => {
  const post = madeAt(NOW - 2 * HOUR)
  const reply = { ...madeAt(NOW - 3 * HOUR), referenced_posts: [{ type: 'replied_to', id: '9' }] }
  const repost = { ...madeAt(NOW - 4 * HOUR), text: 'RT @a: あ' }
  const due = duePosts([post, post, reply, repost, { id: '12', text: '' }], dueSpan(NOW))
  expect(due).toEqual([{ id: post.id, versions: [post.id] }])
})

it('takes an edited post for as old as its newest version', () => {
  const [old, young] = [idOf(NOW - 1.5 * HOUR), idOf(NOW - 0.6 * HOUR)]
  expect(duePosts([{ id: old, text: '', edit_history_tweet_ids: [old, young] }], dueSpan(NOW))).toEqual([])
  const between = idOf(NOW - 1.2 * HOUR)
  const versions = [old, between, young]
  expect(duePosts([{ id: old, text: '', edit_history_tweet_ids: versions }], dueSpan(NOW))).toEqual([])
})

it('takes a quote for an original', () => {
  const quote = { ...madeAt(NOW - 3 * HOUR), referenced_posts: [{ type: 'quoted', id: '9' }] }
  expect(duePosts([quote], dueSpan(NOW))).toHaveLength(1)
})

it.each([
  ['RT @a: あ', [], 'repost'],
  ['あ RT @a', [], 'own'],
  ['RT @ home', [], 'own'],
  ['あ', ['retweeted'], 'repost'],
  ['あ', ['reposted'], 'repost'],
  ['あ', ['quoted'], 'quote'],
  ['あ', ['replied_to', 'quoted'], 'quote'],
  ['あ', ['replied_to'], 'own'],
])('tells the kind of %j with references %j: %s', (text, types, kind) => {
  const referenced_tweets = types.map((type) => ({ type, id: '5' }))
  expect(kindOf({ id: '1', text, referenced_tweets })).toBe(kind)
})

it.each([
  [[50, 40, 30, 20], 'too_few'],
  [[25, 20, 10, 5, 2], 'too_close'],
  [[26, 20, 10, 5, 2], null],
])('says that posts %j hours old are %s', (hours, little) => {
  expect(tooLittle(sought(...hours))).toBe(little)
})

const FOUND: Finding = { found: true, time: NOW, quoted: null }
const missed = (control: number): Finding => ({ found: false, time: NOW, control })
const left = (reason: 'no_control' | 'limited' | 'operator' | 'failed' | 'queue' | 'no_author'): Finding => ({
  found: null,
  reason,
  time: NOW,
})
const five = [60, 50, 40, 30, 20]
const all = (finding: Finding) => five.map(() => finding)

it.each([
  ['one is found', five, [...all(missed(7)).slice(1), FOUND], [], { ban: false, found: 1, reason: null }],
  [
    'all are missed twice',
    five,
    [missed(9), missed(7), missed(8), missed(9), missed(9)],
    [],
    { ban: true, found: 0, reason: null, control: 7 },
  ],
  [
    'one was not missed twice',
    five,
    [...all(missed(7)).slice(1), left('failed')],
    [],
    { ban: null, reason: 'search_failed' },
  ],
  ['search shows others', five, all(missed(7)), ['9'], { ban: null, reason: 'inconclusive' }],
  ['there is no control', five, all(left('no_control')), [], { ban: null, reason: 'no_control' }],
  ['X takes no more', five, all(left('limited')), [], { ban: null, reason: 'limited' }],
  ['X refuses', five, all(left('operator')), [], { ban: null, reason: 'operator' }],
  ['its turn did not come', five, all(left('queue')), [], { ban: null, reason: 'search_failed' }],
  [
    'four are missed',
    [60, 50, 40, 30],
    all(left('no_author')).slice(1),
    [],
    { ban: null, reason: 'too_few' },
  ],
  ['four are missed twice', [60, 50, 40, 30], all(missed(7)).slice(1), [], { ban: null, reason: 'too_few' }],
  [
    'five of one day are missed twice',
    [25, 20, 10, 5, 2],
    all(missed(7)),
    [],
    { ban: null, reason: 'too_close' },
  ],
])('where %s, of posts %j hours old', (_name, hours, findings, others, expected) => {
  const due = sought(...hours)
  const byId = new Map(due.map(({ id }, index) => [id, findings[index] ?? FOUND]))
  const verdict = searchVerdict(due, { findings: byId, others: new Map(others.map((id) => [id, FOUND])) })
  expect(verdict).toMatchObject({ looked: due.length, ...expected })
})

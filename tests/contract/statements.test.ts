import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { wilsonInterval } from '../../contract/feedback.ts'
import { BANS, POST_STATUSES, groupsToShow, recordByGroup } from '../../contract/outcomes.ts'
import { banStatement, postStatement, firstPostStatement } from '../../contract/statements.ts'

const flags = { search_suggestion_ban: true, search_ban: false, ghost_ban: null, reply_deboosting: null }

it('statements cover what was judged about an account, and nothing else', () => {
  expect(BANS.map((ban) => banStatement(flags, ban))).toEqual([
    { item: 'search_suggestion_ban', verdict: 'affected', method: 'unstated' },
    { item: 'search_ban', verdict: 'clear', method: 'unstated' },
    null,
    null,
  ])
})

it('a statement names the method that the evidence names', () => {
  const item = { method: null, reason: null }
  const items = {
    search_suggestion_ban: item,
    search_ban: { method: 'recent_search', reason: null },
    ghost_ban: item,
    reply_deboosting: item,
  } as const
  const check = { ...flags, evidence: { time: 1, items } }
  expect(banStatement(check, 'search_ban')?.method).toBe('recent_search')
  expect(banStatement(check, 'search_suggestion_ban')?.method).toBe('unstated')
})

it('no statement is made if search found only some of the posts', () => {
  const item = { method: null, reason: null }
  const others = { search_suggestion_ban: item, ghost_ban: item, reply_deboosting: item }
  const statedWith = (found: number) => {
    const search_ban = { method: 'recent_search', reason: null, looked: 5, found } as const
    return banStatement({ ...flags, evidence: { time: 1, items: { ...others, search_ban } } }, 'search_ban')
  }
  expect(statedWith(4)).toBeNull()
  expect(statedWith(5)?.verdict).toBe('clear')
})

it('statements about posts cover only posts that search did not find', () => {
  const stated = POST_STATUSES.flatMap((status) => postStatement({ status, evidence: undefined }) ?? [])
  expect(stated.map(({ item, verdict }) => [item, verdict])).toEqual([['post:excluded', 'affected']])
  expect(postStatement({ status: undefined, evidence: undefined })).toBeNull()
})

it("a statement about a post that was not searched for has the method 'unstated'", () => {
  const methodWith = (found: boolean | null) =>
    postStatement({ status: 'FORBIDDEN', evidence: { visible: true, found, reason: null } })?.method
  expect([false, null].map(methodWith)).toEqual(['post_search', 'unstated'])
})

it('each kind of post is stated once', () => {
  const evidence = { visible: true, found: false, reason: null }
  const posts = ['AVAILABLE', 'FORBIDDEN', 'FORBIDDEN'].map((status) => ({ status, evidence }))
  expect(firstPostStatement(posts)).toEqual([
    { item: 'post:excluded', verdict: 'affected', method: 'post_search' },
  ])
})

const NONE = recordByGroup(() => 0)

it('the four usual groups are always shown, and rare ones only if they have posts', () => {
  expect(groupsToShow(NONE)).toEqual(['ok', 'excluded', 'quote', 'error'])
  expect(groupsToShow({ ...NONE, restricted: 1 })).toEqual(['ok', 'excluded', 'quote', 'restricted', 'error'])
  expect(groupsToShow({ ...NONE, ok: 2, unsearched: 1 })).toEqual([
    'ok',
    'excluded',
    'quote',
    'unsearched',
    'error',
  ])
})

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the Wilson interval of %i in %i is the published one', (hits, all, low, high) => {
  const interval = wilsonInterval(hits, all)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

it('the Wilson interval begins at 0 with no hits, ends at 1 with only hits, and is 0 to 1 without trials', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
  for (let all = 1; all <= 1000; all++) {
    expect(wilsonInterval(0, all).low).toBe(0)
    expect(wilsonInterval(all, all).high).toBe(1)
  }
})

it('the Wilson interval contains the share, lies within 0 and 1, and is symmetric', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), (hits, misses) => {
      fc.pre(hits + misses > 0)
      const { low, high } = wilsonInterval(hits, hits + misses)
      const other = wilsonInterval(misses, hits + misses)
      const part = hits / (hits + misses)
      expect(low >= 0 && low <= part && part <= high && high <= 1).toBe(true)
      expect(1 - other.high).toBeCloseTo(low, 10)
    }),
  )
})

import { expect, it } from 'vitest'
import type { ItemEvidence } from '../../../../contract/evidence.ts'
import type { AccountCheck } from '../../../../contract/wire.ts'
import { evidenceLine } from '../../../../src/account/guide/BanGuide.tsx'

const AT = new Date(2026, 10, 21, 15, 4).getTime()

/** What the item of the search ban says on its surface. */
function lineOf(flag: boolean | null, item: Partial<ItemEvidence>): string | null {
  const full = { method: 'recent_search', reason: null, time: AT, ...item }
  const check = { search_ban: flag, evidence: { time: AT, items: { search_ban: full } } }
  return evidenceLine(check as unknown as AccountCheck, 'search_ban')
}

it('counts the posts that search found, with the time', () => {
  expect(lineOf(true, { looked: 5, found: 0 })).toBe('5件を検索し、1件も見つかりませんでした・15:04')
  expect(lineOf(false, { looked: 5, found: 3 })).toBe('5件中3件が検索で見つかりました・15:04')
})

it('claims nothing where the counts do not bear the flag out, or there are none', () => {
  expect(lineOf(true, { looked: 5, found: 1 })).toBeNull()
  expect(lineOf(false, { looked: 5, found: 0 })).toBeNull()
  expect(lineOf(false, {})).toBeNull()
  expect(lineOf(false, { method: null, looked: 5, found: 5 })).toBeNull()
})

it('says when the answer was given where it is not known when X was asked for the item', () => {
  const EARLIER = new Date(2026, 10, 21, 9, 30).getTime()
  expect(lineOf(true, { looked: 5, found: 0, time: undefined })).toContain('・15:04')
  expect(lineOf(true, { looked: 5, found: 0, time: EARLIER })).toContain('・09:30')
  expect(lineOf(true, { looked: 5 })).toContain('5件を検索し')
})

it('is none where the server sends no evidence', () => {
  expect(evidenceLine({ search_ban: true } as AccountCheck, 'search_ban')).toBeNull()
})

it('says why an item was not judged this time, and nothing where it never is', () => {
  expect(lineOf(null, { reason: 'no_control' })).toContain('判定していません')
  for (const reason of ['no_method', 'not_offered', 'account', null] as const) {
    expect(lineOf(null, { reason })).toBeNull()
  }
})

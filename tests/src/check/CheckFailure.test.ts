import { expect, it } from 'vitest'
import { OUTAGE_CODES } from '../../../contract/outcomes.ts'
import type { OutageCode } from '../../../contract/outcomes.ts'
import { adviceFor, isTelling, leavesPostsOnly } from '../../../src/check/CheckFailure.tsx'
import { text } from '../../../src/text/ja.ts'

const { alert } = text
const refused = { kind: 'refused', message: '' } as const

it('gives the advice of each code', () => {
  const trouble = alert.trouble(30)
  const until = undefined
  const advice: Record<OutageCode | 'rate_limited', string> = {
    budget_spent: alert.budget(until),
    share_spent: alert.share(until),
    hour_spent: alert.hour(until),
    operator_refused: alert.operator,
    no_credentials: alert.operator,
    not_permitted: alert.operator,
    rate_limited: alert.tooOften(30),
    busy: trouble,
    upstream_limited: trouble,
    upstream: trouble,
    upstream_timeout: trouble,
    store_away: trouble,
  }
  const given = Object.keys(advice).map((code) => [
    code,
    adviceFor({ ...refused, status: 503, code, wait: 30 }),
  ])
  expect(Object.fromEntries(given)).toEqual(advice)
})

it('gives the advice of each kind of failure', () => {
  expect(adviceFor({ kind: 'unloaded', message: '' })).toBe(alert.offline)
  expect(adviceFor({ kind: 'offline', message: '' })).toBe(alert.offline)
  expect(adviceFor({ kind: 'proof', message: '' })).toBe(alert.proof)
  expect(adviceFor({ kind: 'failed', message: '', wait: 30 })).toBe(alert.trouble(30))
})

it('has a next step for every failure, and never repeats that there was one', () => {
  const failures = [
    ...OUTAGE_CODES.map((code) => ({ kind: 'refused', message: '', status: 503, code }) as const),
    { ...refused, status: 500 },
    { ...refused, status: 429 },
    { ...refused, status: 500, code: 'toString' },
    { kind: 'failed', message: '' } as const,
    { kind: 'offline', message: '' } as const,
    { kind: 'unloaded', message: '' } as const,
    { kind: 'proof', message: '' } as const,
  ]
  for (const failure of failures) {
    expect(adviceFor(failure)).toMatch(
      /お試しください|計算し直します|自動でもう一度チェックします|ご利用いただけます/,
    )
    expect(adviceFor(failure)).not.toContain(alert.failed)
  }
})

it('tells how long to wait where the server does', () => {
  expect(adviceFor({ ...refused, status: 503, code: 'busy', wait: 40 })).toBe(alert.trouble(40))
  expect(adviceFor({ ...refused, status: 429, code: 'rate_limited', wait: 7 })).toBe(alert.tooOften(7))
  expect(adviceFor({ ...refused, status: 429, wait: 8 })).toBe(alert.tooOften(8))
  expect(adviceFor({ ...refused, status: 500, wait: 9 })).toBe(alert.trouble(9))
})

it('tells when the day has a new budget', () => {
  const until = new Date(2026, 10, 22, 9, 0).getTime()
  const failure = { ...refused, status: 503, code: 'budget_spent', until }
  expect(adviceFor(failure)).toBe(alert.budget('2026年11月22日 09時00分'))
  expect(adviceFor({ ...refused, status: 503, code: 'budget_spent' })).toBe(alert.budget(undefined))
  expect(adviceFor({ ...failure, code: 'share_spent' })).toBe(alert.share('2026年11月22日 09時00分'))
  expect(adviceFor({ ...failure, code: 'hour_spent' })).toBe(alert.hour('2026年11月22日 09時00分'))
})

it('knows which advice says more than to wait', () => {
  expect(isTelling({ ...refused, status: 502, code: 'upstream' })).toBe(false)
  expect(isTelling({ ...refused, status: 500 })).toBe(false)
  expect(isTelling({ ...refused, status: 503, code: 'operator_refused' })).toBe(true)
  expect(isTelling({ kind: 'proof', message: '' })).toBe(true)
})

it('knows when another try is in vain, which is what sends the visitor to the post check', () => {
  const inVain = OUTAGE_CODES.filter((code) => leavesPostsOnly({ ...refused, status: 503, code }))
  expect(inVain.toSorted()).toEqual([
    'budget_spent',
    'hour_spent',
    'no_credentials',
    'not_permitted',
    'operator_refused',
    'share_spent',
  ])
  expect(leavesPostsOnly({ ...refused, status: 429 })).toBe(false)
  expect(leavesPostsOnly({ kind: 'failed', message: '', code: 'budget_spent' })).toBe(false)
})

import { assert, integer, property } from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../../src/text/ja.ts'
import {
  formatClock,
  formatDay,
  formatMinute,
  formatNearDay,
  formatNumericDay,
  formatSecond,
  formatNumber,
  isSameDay,
  formatIsoTime,
  formatShortSpan,
  formatShortTime,
  formatFileNameTime,
  formatSpreadsheetTime,
} from '../../../src/text/japanese.ts'
import { resultText } from '../../../src/text/result.ts'

it('numbers are grouped by thousands, as the browser does it for Japanese', () => {
  const platform = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 2 })
  assert(
    property(integer({ min: 0, max: 10 ** 12 }), integer({ min: 0, max: 99 }), (whole, cents) => {
      const value = Number(`${whole}.${cents}`)
      expect(formatNumber(value)).toBe(platform.format(value))
    }),
  )
})

/** In each zone, when its clock shows 23:30 on 31 December 2026, and the offset that it has then. */
const ZONES = [
  ['America/New_York', Date.UTC(2027, 0, 1, 4, 30), '-05:00'],
  ['Asia/Kolkata', Date.UTC(2026, 11, 31, 18, 0), '+05:30'],
  ['UTC', Date.UTC(2026, 11, 31, 23, 30), '+00:00'],
] as const

describe.each(ZONES)('the time of day in %s', (zone, time, offset) => {
  const NOW = time - 60_000

  beforeEach(() => void vi.stubEnv('TZ', zone))
  afterEach(() => void vi.unstubAllEnvs())

  it('every time that is shown is in the device’s zone', () => {
    expect(formatDay(time)).toBe('2026年12月31日')
    expect(formatNearDay(time, NOW)).toBe('12月31日')
    expect(formatClock(time)).toBe('23:30')
    expect(formatNumericDay(time)).toBe('2026/12/31')
    expect(formatMinute(time)).toBe('2026年12月31日 23時30分')
    expect(formatSecond(time + 5000)).toBe('2026年12月31日 23時30分05秒')
    expect(formatShortTime(time, NOW)).toBe('12月31日 23:30')
  })

  it('a date is shown without its year only if it is in the current year of the device’s zone', () => {
    const newYear = time + 1_800_000
    expect(formatShortTime(newYear, newYear)).toBe('1月1日 0:00')
    expect(formatShortTime(newYear, time)).toBe('2027年1月1日 0:00')
    expect(formatShortTime(time, newYear)).toBe('2026年12月31日 23:30')
    expect(isSameDay(time, newYear - 1)).toBe(true)
    expect(isSameDay(time, newYear)).toBe(false)
  })

  it('the time of a batch, and times in files and pictures, have two digits for the hour', () => {
    const midnight = time + 1_800_000
    expect(formatMinute(midnight)).toBe('2027年1月1日 00時00分')
    expect(formatSecond(midnight + 5000)).toBe('2027年1月1日 00時00分05秒')
  })

  it('files hold the time with its offset, and Japan’s time beside it', () => {
    expect(formatIsoTime(time + 7)).toBe(`2026-12-31T23:30:00.007${offset}`)
    expect(Date.parse(formatIsoTime(time + 7))).toBe(time + 7)
    expect(formatFileNameTime(time)).toBe('20261231-233000')
    expect(formatSpreadsheetTime(Date.UTC(2025, 9, 19, 19, 56, 59))).toBe('2025-10-20 04:56')
    for (const last of [-8.64e15, 8.64e15])
      expect(() => formatSecond(last) + formatIsoTime(last)).not.toThrow()
  })
})

it('a time span is written as short as possible', () => {
  const from = new Date(2026, 10, 14, 19, 12).getTime()
  expect(formatShortSpan(from, from + 59_000, from)).toBe('11月14日 19:12')
  expect(formatShortSpan(from, from + 120_000, from)).toBe('11月14日 19:12〜19:14')
  expect(formatShortSpan(from, from + 86_400_000, from)).toBe('11月14日 19:12〜11月15日 19:12')
})

const { badge, state } = resultText

it.each([
  [text.meta.post.title, 'Shadowban Checker'],
  [text.tab.account, 'Shadowban Checker'],
  [text.tab.post, 'Postban Checker'],
  [text.valid.length, 'ユーザー名は1〜15文字にしてください'],
  [text.valid.characters, 'ユーザー名には半角英数字とアンダースコア(_)のみ使用できます'],
  [text.alert.title, 'エラー'],
  [text.alert.failedCode, 'Xのエラーによりチェックが失敗しました。しばらくたってから改めてお試しください。'],
  [state.no_tweet.about, 'このアカウントはまだポストを投稿していません。'],
  [badge.error, 'エラー'],
  [text.ad.placeholder, '広告 advertisement'],
])('the text is exactly the specified one: %s', (said, specified) => {
  expect(said).toBe(specified)
})

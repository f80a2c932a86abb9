import { assert, integer, property, stringMatching } from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Sentence } from '../../../src/text/Sentence.tsx'
import { guideText } from '../../../src/text/guide.ts'
import {
  formatClock,
  formatDay,
  formatMinute,
  formatNearDay,
  formatNumericDay,
  formatSecond,
  grouped,
  isSameDay,
  isoTime,
  shortSpan,
  shortTime,
  stampTime,
  tableTime,
} from '../../../src/text/japanese.ts'
import { phrases } from '../../../src/text/phrases.ts'
import { reportText } from '../../../src/text/report.ts'
import { resultText } from '../../../src/text/result.ts'

describe('Sentence', () => {
  /** The parts of a sentence inside which no line ends. */
  function unitsOf(sentence: string): string[] {
    const html = renderToStaticMarkup(createElement(Sentence, null, sentence))
    return [...html.matchAll(/<span class="unbroken">([^<]*)<\/span>/g)].map(([, unit = '']) => unit)
  }

  it('keeps a date and a time in brackets on one line, with what ends the sentence', () => {
    expect(
      unitsOf('検索で見つかりました（11月23日 03:55）。引用元のポストは表示が制限されています。'),
    ).toEqual(['（11月23日 03:55）。'])
    expect(unitsOf('見えた（2026年11月23日 04時02分）')).toEqual(['（2026年11月23日 04時02分）'])
  })

  it('keeps a time with what it is the time of, and a number with its word', () => {
    const evidence = guideText.evidence.counted({ posts: 5, found: 3, clock: '09:05' })
    expect(unitsOf(evidence)).toEqual(['見つかりました・09:05'])
    expect(unitsOf('難易度4までです')).toEqual(['難易度4'])
  })

  it('lets a line end between a date and a time that stand alone', () => {
    expect(unitsOf('2026年11月23日 03時53分の結果です。')).toEqual(['2026年11月23日', '03時53分'])
    expect(unitsOf('（2026年8月25日〜2026年11月22日）。')).toEqual(['（2026年8月25日', '2026年11月22日）。'])
  })
})

describe('japanese', () => {
  describe('grouped', () => {
    it('groups numbers as Japanese readers know them', () => {
      const platform = new Intl.NumberFormat('ja-JP', { maximumFractionDigits: 2 })
      const numbers = property(
        integer({ min: 0, max: 10 ** 12 }),
        integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const value = Number(`${whole}.${cents}`)
          expect(grouped(value)).toBe(platform.format(value))
        },
      )
      expect(() => assert(numbers)).not.toThrow()
    })
  })

  /** In each zone, when its clock shows 23:30 on 31 December 2026, and the offset that it has then. */
  const ZONES = [
    ['Asia/Tokyo', Date.UTC(2026, 11, 31, 14, 30), '+09:00'],
    ['America/New_York', Date.UTC(2027, 0, 1, 4, 30), '-05:00'],
    ['Asia/Kolkata', Date.UTC(2026, 11, 31, 18, 0), '+05:30'],
    ['UTC', Date.UTC(2026, 11, 31, 23, 30), '+00:00'],
  ] as const

  describe.each(ZONES)('the time of day in %s', (zone, time, offset) => {
    const NOW = time - 60_000

    beforeEach(() => void vi.stubEnv('TZ', zone))
    afterEach(() => void vi.unstubAllEnvs())

    it('is the device’s, in every form that is shown', () => {
      expect(formatDay(time)).toBe('2026年12月31日')
      expect(formatNearDay(time, NOW)).toBe('12月31日')
      expect(formatClock(time)).toBe('23:30')
      expect(formatNumericDay(time)).toBe('2026/12/31')
      expect(formatMinute(time)).toBe('2026年12月31日 23時30分')
      expect(formatSecond(time + 5000)).toBe('2026年12月31日 23時30分05秒')
      expect(shortTime(time, NOW)).toBe('12月31日 23:30')
    })

    it('begins a year where the device does', () => {
      const newYear = time + 1_800_000
      expect(shortTime(newYear, newYear)).toBe('1月1日 00:00')
      expect(shortTime(newYear, time)).toBe('2027年1月1日 00:00')
      expect(shortTime(time, newYear)).toBe('2026年12月31日 23:30')
      expect(isSameDay(time, newYear - 1)).toBe(true)
      expect(isSameDay(time, newYear)).toBe(false)
    })

    it('is written into files with its offset, and beside it on a clock in Japan', () => {
      expect(isoTime(time + 7)).toBe(`2026-12-31T23:30:00.007${offset}`)
      expect(Date.parse(isoTime(time + 7))).toBe(time + 7)
      expect(stampTime(time)).toBe('20261231-233000')
      expect(tableTime(Date.UTC(2025, 9, 19, 19, 56, 59))).toBe('2025-10-20 04:56')
    })
  })

  describe('a span of time', () => {
    it('is as short as it can be', () => {
      const from = new Date(2026, 10, 14, 19, 12).getTime()
      expect(shortSpan(from, from + 59_000, from)).toBe('11月14日 19:12')
      expect(shortSpan(from, from + 120_000, from)).toBe('11月14日 19:12〜19:14')
      expect(shortSpan(from, from + 86_400_000, from)).toBe('11月14日 19:12〜11月15日 19:12')
    })
  })
})

describe('phrases', () => {
  it('lets lines end after the endings of a word, and before a bracket', () => {
    expect(phrases(resultText.verdict.found(2))).toEqual(['2件の', 'シャドウバンが', '検出されました'])
    expect(phrases(reportText.verdict.account(1, '2026年7月'))).toEqual([
      'アカウント全体に',
      '1種類の',
      '制限がありました',
      '（2026年7月）',
    ])
    expect(phrases('実施いただきますようお願いいたします。')).toEqual([
      '実施いただきますよう',
      'お願いいたします。',
    ])
  })

  it('keeps a compound verb whole', () => {
    expect(phrases('ページを読み込み直してください。')).toEqual(['ページを', '読み込み直してください。'])
    expect(phrases('引き続きご利用いただけます。')).toEqual(['引き続き', 'ご利用いただけます。'])
  })

  it('keeps every character of a sentence', () => {
    assert(
      property(stringMatching(/^[ぁ-ん（）、。／：A-Za-z検索除外件 0-9]*$/u), (sentence) => {
        expect(phrases(sentence).join('')).toBe(sentence)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { calendarFile, timeCells, timeHeads, withTimes } from '../../../src/lib/fileFormats.ts'
import type { Appointment } from '../../../src/lib/fileFormats.ts'

describe('calendarFile', () => {
  const NOW = Date.UTC(2026, 10, 22, 6, 4, 5, 678)
  const AT = Date.UTC(2026, 10, 29, 6, 4)
  const PLAIN: Appointment = {
    uid: '1-search_ban@site.test',
    start: AT,
    minutes: 15,
    summary: 'Look again',
    description: 'Open the page',
    url: 'https://site.test/?screen_name=someone',
  }

  const fileOf = (changes: Partial<Appointment> = {}) => calendarFile({ ...PLAIN, ...changes }, NOW).text()
  /** The lines as a calendar reads them: unfolded. */
  const linesOf = (file: string) => file.replace(/\r\n[ \t]/g, '').split('\r\n')

  it('is one appointment in UTC that reminds when it begins', async () => {
    expect(linesOf(await fileOf())).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Shadowban Checker F//JA',
      'CALSCALE:GREGORIAN',
      'BEGIN:VEVENT',
      'UID:1-search_ban@site.test',
      'DTSTAMP:20261122T060405Z',
      'DTSTART:20261129T060400Z',
      'DURATION:PT15M',
      'SUMMARY:Look again',
      'DESCRIPTION:Open the page',
      'URL:https://site.test/?screen_name=someone',
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Look again',
      'TRIGGER:PT0S',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ])
    expect(calendarFile(PLAIN, NOW).type).toBe('text/calendar;charset=utf-8')
  })

  it('escapes what would end a text', async () => {
    const lines = linesOf(await fileOf({ summary: 'a,b;c\\d', description: 'one\r\ntwo\nthree' }))
    expect(lines).toContain('SUMMARY:a\\,b\\;c\\\\d')
    expect(lines).toContain('DESCRIPTION:one\\ntwo\\nthree')
  })

  it('ends every line with CR and LF', async () => {
    expect((await fileOf()).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it.each(['あ'.repeat(100), '😀'.repeat(40), `${'x'.repeat(67)}あ`, 'x'.repeat(67), 'x'.repeat(300)])(
    'folds a long line at 75 octets, never inside a character: %s',
    async (summary) => {
      const file = await fileOf({ summary })
      const longest = Math.max(...file.split('\r\n').map((line) => new TextEncoder().encode(line).length))
      expect(longest).toBeLessThanOrEqual(75)
      expect(linesOf(file)).toContain(`SUMMARY:${summary}`)
    },
  )

  it('does not fold what fits', async () => {
    expect(await fileOf({ summary: 'x'.repeat(67) })).toContain(`SUMMARY:${'x'.repeat(67)}\r\nDESCRIPTION`)
  })
})

describe('timeCells', () => {
  it('writes a moment on a clock in Japan and in ISO 8601, each below its own head', () => {
    expect(timeHeads('日時')).toEqual(['日時（日本時間）', '日時（ISO 8601）'])
    expect(timeCells(Date.UTC(2025, 9, 19, 19, 56, 59, 7))).toEqual([
      '2025-10-20 04:56',
      '2025-10-20T04:56:59.007+09:00',
    ])
  })

  it('gives a record of a JSON file both beside its own', () => {
    expect(withTimes({ at: 0, more: 1 })).toEqual({
      at: 0,
      more: 1,
      time: '1970-01-01T09:00:00.000+09:00',
      timeInJapan: '1970-01-01 09:00',
    })
  })

  it('leaves the cells of an unknown moment empty, and those of the first one not', () => {
    expect([timeCells(null), timeCells(undefined)]).toEqual([
      [null, null],
      [null, null],
    ])
    expect(timeCells(0)).toEqual(['1970-01-01 09:00', '1970-01-01T09:00:00.000+09:00'])
  })
})

import { screenNameInText } from '../../../contract/pastedText.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { csvText, csvBlob, downloadBlob, jsonBlob } from '../../../src/lib/download.ts'
import { calendarBlob, timeCells, timeColumnHeads, withFormattedTimes } from '../../../src/lib/fileFormats.ts'
import type { Appointment } from '../../../src/lib/fileFormats.ts'

it.each(['007', '12', '1e10', '2E5', 'MARCH1', 'dec25', '1jan', 'sept2026', 'TRUE', '123456789012345'])(
  'a cell of a CSV file with the name %s is written so that spreadsheets keep it as text, and is read back',
  (name) => {
    const cell = csvText([[name]]).trimEnd()
    expect(cell).toBe(`"=""${name}"""`)
    expect(screenNameInText(cell)).toBe(name)
    expect(screenNameInText(`="${name}"`)).toBe(name)
  },
)

it.each([
  'taro_1',
  'marching',
  'e10',
  '0x1f',
  'december_1',
  '2026-11-21 18:20:05',
  'https://x.com/a/status/1',
])('a cell of a CSV file with %s is written unchanged', (text) => {
  expect(csvText([[text, 5]])).toBe(`${text},5\r\n`)
})

it('a CSV file is in the form that spreadsheets read, with the byte order mark that they need', async () => {
  const table = csvBlob([
    ['a', 1, true, null, undefined, '', -1, 0, false],
    ['b"c', 'd,e', 'f\ng', 'a\rb', 'a-b@c+d=1'],
  ])
  expect(table.type).toBe('text/csv;charset=utf-8')
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await table.arrayBuffer())).toBe(
    '\uFEFFa,1,true,,,,-1,0,false\r\n"b""c","d,e","f\ng","a\rb",a-b@c+d=1\r\n',
  )
})

it('no cell of a CSV file is run as a formula', async () => {
  const starts = [...'=+-@＝＋－＠\t']
  const file = csvBlob([[...starts.map((start) => `${start}1`), '\n=1', '\r=1', '=HYPERLINK("x")']])
  const cells = [...starts.map((start) => `'${start}1`), '"\'\n=1"', '"\'\r=1"', '"\'=HYPERLINK(""x"")"']
  expect(await file.text()).toBe(`${cells.join(',')}\r\n`)
})

describe('download', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('download writes JSON that people can read too', async () => {
    const file = jsonBlob({ version: 1, list: [null] })
    expect(file.type).toBe('application/json')
    expect(await file.text()).toBe('{\n  "version": 1,\n  "list": [\n    null\n  ]\n}\n')
  })

  it('download saves a file under its name, and frees it only after the browser has had time to read it', () => {
    vi.useFakeTimers()
    const link = { href: '', download: '', click: vi.fn<() => void>() }
    vi.stubGlobal('document', { createElement: (tag: string) => (tag === 'a' ? link : undefined) })
    const blob = new Blob(['content'])
    const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
    const freed = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    downloadBlob('posts.csv', blob)
    expect(made.mock.calls).toEqual([[blob]])
    expect(link).toMatchObject({ href: 'blob:1', download: 'posts.csv' })
    expect(link.click).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(9_999)
    expect(freed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(freed.mock.calls).toEqual([['blob:1']])
  })
})

describe('calendarBlob', () => {
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

  const fileOf = (changes: Partial<Appointment> = {}) => calendarBlob({ ...PLAIN, ...changes }, NOW).text()
  /** The lines as a calendar reads them: unfolded. */
  const linesOf = (file: string) => file.replace(/\r\n[ \t]/g, '').split('\r\n')

  it('the calendar file is one appointment in UTC that reminds when it begins', async () => {
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
    expect(calendarBlob(PLAIN, NOW).type).toBe('text/calendar;charset=utf-8')
  })

  it('the calendar file escapes characters that would end a text', async () => {
    const lines = linesOf(await fileOf({ summary: 'a,b;c\\d', description: 'one\r\ntwo\nthree' }))
    expect(lines).toContain('SUMMARY:a\\,b\\;c\\\\d')
    expect(lines).toContain('DESCRIPTION:one\\ntwo\\nthree')
  })

  it.each(['あ'.repeat(100), '😀'.repeat(40), `${'x'.repeat(67)}あ`, 'x'.repeat(67)])(
    'the calendar file folds a long line at 75 octets, never inside a character: %s',
    async (summary) => {
      const file = await fileOf({ summary })
      const longest = Math.max(...file.split('\r\n').map((line) => new TextEncoder().encode(line).length))
      expect(longest).toBeLessThanOrEqual(75)
      expect(linesOf(file)).toContain(`SUMMARY:${summary}`)
    },
  )
})

it('timeCells gives a time on a clock in Japan and in ISO 8601, in a table and in JSON, and leaves an unknown time empty', () => {
  const [timeInJapan, time] = ['1970-01-01 09:00', '1970-01-01T09:00:00.000+09:00']
  expect(timeColumnHeads('日時')).toEqual(['日時（日本時間）', '日時（ISO 8601）'])
  expect(timeCells(0)).toEqual([timeInJapan, time])
  expect(withFormattedTimes({ at: 0, more: 1 })).toEqual({ at: 0, more: 1, time, timeInJapan })
  expect([...timeCells(null), ...timeCells(undefined)]).toEqual([null, null, null, null])
})

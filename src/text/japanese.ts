import { JAPAN_UTC_OFFSET_MS } from '../../contract/dates.ts'

export function formatCalendarDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** Formats a number with commas between thousands. `Intl` is not used, because its first call takes a tenth of a second on a slow phone. */
export function formatNumber(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** E.g. 7日間, or 6日と23時間. */
export function formatPeriod(milliseconds: number): string {
  const hours = Math.max(1, Math.round(milliseconds / HOUR_MS))
  const [days, rest] = [Math.floor(hours / 24), hours % 24]
  if (rest === 0) return `${days}日間`
  return days === 0 ? `${rest}時間` : `${days}日と${rest}時間`
}

/** How far the device's clock is ahead of UTC at a time, in minutes. */
const offsetAt = (time: number) => -new Date(time).getTimezoneOffset()

/** A time on a clock that is `ahead` minutes ahead of UTC, by default the device's, e.g. 2026-11-21T18:20:05.000. All times here are Unix milliseconds. */
function clockTime(time: number, ahead = offsetAt(time)): string {
  const shifted = new Date(time + ahead * MINUTE_MS)
  // Adding the offset can overflow the largest `Date`.
  return (isNaN(shifted.getTime()) ? new Date(time) : shifted).toISOString().slice(0, -'Z'.length)
}

const dayOf = (time: number) => clockTime(time).slice(0, -'THH:mm:ss.sss'.length)

/** E.g. 2026年11月21日. */
export function formatDay(time: number): string {
  return formatCalendarDay(dayOf(time))
}

/** Formats a day without the year if it is in the year of `now`, e.g. 11月21日. */
export function formatNearDay(time: number, now = Date.now()): string {
  const [year = '', day = ''] = formatDay(time).split('年')
  return formatDay(now).startsWith(`${year}年`) ? day : formatDay(time)
}

/** Returns the same time of day some calendar days later, on the device's clock. A day on which the clock changes has 23 or 25 hours. */
export function addCalendarDays(time: number, days: number): number {
  const date = new Date(time)
  return date.setDate(date.getDate() + days)
}

export function isSameDay(one: number, other: number): boolean {
  return dayOf(one) === dayOf(other)
}

/** E.g. 09:04. */
const twoDigitClock = (time: number) => clockTime(time).slice(-'HH:mm:ss.sss'.length, -':ss.sss'.length)

/** E.g. 9:04. */
export function formatClock(time: number): string {
  return twoDigitClock(time).replace(/^0/, '')
}

/** E.g. 2026/11/21. */
export function formatNumericDay(time: number): string {
  return dayOf(time).split('-').map(Number).join('/')
}

/** For files and pictures, e.g. 2026年11月21日 09時04分. */
export function formatMinute(time: number): string {
  return `${formatDay(time)} ${twoDigitClock(time).replace(':', '時')}分`
}

/** When a batch was checked, e.g. 2026年11月21日 09時04分05秒. */
export function formatSecond(time: number): string {
  return `${formatMinute(time)}${clockTime(time).slice(-'ss.sss'.length, -'.sss'.length)}秒`
}

/** The form of a time on the pages, e.g. 11月14日 9:12, or 2025年11月14日 19:12. */
export function formatShortTime(time: number, now = Date.now()): string {
  return `${formatNearDay(time, now)} ${formatClock(time)}`
}

/** Says when another try may succeed. */
export const retryWorthFromSentence = (time: number) =>
  `${formatShortTime(time, time)}ごろから、もう一度お試しいただけます。`

/** Formats a span, e.g. 11月14日 19:12〜19:14. If both times are in the same minute, it gives that one time. */
export function formatShortSpan(from: number, to: number, now: number): string {
  const [start, end] = [formatShortTime(from, now), formatShortTime(to, now)]
  if (start === end) return start
  return `${start}〜${isSameDay(from, to) ? formatClock(to) : end}`
}

/** Formats a time for files as spreadsheets read it, always in Japan's time zone, e.g. 2025-10-20 04:56. */
export function formatSpreadsheetTime(time: number): string {
  return clockTime(time, JAPAN_UTC_OFFSET_MS / MINUTE_MS)
    .slice(0, -':ss.sss'.length)
    .replace('T', ' ')
}

/** Formats a time for files in ISO 8601, in the device's time zone with its offset, e.g. 2026-11-21T18:20:05.000+09:00. */
export function formatIsoTime(time: number): string {
  const ahead = offsetAt(time)
  const offset = clockTime(0, Math.abs(ahead)).slice('1970-01-01T'.length, -':ss.sss'.length)
  return `${clockTime(time)}${ahead < 0 ? '-' : '+'}${offset}`
}

/** Formats a time for names of files, e.g. 20261121-182005. */
export function formatFileNameTime(time: number): string {
  return clockTime(time).slice(0, -'.sss'.length).replace(/[-:]/g, '').replace('T', '-')
}

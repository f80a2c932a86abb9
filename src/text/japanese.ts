import { JAPAN_MS } from '../../contract/dates.ts'

/** A day of the wire, such as 2026-11-22, as it is read: 2026年11月22日. */
export function calendarDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

/** A number with commas between thousands. `Intl` is not used: its first call takes a tenth of a second on a slow phone. */
export function grouped(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

const MINUTE_MS = 60_000
const two = (value: number) => String(value).padStart(2, '0')

/** How far the device's clock is ahead of UTC at a time, in minutes. */
const offsetAt = (time: number) => -new Date(time).getTimezoneOffset()

/** A time's figures on a clock that is `ahead` minutes ahead of UTC, by default the device's. All times here are Unix milliseconds. */
function figures(time: number, ahead = offsetAt(time)) {
  const date = new Date(time + ahead * MINUTE_MS)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    date: date.getUTCDate(),
    hour: two(date.getUTCHours()),
    minute: two(date.getUTCMinutes()),
    second: two(date.getUTCSeconds()),
    millisecond: String(date.getUTCMilliseconds()).padStart(3, '0'),
  }
}

/** E.g. 2026年11月21日. */
export function formatDay(time: number): string {
  const { year, month, date } = figures(time)
  return `${year}年${month}月${date}日`
}

/** The day without the year where that is the year of `now`, e.g. 11月21日. */
export function formatNearDay(time: number, now = Date.now()): string {
  const { year, month, date } = figures(time)
  return year === figures(now).year ? `${month}月${date}日` : formatDay(time)
}

export function isSameDay(one: number, other: number): boolean {
  return formatDay(one) === formatDay(other)
}

/** E.g. 09:04. */
export function formatClock(time: number): string {
  const { hour, minute } = figures(time)
  return `${hour}:${minute}`
}

/** E.g. 2026/11/21. */
export function formatNumericDay(time: number): string {
  const { year, month, date } = figures(time)
  return [year, month, date].join('/')
}

/** E.g. 2026年11月21日 18時20分. */
export function formatMinute(time: number): string {
  const { hour, minute } = figures(time)
  return `${formatDay(time)} ${hour}時${minute}分`
}

/** E.g. 2026年11月21日 18時20分05秒. */
export function formatSecond(time: number): string {
  return `${formatMinute(time)}${figures(time).second}秒`
}

/** Day and clock in short, the day with its year where that is not the year of `now`. */
export function shortParts(time: number, now: number): { day: string; clock: string; hasYear: boolean } {
  const day = formatNearDay(time, now)
  return { day, clock: formatClock(time), hasYear: day.includes('年') }
}

/** E.g. 11月14日 19:12, or 2025年11月14日 19:12. */
export function shortTime(time: number, now: number): string {
  return `${formatNearDay(time, now)} ${formatClock(time)}`
}

/** The span between two times in short, e.g. 11月14日 19:12〜19:14; one time where both are in the same minute. */
export function shortSpan(from: number, to: number, now: number): string {
  const [start, end] = [shortTime(from, now), shortTime(to, now)]
  if (start === end) return start
  return `${start}〜${isSameDay(from, to) ? formatClock(to) : end}`
}

/** In files: a time on a clock in Japan, wherever the device is, as spreadsheets read it, e.g. 2025-10-20 04:56. */
export function tableTime(time: number): string {
  const { year, month, date, hour, minute } = figures(time, JAPAN_MS / MINUTE_MS)
  return `${year}-${two(month)}-${two(date)} ${hour}:${minute}`
}

/** In files: a time on the device's clock in ISO 8601, with its offset, e.g. 2026-11-21T18:20:05.000+09:00. */
export function isoTime(time: number): string {
  const ahead = offsetAt(time)
  const { year, month, date, hour, minute, second, millisecond } = figures(time)
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  return `${year}-${two(month)}-${two(date)}T${hour}:${minute}:${second}.${millisecond}${offset}`
}

/** In names of files, e.g. 20261121-182005. */
export function stampTime(time: number): string {
  const { year, month, date, hour, minute, second } = figures(time)
  return `${year}${two(month)}${two(date)}-${hour}${minute}${second}`
}

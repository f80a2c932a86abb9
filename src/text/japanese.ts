import { JAPAN_MS } from '../../contract/dates.ts'

/** A day of the wire, such as 2026-11-22, as it is read: 2026年11月22日. */
export function calendarDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year}年${month}月${date}日`
}

const two = (value: number) => String(value).padStart(2, '0')

const parts = (time: number) => {
  const date = new Date(time)
  return {
    day: `${date.getFullYear()}年${date.getMonth() + 1}月${date.getDate()}日`,
    minute: `${two(date.getHours())}時${two(date.getMinutes())}分`,
    second: `${two(date.getSeconds())}秒`,
  }
}

/** Local date, e.g. 2026年11月21日. `time` is Unix milliseconds. */
export function formatDay(time: number): string {
  return parts(time).day
}

/** Local date without the year where that is this year, e.g. 11月21日. `time` is Unix milliseconds. */
export function formatNearDay(time: number, now = Date.now()): string {
  const { day } = parts(time)
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? day.replace(/^\d+年/, '') : day
}

/** Local time of day, e.g. 09:04. `time` is Unix milliseconds. */
export function formatClock(time: number): string {
  const date = new Date(time)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Local date in figures, e.g. 2026/11/21. `time` is Unix milliseconds. */
export function formatNumericDay(time: number): string {
  const date = new Date(time)
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].join('/')
}

/** Local time to the minute, e.g. 2026年11月21日 18時20分. `time` is Unix milliseconds. */
export function formatMinute(time: number): string {
  const { day, minute } = parts(time)
  return `${day} ${minute}`
}

/** Local time to the second, e.g. 2026年11月21日 18時20分05秒. `time` is Unix milliseconds. */
export function formatSecond(time: number): string {
  const { day, minute, second } = parts(time)
  return `${day} ${minute}${second}`
}

/** A number with commas between thousands. `Intl` is not used: its first call takes a tenth of a second on a slow phone. */
export function grouped(value: number): string {
  const [whole = '', ...fraction] = String(value).split('.')
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.')
}

/** A moment's parts as a clock in Japan shows them, wherever the device is. `time` is Unix milliseconds. */
function partsOf(time: number) {
  const japan = new Date(time + JAPAN_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const [month, day] = [japan.getUTCMonth() + 1, japan.getUTCDate()]
  return {
    year: japan.getUTCFullYear(),
    day: `${month}月${day}日`,
    numericDay: `${two(month)}-${two(day)}`,
    clock: `${two(japan.getUTCHours())}:${two(japan.getUTCMinutes())}`,
  }
}

/** Day and clock of a moment in short, the day with its year where that is not the year of `now`. */
export function shortParts(time: number, now: number): { day: string; clock: string; hasYear: boolean } {
  const { year, day, clock } = partsOf(time)
  const hasYear = year !== partsOf(now).year
  return { day: hasYear ? `${year}年${day}` : day, clock, hasYear }
}

/** A moment in short, e.g. 11月14日 19:12, or 2025年11月14日 19:12. */
export function shortTime(time: number, now: number): string {
  const { day, clock } = shortParts(time, now)
  return `${day} ${clock}`
}

/** The span between two moments in short, e.g. 11月14日 19:12〜19:14; one moment where both are in the same minute. */
export function shortSpan(from: number, to: number, now: number): string {
  const [start, end] = [shortTime(from, now), shortTime(to, now)]
  if (start === end) return start
  const [first, last] = [partsOf(from), partsOf(to)]
  return `${start}〜${first.year === last.year && first.day === last.day ? last.clock : end}`
}

/** A moment as spreadsheets read it, e.g. 2025-10-20 04:56. */
export function tableTime(time: number): string {
  const { year, numericDay, clock } = partsOf(time)
  return `${year}-${numericDay} ${clock}`
}

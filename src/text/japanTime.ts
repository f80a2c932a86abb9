import { JAPAN_MS } from '../../contract/japanDay.ts'

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

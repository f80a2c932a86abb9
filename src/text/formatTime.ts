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

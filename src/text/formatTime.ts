const parts = (time: number) => {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
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

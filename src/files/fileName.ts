/** A file's name with a local time, e.g. posts-20261121-182005.csv. `time` is Unix milliseconds. */
export function fileName(about: string, time: number, ending: string): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${about}-${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}.${ending}`
}

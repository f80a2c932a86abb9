/** Hands a file to the browser to save. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** A file's name with a local time, e.g. posts-20261121-182005.csv. `time` is Unix milliseconds. */
export function fileName(about: string, time: number, ending: string): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}`
  return `${about}-${day}-${two(date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}.${ending}`
}

/** A value as a file that people can read too. */
export function jsonFile(value: unknown): Blob {
  return new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' })
}

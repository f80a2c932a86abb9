import { filesText } from '../text/files.ts'
import { tableTime } from '../text/japanTime.ts'

/** The heads of a moment's two columns. */
export function timeHeads(name: string): [string, string] {
  return [filesText.inJapan(name), filesText.inIso(name)]
}

/** A moment twice: as spreadsheets read it, on a clock in Japan, and in ISO 8601. `time` is Unix milliseconds; unknown ones are empty cells. */
export function timeCells(time: number | null | undefined): [string | null, string | null] {
  return time === null || time === undefined ? [null, null] : [tableTime(time), isoTime(time)]
}

export function isoTime(time: number): string {
  return new Date(time).toISOString()
}

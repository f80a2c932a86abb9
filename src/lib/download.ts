import { formatFileNameTime } from '../text/japanese.ts'

export type CsvCell = string | number | boolean | null | undefined
type CsvRows = readonly (readonly CsvCell[])[]

/** Spreadsheet programs run cells that begin with these characters as formulas. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/** Spreadsheets would read names like these as a number, a month or a truth value: `007`, `1e10`, `MARCH1`, `3dec`. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}'
const REREAD = new RegExp(
  String.raw`^(?:\d+(?:e\d+)?|\d{1,4}${MONTH}\d{0,4}|${MONTH}\d{1,4}|true|false)$`,
  'i',
)

export function csvText(rows: CsvRows): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** Formats rows as a CSV file for spreadsheet programs: UTF-8 with the byte order mark that Excel needs. */
export function csvBlob(rows: CsvRows): Blob {
  return new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' })
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  // A formula whose value is the text.
  if (REREAD.test(cell)) return `"=""${cell}"""`
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export function downloadBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The URL is revoked later, because some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Returns a file name with the local time, e.g. posts-20261121-182005.csv. `time` is in Unix milliseconds. */
export function timestampedFileName(about: string, time: number, ending: string): string {
  return `${about}-${formatFileNameTime(time)}.${ending}`
}

export function jsonBlob(value: unknown): Blob {
  return new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' })
}

export type CsvCell = string | number | boolean | null | undefined

/** A spreadsheet that opens the file would run these as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as RFC 4180 has them, in UTF-8 with the mark by which Excel knows it. What is not known is an empty cell. */
export function csvTable(rows: readonly (readonly CsvCell[])[]): Blob {
  const lines = rows.map((row) => row.map(cellText).join(','))
  return new Blob(['\uFEFF', ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' })
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

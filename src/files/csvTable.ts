export type CsvCell = string | number | boolean | null | undefined

/** Spreadsheets would run cells that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180), in UTF-8 with the byte order mark that Excel needs. Unknown values are empty cells. */
export function csvTable(rows: readonly (readonly CsvCell[])[]): Blob {
  const lines = rows.map((row) => row.map(cellText).join(','))
  return new Blob(['\uFEFF', ...lines.map((line) => `${line}\r\n`)], { type: 'text/csv;charset=utf-8' })
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

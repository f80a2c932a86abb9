export type CsvCell = string | number | boolean | null | undefined
type CsvRows = readonly (readonly CsvCell[])[]

/** Spreadsheets would run cells that begin like this as formulas. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as CSV (RFC 4180). Unknown values are empty cells. */
export function csvText(rows: CsvRows): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** Rows as a CSV file for spreadsheets: in UTF-8 with the byte order mark that Excel needs. */
export function csvTable(rows: CsvRows): Blob {
  return new Blob(['\uFEFF', csvText(rows)], { type: 'text/csv;charset=utf-8' })
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell)
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

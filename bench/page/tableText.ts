type Row = Readonly<Record<string, string | number>>

export function tableText(file: string, rows: readonly Row[]): string {
  const [first = {}] = rows
  const cells = [Object.keys(first), ...rows.map(Object.values)].map((row) =>
    row.map((cell) => String(cell).replaceAll('|', String.raw`\|`)),
  )
  return /\.(?:adoc|asciidoc)$/i.test(file) ? asciiDoc(cells) : markdown(cells)
}

function markdown(cells: readonly string[][]): string {
  const [head = [], ...body] = cells
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |\n`).join('')
}

function asciiDoc(cells: readonly string[][]): string {
  const lines = cells.map((row) => row.map((cell) => `|${cell}`).join(' '))
  return ['[%header]', '|===', ...lines, '|===', ''].join('\n')
}

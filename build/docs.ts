// `npm run docs`: writes the tables that the documents take from the code.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES } from '../server/variables.ts'
import { BUILD_VARIABLES } from './site/variables.ts'

type Row = readonly [name: string, shown: string, meaning: string]

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'server/variables.ts': Object.values(VARIABLES).map((row): Row => [
    row.name,
    'shown' in row ? row.shown : row.fallback === '' ? '–' : `\`${row.fallback}\``,
    row.meaning,
  ]),
  'build/site/variables.ts': Object.entries(BUILD_VARIABLES).map(([name, { shown, meaning }]): Row => [
    name,
    shown,
    meaning,
  ]),
}

/** A table between its marks: `<!-- from build/site/variables.ts -->` … `<!-- end -->`. Whitespace around it is the document's own. */
const MARKED = /(<!-- from (\S+) -->\n\s*)[^]*?(\s*<!-- end -->)/g

function table(rows: readonly Row[]): string {
  const lines = rows.map(([name, shown, meaning]) => `| \`${name}\` | ${shown} | ${meaning} |`)
  return ['| variable | default | meaning |', '|---|---|---|', ...lines].join('\n')
}

/** A document with its tables as the code has them now; the names of those tables. Throws where a mark names no table. */
export function withTables(markdown: string): { text: string; named: string[] } {
  const named: string[] = []
  const text = markdown.replace(MARKED, (_, begin: string, name: string, end: string) => {
    const rows = TABLES[name]
    if (!rows) throw new Error(`There is no table from ${name}, only from ${Object.keys(TABLES).join(', ')}`)
    named.push(name)
    return begin + table(rows) + end
  })
  return { text, named }
}

export const TABLE_NAMES = Object.keys(TABLES)

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => join('docs', name))]
  for (const document of documents.filter((name) => name.endsWith('.md'))) {
    const path = join(root, document)
    const { text, named } = withTables(readFileSync(path, 'utf8'))
    if (named.length > 0) writeFileSync(path, text)
  }
}

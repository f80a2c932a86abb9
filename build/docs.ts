// `npm run docs`: writes docs/variables.md from the tables in the code.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VARIABLES } from '../server/variables.ts'
import type { Variable } from '../server/variables.ts'
import { BUILD_VARIABLES } from './site/variables.ts'

const row = (name: string, shown: string, meaning: string) => `| \`${name}\` | ${shown} | ${meaning} |`

const SERVER_ROWS = Object.values<Variable>(VARIABLES).map(({ name, shown, fallback, meaning }) =>
  row(name, shown ?? (fallback ? `\`${fallback}\`` : '–'), meaning),
)
const BUILD_ROWS = Object.entries(BUILD_VARIABLES).map(([name, { shown, meaning }]) =>
  row(name, shown, meaning),
)

const table = (rows: readonly string[]) =>
  ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')

export const VARIABLES_PAGE = `# Variables

\`npm run docs\` writes this page from \`build/site/variables.ts\` and \`server/variables.ts\`.

## The build

${table(BUILD_ROWS)}

## The server

${table(SERVER_ROWS)}
`

if (import.meta.main) writeFileSync(join(import.meta.dirname, '..', 'docs', 'variables.md'), VARIABLES_PAGE)

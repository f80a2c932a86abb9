// `npm run docs` writes docs/variables.md and the tables of the sandbox in docs/operating.md from the tables in the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonName } from '../contract/reasons.ts'
import { SANDBOX_ACCOUNT_ROWS } from '../server/upstream/sandboxRows.ts'
import { SANDBOX_REASONS } from '../server/upstream/sandboxPosts.ts'
import { SERVER_VARIABLES } from '../server/variables.ts'
import type { VariableRow } from '../server/variables.ts'
import { BUILD_VARIABLES } from './site/variables.ts'

const row = (name: string, shown: string, meaning: string) => `| \`${name}\` | ${shown} | ${meaning} |`

const SERVER_ROWS = Object.values<VariableRow>(SERVER_VARIABLES).map(({ name, shown, fallback, meaning }) =>
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

const cells = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const ACCOUNTS = cells(
  ['screen name', 'shows'],
  Object.entries(SANDBOX_ACCOUNT_ROWS).map(([name, { shows }]) => [`\`${name}\``, shows]),
)
const REASONS = SANDBOX_REASONS.map(
  (reason, number) => `\`${String(number).padStart(2, '0')}\` ${reasonName(reason)}`,
).join(', ')

/** The lines between which a document is generated. */
const GENERATED_BEGIN = '<!-- begin of what `npm run docs` writes -->\n'
const GENERATED_END = '<!-- end -->'

/** Returns docs/operating.md with the tables of the sandbox as they are now. */
export function withSandboxTables(page: string): string {
  const before = page.slice(0, page.indexOf(GENERATED_BEGIN) + GENERATED_BEGIN.length)
  const after = page.slice(page.indexOf(GENERATED_END))
  const digits = `The two digits before a last digit \`5\` pick the reason, and so do the last two of the account \`sbx_reason_12\`: ${REASONS}.`
  return `${before}\n${ACCOUNTS}\n\n${digits}\n\n${after}`
}

if (import.meta.main) {
  const docs = join(import.meta.dirname, '..', 'docs')
  writeFileSync(join(docs, 'variables.md'), VARIABLES_PAGE)
  const operating = join(docs, 'operating.md')
  writeFileSync(operating, withSandboxTables(readFileSync(operating, 'utf8')))
}

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VARIABLES_PAGE, withSandboxTables } from '../build/docs.ts'

const read = (name: string) => readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8')

it('docs/variables.md lists the current variables; `npm run docs` writes it', () => {
  expect(read('variables.md')).toBe(VARIABLES_PAGE)
})

it('docs/operating.md has the current accounts and reasons of the sandbox; `npm run docs` writes them', () => {
  const page = read('operating.md')
  expect(withSandboxTables(page)).toBe(page)
  expect(page).toContain('| `sbx_clear` |')
})

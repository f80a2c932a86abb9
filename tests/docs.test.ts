import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VARIABLES_PAGE } from '../build/docs.ts'

it('docs/variables.md lists the variables as they are now; `npm run docs` writes it', () => {
  expect(readFileSync(new URL('../docs/variables.md', import.meta.url), 'utf8')).toBe(VARIABLES_PAGE)
})

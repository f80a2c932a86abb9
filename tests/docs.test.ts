import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { VARIABLES_PAGE } from '../build/docs.ts'

it('docs/variables.md lists the variables as they are now; `npm run docs` writes it', () => {
  expect(readFileSync(new URL('../docs/variables.md', import.meta.url), 'utf8')).toBe(VARIABLES_PAGE)
})

it('docs/accessibility.md names no file that is not there', () => {
  const root = new URL('..', import.meta.url).pathname
  const page = readFileSync(`${root}docs/accessibility.md`, 'utf8')
  const named = [...page.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:tsx?|css))`/g)].map(([, name = '']) => name)
  const there = new Set(
    globSync('{src,tests}/**/*.{ts,tsx,css}', { cwd: root }).map((path) => basename(path)),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

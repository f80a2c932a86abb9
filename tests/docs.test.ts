import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { VARIABLES_PAGE } from '../build/docs.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['build', 'contract', 'docs', 'server', 'src', 'tests', 'workers']
const FILES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  ),
]

/** Code that a document names, with or without its folder. What the server writes or answers is not among it. */
const NAMED = /`([\w./-]+\.(?:css|tsx?))`/g

it.each(FILES.filter((file) => file.endsWith('.md')))('%s names only files that are there', (document) => {
  const named = [...readFileSync(join(ROOT, document), 'utf8').matchAll(NAMED)].map(([, name = '']) => name)
  expect(named.filter((name) => !FILES.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([])
})

it('docs/variables.md lists the variables as they are now; `npm run docs` writes it', () => {
  expect(readFileSync(join(ROOT, 'docs', 'variables.md'), 'utf8')).toBe(VARIABLES_PAGE)
})

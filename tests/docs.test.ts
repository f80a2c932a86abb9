import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TABLE_NAMES, withTables } from '../build/docs.ts'

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

const DOCUMENTS = FILES.filter((file) => /^(?:README|docs\/[^/]+)\.md$/.test(file))
const read = (document: string) => readFileSync(join(ROOT, document), 'utf8')

it.each(DOCUMENTS)(
  '%s holds the tables of the code as they are now; `npm run docs` writes them',
  (document) => {
    expect(read(document)).toBe(withTables(read(document)).text)
  },
)

it('every table of the code stands in a document, and no document asks for one that is not there', () => {
  const named = DOCUMENTS.flatMap((document) => withTables(read(document)).named)
  expect([...new Set(named)].toSorted()).toEqual(TABLE_NAMES.toSorted())
  expect(() => withTables('<!-- from elsewhere.ts -->\n\n<!-- end -->')).toThrow('no table from elsewhere.ts')
})

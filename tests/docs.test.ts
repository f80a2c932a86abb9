import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { VARIABLES_PAGE, withSandboxTables } from '../build/docs.ts'
import { SEARCH_METHOD_NAME } from '../contract/evidence.ts'
import { AUTOMATION_VERSION } from '../src/profiler/automation/automation.ts'
import { RESULT_FORMAT_VERSION } from '../src/profiler/model/result.ts'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

it('docs/variables.md lists the current variables; `npm run docs` writes it', () => {
  expect(read('docs/variables.md')).toBe(VARIABLES_PAGE)
})

it('docs/operating.md has the current accounts and reasons of the sandbox; `npm run docs` writes them', () => {
  const page = read('docs/operating.md')
  expect(withSandboxTables(page)).toBe(page)
  expect(page).toContain('| `sbx_clear` |')
})

describe('docs/formats.md', () => {
  const page = read('docs/formats.md')
  /** The version that a row of its tables gives a format. */
  const told = (what: string) =>
    /^\| [^|]*\| (\d+)/.exec(page.split('\n').find((line) => line.startsWith(`| ${what}`)) ?? '')?.[1]
  const inCode = (path: string) => /^\s+version: (\d+),$/m.exec(read(path))?.[1]

  it('docs/formats.md names files that exist', () => {
    const paths = [...page.matchAll(/`((?:src|server|contract|docs)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(paths.length).toBeGreaterThan(20)
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
  })

  it.each([
    ['IndexedDB `shadowban-log`', inCode('src/storage/database.ts')],
    ['IndexedDB `pow`', inCode('src/profiler/runs/runStore.ts')],
    ['`shadowban-log-…', inCode('src/log/logExport.ts')],
    ['`posts-…', inCode('src/posts/batchExport.ts')],
    ['`x-reports-…', inCode('src/report/months/StoredMonths.tsx')],
    ['A run of `/pow`', `${RESULT_FORMAT_VERSION}`],
    ['The outcome that `/pow` gives scripts', `${AUTOMATION_VERSION}`],
  ])('docs/formats.md gives %s the version of the code', (what, version) => {
    expect(version).toMatch(/^\d+$/)
    expect(told(what)).toBe(version)
  })

  it('docs/formats.md names the method as results do', () =>
    expect(page).toContain(`\`name\` is \`${SEARCH_METHOD_NAME}\``))
})

it.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/*.md', { cwd: fileURLToPath(root) }).filter((path) => !path.endsWith('variables.md')),
])('%s names files and folders that exist', (document) => {
  const named = [
    ...read(document).matchAll(/`((?:src|server|workers|contract|build|bench|tests)\/[\w./-]+)`/g),
  ]
  const paths = named.map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

it('docs/accessibility.md names only files that exist', () => {
  const page = read('docs/accessibility.md')
  const named = [...page.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:tsx?|css))`/g)].map(([, name = '']) => name)
  const there = new Set(
    globSync('{src,tests}/**/*.{ts,tsx,css}', { cwd: fileURLToPath(root) }).map((path) => basename(path)),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !there.has(name))).toEqual([])
})

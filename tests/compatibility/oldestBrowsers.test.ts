import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { EXCUSED_SCRIPT, EXCUSED_STYLES, newerScriptFeatures } from './features.ts'
import type { Script } from './features.ts'
import { newerStyleFeatures } from './styleFeatures.ts'

const DIST = join(import.meta.dirname, '../../dist')
const PAGES = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
)

/** Scripts that workers run, which are no modules. */
const CLASSIC = /\.worker-|^javascript-/

/** All scripts of the built site, those within the pages too. */
function builtScripts(): Script[] {
  const assets = join(DIST, 'assets')
  const files = readdirSync(assets).filter((name) => name.endsWith('.js'))
  const inline = PAGES.flatMap((page) =>
    [...readFileSync(join(DIST, page), 'utf8').matchAll(/<script>([^]*?)<\/script>/g)].map(
      ([, code = '']) => ({
        file: page,
        code,
        isModule: false,
      }),
    ),
  )
  return [
    ...files.map((file) => ({
      file: file.replace(/-[\w-]{8}\.js$/, ''),
      code: readFileSync(join(assets, file), 'utf8'),
      isModule: !CLASSIC.test(file),
    })),
    ...inline,
  ]
}

function builtStyles(): string {
  const page = readFileSync(join(DIST, 'index.html'), 'utf8')
  return /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? ''
}

describe('the built site', () => {
  it('uses nothing in its scripts that the oldest browsers lack, except what is excused', () => {
    const scripts = builtScripts()
    expect(scripts.length).toBeGreaterThan(10)
    const found = newerScriptFeatures(scripts)
    expect(Object.fromEntries([...found].filter(([name]) => !(name in EXCUSED_SCRIPT)))).toEqual({})
  })

  it('uses nothing in its styles that the oldest browsers do not know, except what is excused', () => {
    const styles = builtStyles()
    expect(styles.length).toBeGreaterThan(1000)
    const found = newerStyleFeatures(styles)
    expect([...found].filter((name) => !(name in EXCUSED_STYLES))).toEqual([])
  })
})

describe('the search for newer features', () => {
  const namesIn = (code: string) => [...newerScriptFeatures([{ file: 'a', code, isModule: true }]).keys()]

  it.each([
    ['const { resolve } = Promise.withResolvers()', 'Promise.withResolvers'],
    ['fetch("/", { signal: AbortSignal.any([a, b]) })', 'AbortSignal.any'],
    ['if (URL.canParse(a)) b()', 'URL.canParse'],
    ['a.toSorted()', '.toSorted()'],
    ['a["findLast"](b)', '.findLast()'],
    ['new Set(a).union(b)', '.union()'],
    ['new Intl.DurationFormat("ja")', 'Intl.DurationFormat'],
    ['scheduler.postTask(a)', 'scheduler'],
    ['globalThis.navigation', 'navigation'],
    ['/(?<=a)b/.test(c)', 'lookbehind'],
    ['class A { static { a() } }', 'static blocks'],
  ])('sees in %s that %s is newer', (code, name) => {
    expect(namesIn(code)).toContain(name)
  })

  it('leaves alone what is old enough, and what the scripts define themselves', () => {
    expect(namesIn('a.at(-1); Object.hasOwn(a, b); structuredClone(a); signal.throwIfAborted()')).toEqual([])
    expect(namesIn('const range = { take() {} }; range.take(); a.with = b; a.with(c)')).toEqual([])
  })

  it('cannot read newer syntax at all', () => {
    expect(() => namesIn('using a = b()')).toThrow(SyntaxError)
    expect(() => namesIn('/[a--b]/v')).toThrow(SyntaxError)
  })

  it.each([
    ['a { rotate: 45deg }', 'rotate'],
    ['a:has(b) { color: red }', ':has()'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['@media (width >= 900px) { a { color: red } }', 'ranges in media queries'],
    ['@container (min-width: 1px) { a { color: red } }', '@container'],
    ['a { height: 100dvh }', 'dvh'],
    ['a { & b { color: red } }', 'nesting'],
    ['a { text-wrap: balance }', 'text-wrap'],
  ])('sees in %s that %s is newer', (styles, name) => {
    expect([...newerStyleFeatures(styles)]).toContain(name)
  })
})

import type { BrowserName, CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data'
import { parse } from 'acorn'
import type { AnyNode, MemberExpression } from 'acorn'
import { simple } from 'acorn-walk'
import { parse as parseStyles, walk } from 'css-tree'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The oldest browsers that everything works in. */
const BASELINE = {
  chrome: 100,
  webview_android: 100,
  firefox: 102,
  safari: 15.4,
  safari_ios: 15.4,
} as const satisfies Partial<Record<BrowserName, number>>

const compatData: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** Which of the oldest browsers lack a feature, as `safari < 17.4`. What is only there with a prefix or behind a switch is not there. */
function lackedBy({ support }: CompatStatement): string[] {
  return Object.entries(BASELINE).flatMap(([browser, oldest]) => {
    const statements = [support[browser as BrowserName] ?? []].flat()
    const whole = statements.filter(
      (one) =>
        one.version_added && !one.flags && !one.prefix && !one.alternative_name && !one.version_removed,
    )
    const since = whole.map(({ version_added }) => Number.parseFloat(String(version_added).replace('≤', '')))
    // A preview counts as never, and what the data does not say as present.
    if (statements.length === 0) return []
    const first = Math.min(...since.map((version) => (Number.isNaN(version) ? Infinity : version)))
    return first > oldest ? [`${browser} < ${first === Infinity ? 'ever' : first}`] : []
  })
}

type Feature = { path: string; name: string; compat: CompatStatement }

/** Every feature down to `depth` below one of the data's nodes, with its place in the data. */
function* featuresIn(node: Identifier, path: string, depth: number): Generator<Feature> {
  for (const [name, child] of Object.entries(node)) {
    if (name === '__compat' || name === '__meta') continue
    const below = child as Identifier
    const place = `${path}.${name}`
    if (below['__compat']) yield { path: place, name, compat: below['__compat'] }
    if (depth > 1) yield* featuresIn(below, place, depth - 1)
  }
}

/** What the built scripts use that one of the oldest browsers lacks, with what happens there. */
const EXCUSED_SCRIPT: Readonly<Record<string, string>> = {
  'AbortSignal.any': 'ky asks first whether it is there, and else takes the one signal that it was given',
  '.getHighEntropyValues()': 'called only where the browser tells of itself that way; else no model is named',
  '.canShare()': 'called only where it is there; else the picture is saved',
  ClipboardItem: 'used only if the browser has it; if not, pictures have no button to copy them',
  cancelIdleCallback: 'called only where requestIdleCallback is there',
  navigation: 'React asks first whether it is there',
  '.navigate()': 'React calls it on the navigation object only; the router has a method of that name',
  requestIdleCallback: 'where it is missing a timer takes its place',
  setImmediate: 'React asks first whether it is there, and else posts a message',
  '.startViewTransition()': 'React catches its absence; nothing here asks for a view transition',
  '.skipTransition()': 'React, for a view transition, which nothing here asks for',
}

/** The same for the styles. */
const EXCUSED_STYLES = {
  '@container': 'the wide tables of /pow scroll sideways on phones',
  '@media (forced-colors)': 'without forced colours there is nothing to repair',
  '::-moz-progress-bar': "one engine's; the others have a rule of their own",
  '::-webkit-progress-bar': "one engine's; the others have a rule of their own",
  '::-webkit-progress-value': "one engine's; the others have a rule of their own",
  ':has()': 'what stands below an answer is seen before the whole of it, and moves once',
  '::details-content': 'what is opened opens without a movement',
  'accent-color': 'checkboxes have the browser’s colour',
  'align-content: start': 'asked of a grid, which always had it',
  'break-after: avoid': 'a heading may be alone at the end of a printed page',
  'color-mix()': 'behind @supports: a button under a pointer keeps its colour',
  'container-type': 'goes with @container',
  'container-type: inline-size': 'goes with @container',
  'contain-intrinsic-block-size': 'goes with content-visibility',
  'content-visibility': 'what is far below is drawn at once',
  'content-visibility: auto': 'what is far below is drawn at once',
  'content-visibility: visible': 'goes with ::details-content',
  'cursor: not-allowed': 'the arrow is shown; a phone has none',
  'cursor: pointer': 'a phone has no pointer to show',
  'forced-color-adjust': 'goes with @media (forced-colors)',
  'forced-color-adjust: none': 'goes with @media (forced-colors)',
  'interpolate-size': 'what is opened opens without a movement',
  'interpolate-size: allow-keywords': 'what is opened opens without a movement',
  'print-color-adjust': 'stands behind its prefixed form, which the oldest Chromium knows',
  'print-color-adjust: exact': 'stands behind its prefixed form, which the oldest Chromium knows',
  resize: 'the text area keeps its height',
  'resize: vertical': 'the text area keeps its height',
  outline: 'there, with square corners',
  'overflow: clip': 'within ::details-content',
  'text-size-adjust': 'beside its names with prefixes',
  'text-wrap': 'the last line may be short',
  'text-wrap: balance': 'the last line may be short',
  'text-wrap: pretty': 'the last line may be one letter',
} as const satisfies Record<string, string>

/** The newest syntax that all of the oldest browsers read; what they read of it not is looked for below. */
const SYNTAX = 2022

/** Lookbehind, which Safari reads from 16.4 on. A regular expression with it stops the whole script. */
const LOOKBEHIND = /\(\?<[=!]/

const lateStatics = new Set<string>()
const lateGlobals = new Set<string>()
/** Names of members, and whether all that have one of that name have it too late. */
const members = new Map<string, boolean>()

const builtins = compatData.javascript['builtins'] ?? {}
for (const root of [compatData.api, builtins, builtins['Intl'] ?? {}, builtins['WebAssembly'] ?? {}]) {
  for (const { path, name, compat } of featuresIn(root, '', 2)) {
    const [, owner = '', member] = path.split('.')
    const late = lackedBy(compat).length > 0
    if (member === undefined) {
      if (late) lateGlobals.add(name)
      continue
    }
    const plain = name.replace(/_static$/, '')
    if (late) lateStatics.add(`${owner}.${plain}`)
    // What a window has is a global.
    if (late && owner === 'Window') lateGlobals.add(plain)
    members.set(plain, (members.get(plain) ?? true) && late)
  }
}
const lateMembers = new Set([...members].filter(([, late]) => late).map(([name]) => name))

/** A script of the built site, and whether it is a module. */
type Script = { file: string; code: string; isModule: boolean }

/**
 * What scripts use that one of the oldest browsers lacks, with the files: `Promise.withResolvers`, a global, or a call of `.toSorted()`
 * where every interface that has such a member has it too late. A member that the scripts themselves define is taken for theirs.
 */
function newerScriptFeatures(scripts: readonly Script[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const own = new Set<string>()
  for (const { file, code, isModule } of scripts) {
    const add = (name: string) => found.set(name, [...new Set([...(found.get(name) ?? []), file])])
    const define = ({ key, computed }: { key: AnyNode; computed: boolean }) => {
      if (key.type === 'Identifier' && !computed) own.add(`.${key.name}()`)
    }
    simple(parse(code, { ecmaVersion: SYNTAX, sourceType: isModule ? 'module' : 'script' }), {
      StaticBlock: () => add('static blocks'),
      Literal: ({ regex }) => {
        if (regex && LOOKBEHIND.test(regex.pattern)) add('lookbehind')
      },
      // Where it stands for a variable, and not for a property or a key.
      Identifier: ({ name }) => {
        if (lateGlobals.has(name)) add(name)
      },
      MemberExpression: (node) => {
        const name = memberName(node)
        const object = node.object.type === 'Identifier' ? node.object.name : ''
        if (lateStatics.has(`${object}.${name}`)) add(`${object}.${name}`)
        if (/^(?:globalThis|window|self)$/.test(object) && lateGlobals.has(name)) add(name)
      },
      CallExpression: ({ callee }) => {
        const name = callee.type === 'MemberExpression' ? memberName(callee) : ''
        if (lateMembers.has(name)) add(`.${name}()`)
      },
      AssignmentExpression: ({ left }) => {
        if (left.type === 'MemberExpression') define({ key: left.property, computed: left.computed })
      },
      Property: define,
      MethodDefinition: define,
      PropertyDefinition: define,
    })
  }
  return new Map([...found].filter(([name]) => !own.has(name)))
}

function memberName({ computed, property }: MemberExpression): string {
  if (!computed) return property.type === 'Identifier' ? property.name : ''
  return property.type === 'Literal' ? String(property.value) : ''
}

const { css } = compatData

/** What styles use that one of the oldest browsers lacks: `rotate`, `:has()`, `color-mix()`, `@layer`. */
function newerStyleFeatures(styles: string): Set<string> {
  const found = new Set<string>()
  const look = (name: string, ...path: string[]) => {
    if (isLate(path)) found.add(name)
  }
  walk(parseStyles(styles), function (node) {
    switch (node.type) {
      case 'Declaration':
        look(node.property, 'properties', node.property)
        walk(node.value, (value) => {
          if (value.type === 'Identifier')
            look(`${node.property}: ${value.name}`, 'properties', node.property, value.name)
        })
        break
      case 'Function':
        if (lateFunctions.has(node.name)) found.add(`${node.name}()`)
        break
      case 'Dimension':
        if (LATE_UNITS.test(node.unit)) found.add(node.unit)
        break
      case 'PseudoClassSelector':
        look(`:${node.name}${node.children ? '()' : ''}`, 'selectors', node.name)
        break
      case 'PseudoElementSelector':
        look(`::${node.name}`, 'selectors', node.name)
        break
      case 'NestingSelector':
        found.add('nesting')
        break
      case 'FeatureRange':
        // A browser that does not know ranges does not know container queries either, which are found by their own name.
        if (this.atrule?.name === 'media') found.add('ranges in media queries')
        break
      case 'Feature':
        look(`@media (${node.name})`, 'at-rules', 'media', node.name)
        break
      case 'Atrule':
        look(`@${node.name}`, 'at-rules', node.name)
        break
    }
  })
  return found
}

/** Lengths of small, large and dynamic windows, of containers, and of lines; the data has them in groups. */
const LATE_UNITS = /^(?:[sld]v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|r?lh|cap|rcap|rex|rch|ric|ic)$/

function isLate(path: readonly string[]): boolean {
  let node: Identifier | undefined = css as Identifier
  for (const step of path) node = node?.[step]
  return node?.['__compat'] !== undefined && lackedBy(node['__compat']).length > 0
}

/** Functions of values that are in the data under their own name, everywhere too late. */
const lateFunctions = (() => {
  const late = new Map<string, boolean>()
  for (const { name, compat } of featuresIn(css.types ?? {}, '', 3)) {
    late.set(name, (late.get(name) ?? true) && lackedBy(compat).length > 0)
  }
  return new Set([...late.keys()].filter((name) => late.get(name)))
})()

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
  const inline = PAGES.flatMap((file) => {
    const scripts = readFileSync(join(DIST, file), 'utf8').matchAll(/<script>([^]*?)<\/script>/g)
    return [...scripts].map(([, code = '']) => ({ file, code, isModule: false }))
  })
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
  it('the built site uses nothing in its scripts that the oldest browsers lack, except what is excused', () => {
    const scripts = builtScripts()
    expect(scripts.length).toBeGreaterThan(10)
    const found = newerScriptFeatures(scripts)
    expect(Object.fromEntries([...found].filter(([name]) => !(name in EXCUSED_SCRIPT)))).toEqual({})
  })

  it('the built site uses nothing in its styles that the oldest browsers do not know, except what is excused', () => {
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
    ['a.toSorted()', '.toSorted()'],
    ['a["findLast"](b)', '.findLast()'],
    ['scheduler.postTask(a)', 'scheduler'],
    ['globalThis.navigation', 'navigation'],
    ['/(?<=a)b/.test(c)', 'lookbehind'],
    ['class A { static { a() } }', 'static blocks'],
  ])('the search for newer features finds in %s that %s is newer', (code, name) => {
    expect(namesIn(code)).toContain(name)
  })

  it.each([
    ['a { rotate: 45deg }', 'rotate'],
    ['a:has(b) { color: red }', ':has()'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['@media (width >= 900px) { a { color: red } }', 'ranges in media queries'],
    ['@container (min-width: 1px) { a { color: red } }', '@container'],
    ['a { height: 100dvh }', 'dvh'],
    ['a { & b { color: red } }', 'nesting'],
  ])('the search for newer features finds in %s that %s is newer', (styles, name) => {
    expect([...newerStyleFeatures(styles)]).toContain(name)
  })
})

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientBuildOf } from '../../build/site/pages.ts'
import { scratchFolder } from '../server/scratch.ts'
import { tinySite } from './tinySite.ts'

const STYLES = { 'src/main.css': '\n\na { color: red }\n\n' }
const MAIN = {
  'src/main.ts': `import './main.css'\nimport { shared } from './shared.ts'\nconsole.log(shared)\nimport('./first.ts')\nimport('./second.ts')`,
  'src/shared.ts': `import { ground } from './ground.ts'\nexport const shared = () => ground`,
  // Needs in turn what needs it.
  'src/ground.ts': `import { shared } from './shared.ts'\nexport const ground = () => shared`,
  'src/first.ts': `import { shared } from './shared.ts'\nimport { helper } from './helper.ts'\nimport { ground } from './ground.ts'\nconsole.log(shared, helper, ground)\nexport const first = 1`,
  'src/helper.ts': `export const helper = 'helper'`,
  'src/second.ts': `export const second = 2`,
}
/** Puts each of the two into a script of its own. */
const APART = {
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'ground', test: /ground\.ts$/, priority: 2 },
      { name: 'shared', test: /shared\.ts$/, priority: 1 },
    ],
  },
}

let root: string
beforeEach(() => {
  root = scratchFolder()
})

async function clientBuild(files: Record<string, string>, config: InlineConfig = {}) {
  const builder = await tinySite(root, files, config)
  const { client } = builder.environments
  if (!client) throw new Error('Vite has lost its client')
  return clientBuildOf(builder.config, await builder.build(client))
}

describe('the client build', () => {
  it('is known by its folder and by its page as Vite has written it', async () => {
    const { folder, template } = await clientBuild({ ...MAIN, ...STYLES }, { build: { outDir: 'out/site' } })
    expect(folder).toBe(join(root, 'out/site'))
    expect(template).toBe(readFileSync(join(root, 'out/site/index.html'), 'utf8'))
    expect(template).toContain('<div id="root"></div>')
  })

  it('hands over its styles alone, without what Vite notes at their end, and their file is gone', async () => {
    const { folder, styles } = await clientBuild({ ...MAIN, ...STYLES })
    expect(styles).toBe('a{color:red}')
    const left = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.endsWith('.css'))).toEqual([])
    expect(existsSync(join(folder, 'index.js'))).toBe(true)
  })

  it('names the scripts that a source file needs, its own first, each once and below the base', async () => {
    const { scriptsOf } = await clientBuild(
      { ...MAIN, ...STYLES },
      { base: '/sub/', build: { rolldownOptions: { output: APART } } },
    )
    const [own, ...others] = scriptsOf('src/first.ts')
    expect(own).toBe('/sub/first.js')
    expect(others.toSorted()).toEqual(['/sub/ground.js', '/sub/shared.js'])
    expect(scriptsOf('src/second.ts')).toEqual(['/sub/second.js'])
  })

  it('finds a source file that shares its script with others', async () => {
    const { scriptsOf } = await clientBuild(
      { ...MAIN, ...STYLES },
      { build: { rolldownOptions: { output: APART } } },
    )
    expect(scriptsOf('src/helper.ts')).toEqual(scriptsOf('src/first.ts'))
    expect(scriptsOf('src/ground.ts')[0]).toBe('/ground.js')
  })

  it('leaves out what is fetched only when it is asked for', async () => {
    const { scriptsOf } = await clientBuild(
      { ...MAIN, ...STYLES },
      { build: { rolldownOptions: { output: APART } } },
    )
    expect(scriptsOf('src/main.ts').toSorted()).toEqual(['/ground.js', '/index.js', '/shared.js'])
  })

  it.each(['src/nothing.ts', 'first.ts'])('says that no script holds %s', async (module) => {
    const { scriptsOf } = await clientBuild({ ...MAIN, ...STYLES })
    expect(() => scriptsOf(module)).toThrow(`No script holds ${module}`)
  })

  it('has one style sheet: with none the pages would be bare, and of two one would be left out', async () => {
    await expect(clientBuild({ 'src/main.ts': 'console.log(1)' })).rejects.toThrow(
      'The build has 0 style sheets, not one',
    )
    const two = {
      'src/main.ts': `import './main.css'\nimport('./late.ts')`,
      'src/late.ts': `import './late.css'`,
      'src/late.css': 'b { color: blue }',
    }
    await expect(clientBuild({ ...two, ...STYLES }, { build: { cssCodeSplit: true } })).rejects.toThrow(
      'The build has 2 style sheets, not one',
    )
    expect(existsSync(join(root, 'dist/assets'))).toBe(true)
  })

  it('is refused where it has several outputs, or goes on for ever', async () => {
    const builder = await tinySite(root, { ...MAIN, ...STYLES })
    const { client } = builder.environments
    if (!client) throw new Error('Vite has lost its client')
    const output = await builder.build(client)
    const refused = 'The client build has no single output'
    if (Array.isArray(output) || !('output' in output)) throw new Error(refused)
    expect(() => clientBuildOf(builder.config, [output])).toThrow(refused)
    const watcher = { on: () => {}, close: () => Promise.resolve() }
    expect(() => clientBuildOf(builder.config, watcher as never)).toThrow(refused)
  })
})

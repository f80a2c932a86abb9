import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sitePlugin } from '../../build/site/sitePlugin.ts'
import { pages } from '../../src/pages.ts'
import { scratchFolder } from '../server/scratch.ts'
import { SITE, tinySite } from './tinySite.ts'

const MODULES = [...new Set(pages.map(({ file }) => file))]
const RENDERER = `
const page = (name) => ({ head: '<title>' + name + '</title>', body: '<main>' + name + '</main>', route: '/' + name })
export const site = ${JSON.stringify({ ...SITE, contactUrl: 'mailto:us@checker.example' })}
export const builtPages = ${JSON.stringify(pages)}
export const renderPage = async (path) => page(path.slice(1))`
const FILES: Record<string, string> = {
  '.env': [1, 2, 3, 4].map((part) => `VITE_ENC_KEY_${part}=abcdefgh`).join('\n'),
  'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'src/main.ts': `import './main.css'\n${MODULES.map((module) => `import('/${module}')`).join('\n')}`,
  'src/main.css': `a { color: red }\n${'b { color: blue }\n'.repeat(9)}`,
  'src/prerender.tsx': RENDERER,
  ...Object.fromEntries(MODULES.map((module) => [module, `console.log('${module}')`])),
}

let root: string
const site = (files: Record<string, string> = {}, host = 'server', config: InlineConfig = {}) =>
  tinySite(root, { ...FILES, ...files }, { plugins: [sitePlugin(host)], ...config })
const textOf = (name: string) => readFileSync(join(root, name), 'utf8')
/** The folder of all prerenderers, each build's below it. */
const prerenderers = () => readdirSync(join(root, 'node_modules/.prerender'))

beforeEach(() => {
  root = scratchFolder()
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

describe('the build of a site', () => {
  it('the build writes the pages, their files and images, and compressed copies, and removes its prerenderer', async () => {
    await (await site()).buildApp()
    const dist = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' })
    expect(dist).toEqual(
      expect.arrayContaining([
        'index.html',
        'index.html.br',
        'tweetcheck/results/index.html',
        'pow/index.html.gz',
        'manifest.webmanifest',
        '.well-known/security.txt',
        'sitemap.xml',
        'card.png',
        'icon-192.png',
        'icon.svg',
        'index.js',
      ]),
    )
    expect(dist.filter((name) => name.endsWith('.css'))).toEqual([])
    expect(textOf('dist/how/index.html')).toContain('<main>how</main>')
    const [, expires = ''] = /^Expires: (.*)$/m.exec(textOf('dist/.well-known/security.txt')) ?? []
    expect(Date.parse(expires)).toBeGreaterThan(Date.now())
    expect(readdirSync(root).toSorted()).toEqual([
      '.env',
      'dist',
      'index.html',
      'node_modules',
      'public',
      'src',
    ])
    expect(prerenderers()).toEqual([])
    expect(console.log).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^The site is in .*\/dist\/\.$/),
    )
  })

  it('the build gives Cloudflare its own files and S3 its upload script, and both the policy of the pages', async () => {
    await (await site({}, 'cloudflare')).buildApp()
    const [, policy = ''] =
      /http-equiv="Content-Security-Policy" content="(.*?)"/.exec(textOf('dist/how.html')) ?? []
    expect(policy).toContain("default-src 'none'")
    expect(textOf('dist/_headers')).toContain(`Content-Security-Policy: ${policy};`)

    await (await site({}, 's3')).buildApp()
    const uploaded = [...textOf('dist.s3.sh').matchAll(/aws s3 cp (\S+)\.html "\$target\/([^".]+)"/g)]
    const paths = pages.map(({ path }) => path.slice(1)).filter((path) => path && !path.includes(':'))
    expect(uploaded.map(([, file, name]) => [file, name])).toEqual(paths.map((path) => [path, path]))
    expect(console.log).toHaveBeenLastCalledWith(
      expect.stringContaining('/dist/. VITE_API_BASE is not set: '),
    )
  })

  it('the build ends with the error of a page that cannot be rendered, and removes its prerenderer', async () => {
    const broken = RENDERER.replace(/(async \(path\) =>).*/, "$1 { throw new Error('no ' + path) }")
    const builder = await site({ 'src/prerender.tsx': broken })
    await expect(builder.buildApp()).rejects.toThrow('no /404')
    expect(prerenderers()).toEqual([])
  })
})

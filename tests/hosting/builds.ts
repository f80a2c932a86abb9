import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import type { InlineConfig, ViteBuilder } from 'vite'
import { writeFiles } from '../../build/site/files.ts'
import type { SiteFacts } from '../../src/prerender.tsx'

const ROOT = join(import.meta.dirname, '../..')

/** A site in a folder of GitHub Pages whose API is on another origin. */
export const GITHUB = {
  VITE_HOST: 'github',
  VITE_BASE: '/repo/',
  VITE_API_BASE: 'https://api.checker.example',
  VITE_IP_LOOKUP_URL: 'https://ip.example/?format=json',
}

/** A build of the site made for one host. `beside` is where its files for the operator are. */
export type Build = Disposable & { folder: string; beside: string }

/** Builds the site with the given `VITE_*` variables, as an operator would. Where `TEST_BUILDS` names a folder, the same variables are built once. */
export function buildFor(variables: Record<string, string>): Build {
  const shared = process.env['TEST_BUILDS']
  const name = createHash('sha256').update(JSON.stringify(variables)).digest('hex').slice(0, 16)
  const beside = shared ? join(shared, name) : mkdtempSync(join(tmpdir(), 'checker-site-'))
  const folder = join(beside, 'dist')
  if (!existsSync(folder)) build(variables, folder)
  const remove = () => {
    if (!shared) rmSync(beside, { recursive: true, force: true })
  }
  return { folder, beside, [Symbol.dispose]: remove }
}

function build(variables: Record<string, string>, outDir: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: ROOT, env: { ...process.env, NODE_ENV: 'production', ...variables }, encoding: 'utf8' },
  )
  if (status === 0) return
  rmSync(outDir, { recursive: true, force: true })
  throw new Error(stderr)
}

/** A project of a few lines in a folder, whose files are given by their names, and Vite at work on it. Scripts keep the names of their sources. */
export function tinySite(
  root: string,
  files: Record<string, string>,
  { build, ...config }: InlineConfig = {},
): Promise<ViteBuilder> {
  writeFiles(root, {
    'index.html': `<!doctype html>
<html>
  <head><meta charset="utf-8" /></head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>`,
    ...files,
  })
  return createBuilder({
    root,
    configFile: false,
    logLevel: 'silent',
    ...config,
    build: {
      modulePreload: false,
      cssCodeSplit: false,
      minify: false,
      cssMinify: true,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      ...build,
    },
  })
}

/** The facts of a site at the root of its origin that asks its own API, shows nothing from elsewhere and names nobody. */
export const SITE: SiteFacts = {
  name: 'Checker',
  description: 'Checks',
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  powPostOrigins: [],
  contactUrl: '',
  carriesAds: false,
  indexed: [],
}

/** Width and height as a PNG's first chunk tells them, e.g. `192x192`. */
export function pngSize(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return `${view.getUint32(16)}x${view.getUint32(20)}`
}

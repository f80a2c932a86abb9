import { createBuilder } from 'vite'
import type { InlineConfig, ViteBuilder } from 'vite'
import { writeSiteFiles } from '../../build/site/files.ts'
import type { SiteFacts } from '../../src/prerender.tsx'

/** A project of a few lines in a folder, whose files are given by their names, and Vite at work on it. Scripts keep the names of their sources. */
export function tinySite(
  root: string,
  files: Record<string, string>,
  { build, ...config }: InlineConfig = {},
): Promise<ViteBuilder> {
  writeSiteFiles(root, {
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
  hasOrigin: true,
  origin: 'https://checker.example',
  base: '/',
  apiBase: '',
  ipLookupUrl: '/api/ip',
  timingUrl: '',
  powPostOrigins: [],
  contactUrl: '',
  carriesAds: false,
  adClient: '',
  version: '1.2.3',
  commit: 'abc',
  indexed: [],
}

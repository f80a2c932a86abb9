// `npm run build:cloudflare` builds the site for Cloudflare's assets (dist/) and the API as one Worker (dist-cloudflare/worker.js).
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build, createBuilder } from 'vite'
import type { InlineConfig } from 'vite'

/** Bundles the API for the Workers runtime as one module with its libraries. Modules that the runtime provides stay imports. */
const workerBuild: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, '../..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, external: [...builtinModules], target: 'webworker' },
  // hono-openapi can read schemas of many libraries, e.g. of zod, which development tools install. Ours are valibot's only.
  resolve: { alias: [{ find: /^zod(?:\/.*)?$/, replacement: 'data:text/javascript,' }] },
  build: {
    ssr: 'server/cloudflare/worker.ts',
    outDir: 'dist-cloudflare',
    target: 'es2024',
    rolldownOptions: {
      external: [/^node:/, 'cloudflare:workers'],
      output: { entryFileNames: 'worker.js', codeSplitting: false },
    },
  },
}

process.env['VITE_HOST'] = 'cloudflare'
const site = await createBuilder({ logLevel: 'warn' })
await site.buildApp()
await build(workerBuild)
console.log('The site is in dist/, the Worker in dist-cloudflare/. docs/hosting.md tells how to deploy them.')

import { join } from 'node:path'
import type { InlineConfig } from 'vite'

/** The API for the Workers runtime: one module with its libraries in it; what the runtime brings stays an import. */
export const workerBuild: InlineConfig = {
  configFile: false,
  root: join(import.meta.dirname, '../..'),
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'webworker' },
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

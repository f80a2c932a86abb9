import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildSite } from './buildSite.ts'
import { variableFaults } from './variableFaults.ts'

/** Checks the build's variables, and turns the client build into a site: a file for each page, images, the web app manifest, and what its host needs. */
export function sitePlugin(host: string): Plugin {
  // Below node_modules, so that it finds React; of this process alone, so that builds may run side by side.
  const prerenderer = join('node_modules/.prerender', String(process.pid))
  return {
    name: 'site',
    apply: 'build',
    config: () => ({
      builder: {},
      environments: {
        ssr: {
          build: {
            outDir: prerenderer,
            copyPublicDir: false,
            rolldownOptions: { input: 'src/prerender.tsx' },
          },
        },
      },
    }),
    configResolved({ env }) {
      const faults = variableFaults(env)
      if (faults.length === 0) return
      for (const fault of faults) console.error(fault)
      process.exit(1)
    },
    async buildApp(builder) {
      const folder = resolve(builder.config.root, prerenderer)
      try {
        await buildSite(builder, join(folder, 'prerender.js'), host)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

import { rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, ViteBuilder } from 'vite'
import { compressFiles, drawImages, siteFiles, writeFiles } from './files.ts'
import { hostNamed } from './hosts/hosts.ts'
import { PRERENDERED, clientBuildOf, writePages } from './pages.ts'
import type { Prerender } from './pages.ts'
import { apiNotice, variableFaults } from './variables.ts'

const PATHS = PRERENDERED.map(({ path }) => path)

/** The whole build, in order: the client, the prerenderer, the pages, the files beside them, and compressed copies of all. */
export async function buildSite(builder: ViteBuilder, prerenderer: string, hostName: string): Promise<void> {
  const host = hostNamed(hostName)
  const { client: clientEnvironment, ssr } = builder.environments
  if (!clientEnvironment || !ssr) throw new Error('The build has no client or no prerenderer')
  const client = clientBuildOf(builder.config, await builder.build(clientEnvironment))
  await builder.build(ssr)

  const prerender = (await import(pathToFileURL(prerenderer).href)) as Prerender
  const { site } = prerender
  const policy = await writePages(client, prerender, host.layout)
  writeFiles(client.folder, {
    ...(await drawImages()),
    ...siteFiles(site, Date.now()),
    ...host.files?.(site, policy, PATHS),
  })
  writeFiles(`${client.folder}/..`, { ...host.filesBeside?.(site, policy, PATHS) })
  compressFiles(client.folder)

  const notice = apiNotice(host, site)
  console.log(`The site is in ${relative('', client.folder)}/.${notice ? ` ${notice}` : ''}`)
}

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

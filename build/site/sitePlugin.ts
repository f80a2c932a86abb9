import { rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, ViteBuilder } from 'vite'
import { compressFiles, generateSiteFiles, writeSiteFiles } from './files.ts'
import { hostPresetByName } from './hosts/hosts.ts'
import { drawSiteImages, drawTabIcon } from './images.ts'
import { readClientBuild, writePages } from './pages.ts'
import type { PrerenderFunction } from './pages.ts'
import {
  apiVariableNotice,
  contactNotice,
  misspeltBuildVariables,
  siteOriginNotice,
  variableFaults,
} from './variables.ts'

async function buildSite(builder: ViteBuilder, prerenderer: string, hostName: string): Promise<void> {
  const host = hostPresetByName(hostName)
  const { client: clientEnvironment, ssr } = builder.environments
  if (!clientEnvironment || !ssr)
    throw new Error('Vite must have the environments client and ssr: see config() of sitePlugin')
  const client = readClientBuild(builder.config, await builder.build(clientEnvironment))
  await builder.build(ssr)

  const prerender = (await import(pathToFileURL(prerenderer).href)) as PrerenderFunction
  const { builtPages, site } = prerender
  const paths = builtPages.map(({ path }) => path.slice(1)).filter((path) => !path.includes(':'))
  const policy = await writePages(client, prerender, host.layout)
  writeSiteFiles(client.folder, {
    ...(await drawSiteImages()),
    'icon.svg': drawTabIcon(),
    ...generateSiteFiles(site, Date.now()),
    ...host.files?.(site, policy, paths),
  })
  writeSiteFiles(`${client.folder}/..`, { ...host.filesBeside?.(site, policy, paths) })
  compressFiles(client.folder)

  for (const warning of [siteOriginNotice(builder.config.env), contactNotice(builder.config.env)])
    if (warning) console.warn(warning)
  const notice = apiVariableNotice(host, site)
  console.log(`The site is in ${relative('', client.folder)}/.${notice ? ` ${notice}` : ''}`)
}

export function sitePlugin(host: string): Plugin {
  // The folder is below node_modules, so that its modules find React. Its name contains the process id, so that builds can run at the same time.
  const prerenderer = join('node_modules/.prerender', String(process.pid))
  return {
    name: 'site',
    apply: 'build',
    config: () => ({
      builder: { sharedConfigBuild: true },
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
      for (const sentence of misspeltBuildVariables(env)) console.error(sentence)
      const faults = variableFaults(env)
      for (const fault of faults) console.error(fault)
      if (faults.length > 0) process.exit(1)
    },
    async buildApp(builder) {
      const folder = resolve(builder.config.root, prerenderer)
      const removed = () => rmSync(folder, { recursive: true, force: true })
      await buildSite(builder, join(folder, 'prerender.js'), host).finally(removed)
    },
  }
}

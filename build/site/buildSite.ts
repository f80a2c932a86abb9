import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteBuilder } from 'vite'
import { apiNotice } from './apiNotice.ts'
import { clientBuildOf } from './clientBuild.ts'
import { compressFiles } from './compressFiles.ts'
import { hostNamed } from './hosts/hostNamed.ts'
import { drawImages } from './drawImages.ts'
import { siteFiles } from './siteFiles.ts'
import { PRERENDERED, writePages } from './writePages.ts'
import type { Prerender } from './writePages.ts'
import { writeFiles } from './writeFiles.ts'

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

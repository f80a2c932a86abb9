import type { TestProject } from 'vitest/node'
import { startSite } from '../e2e/startServer.ts'
import { buildSite } from '../run/system.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the server that the journeys visit. */
    site: string
  }
}

/** Builds the site, and starts the server. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  buildSite()
  const { url, stop } = await startSite({ TRUST_PROXY: '127.0.0.1' })
  project.provide('site', url)
  return stop
}

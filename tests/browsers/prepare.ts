import { spawnSync } from 'node:child_process'
import type { TestProject } from 'vitest/node'
import { startSite } from '../e2e/startServer.ts'
import { ensureJapaneseFonts, ensureProgram } from '../run/programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the server that the journeys visit. */
    site: string
  }
}

/** Makes sure of the browsers, builds the site unless `npm run ci` has, and starts the server that collects agreement. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  for (const name of ['firefox', 'WebKitWebDriver', 'MiniBrowser', 'Xvfb'] as const) ensureProgram(name)
  ensureJapaneseFonts()
  if (!process.env['TEST_BUILDS']) build()
  const { url, stop } = await startSite({ TRUST_PROXY: '127.0.0.1' })
  project.provide('site', url)
  return stop
}

function build(): void {
  const command = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const { status } = spawnSync(process.execPath, command, { env, stdio: 'inherit' })
  if (status !== 0) throw new Error('The site could not be built.')
}

import { mkdtempSync, rmSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { build, preview } from 'vite'
import type { InlineConfig } from 'vite'
import { kernelAssetsPlugin } from '../../build/kernelAssets.ts'
import { RunEnvironment, Trial } from '../../src/profiler/model/result.ts'
import { launchChromium } from '../page/openBrowser.ts'
import type { ContestantField } from './field.ts'
import { readPeerVersions } from './versions.ts'

/** Runs the same contestants in headless Chromium, on a page that is built for this purpose. */
export async function openBrowserField(): Promise<ContestantField> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pow-'))
  const site: InlineConfig = {
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, target: 'esnext' },
    plugins: [kernelAssetsPlugin()],
    worker: { format: 'es', plugins: () => [kernelAssetsPlugin()] },
  }
  await build(site)
  const server = await preview({ ...site, preview: { port: 0 } })
  const browser = await launchChromium()
  const page = await browser.newPage()
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  const about = await page.evaluate(async () => {
    const field = await globalThis.field
    return { names: field?.names, environment: field?.environment }
  })
  const read = v.parse(v.object({ names: v.array(v.string()), environment: RunEnvironment }), about)
  const cpu = os.cpus()[0]?.model ?? null
  return {
    names: read.names,
    environment: {
      ...read.environment,
      cpu,
      versions: { ...readPeerVersions(), chromium: browser.version() },
    },
    rate: async (name, time) =>
      v.parse(
        v.number(),
        await page.evaluate(async ([name, time]) => (await globalThis.field)?.rate(name, time), [
          name,
          time,
        ] as const),
      ),
    trials: async (name, settings) =>
      v.parse(
        v.array(Trial),
        await page.evaluate(async ([name, settings]) => (await globalThis.field)?.trials(name, settings), [
          name,
          settings,
        ] as const),
      ),
    async close() {
      await browser.close()
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

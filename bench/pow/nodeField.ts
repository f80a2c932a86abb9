import { createRequire } from 'node:module'
import os from 'node:os'
import { BASELINE_SEARCHES } from '../../workers/baselines.ts'
import { ENGINE_NAMES } from '../../workers/engine/Engine.ts'
import { createForcedEngine } from '../../workers/forcedEngine.ts'
import { SAMPLE_KEY, createContestantField, createRangedContestant } from './field.ts'
import type { ContestantField } from './field.ts'
import { createPeers } from './peers.ts'
import type { SolvePow } from './peers.ts'
import { readPeerVersions } from './versions.ts'

export async function openNodeField(): Promise<ContestantField> {
  const { solve_pow }: { solve_pow: SolvePow } = createRequire(import.meta.url)('@cap.js/wasm')
  const close = () => {}
  const engines = await Promise.all(
    ENGINE_NAMES.map(async (name) => {
      const { engine } = await createForcedEngine(name, SAMPLE_KEY.length)
      return createRangedContestant(name, { search: async (request) => engine.search(request), close })
    }),
  )
  const based = Object.entries(BASELINE_SEARCHES).map(([name, search]) =>
    createRangedContestant(name, { search, close }),
  )
  return {
    ...createContestantField([...engines, ...based, ...createPeers(solve_pow)]),
    environment: {
      label: `Node ${process.version}`,
      date: new Date().toISOString(),
      runtime: 'node',
      browser: null,
      userAgent: `Node.js/${process.versions.node} V8/${process.versions.v8}`,
      platform: `${os.type()} ${os.release()} ${os.arch()}`,
      model: null,
      cpu: os.cpus()[0]?.model ?? null,
      cores: os.availableParallelism(),
      memory: Math.round(os.totalmem() / 2 ** 30),
      clockResolution: 0.001,
      crossOriginIsolated: false,
      versions: { ...readPeerVersions(), node: process.versions.node, v8: process.versions.v8 },
    },
    close: async () => {},
  }
}

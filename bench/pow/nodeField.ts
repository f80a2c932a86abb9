import { createRequire } from 'node:module'
import os from 'node:os'
import { baselines } from '../../workers/baselines.ts'
import { ENGINE_NAMES } from '../../workers/engine/Engine.ts'
import { forcedEngine } from '../../workers/forcedEngine.ts'
import { KEY, createField, createRangedContestant } from './field.ts'
import type { Field } from './field.ts'
import { peers } from './peers.ts'
import type { SolvePow } from './peers.ts'
import { versions } from './versions.ts'

export async function nodeField(): Promise<Field> {
  const { solve_pow }: { solve_pow: SolvePow } = createRequire(import.meta.url)('@cap.js/wasm')
  const close = () => {}
  const engines = await Promise.all(
    ENGINE_NAMES.map(async (name) => {
      const { engine } = await forcedEngine(name, KEY.length)
      return createRangedContestant(name, { search: async (request) => engine.search(request), close })
    }),
  )
  const based = Object.entries(baselines).map(([name, search]) =>
    createRangedContestant(name, { search, close }),
  )
  return {
    ...createField([...engines, ...based, ...peers(solve_pow)]),
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
      versions: { ...versions(), node: process.versions.node, v8: process.versions.v8 },
    },
    close: async () => {},
  }
}

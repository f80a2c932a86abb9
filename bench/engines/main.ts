import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { measurePool, poolTableRows } from '../pool/measurePool.ts'
import { KEY_LENGTHS_BYTES, loadEngineAssets } from './assets.ts'
import { bundleBenchmarkEntry, serveBundle } from './bundle.ts'
import type { ContestantName } from './contestants.ts'
import { createNativeYardstick } from './nativeYardstick.ts'
import { compareEngines, summariseSpread } from './compareEngines.ts'
import type { EngineFigure } from './compareEngines.ts'
import { createBrowserRuntime, createJitlessRuntime, createNodeRuntime } from './runtimes.ts'
import type { BenchmarkRuntime } from './runtimes.ts'
import { readOptions, allowWhole } from '../options.ts'

const values = readOptions(
  `npm run bench:pow -- [--quick] [--browsers] [--json FILE] [--rounds 9] [--keys 200]
Measures our engines against native code and the peers by turns, and the pool from click to counter.`,
  {
    quick: { type: 'boolean', default: false },
    browsers: { type: 'boolean', default: false },
    json: { type: 'string' },
    rounds: { type: 'string' },
    keys: { type: 'string', default: '200' },
  },
  { rounds: allowWhole(1), keys: allowWhole(1) },
)
const rounds = Number(values.rounds ?? (values.quick ? 3 : 9))
const SLICE = 100

const OURS = ['javascript', 'scalar', 'unrolled', 'rolled'] as const
const PEERS = ['cap', 'mCaptcha', 'hash-wasm, bytes', 'hash-wasm', '@noble/hashes', 'altcha'] as const

/** The contestants in each runtime: all of them in V8, only ours in the other browsers, and without a compiler those that need no WebAssembly. */
function contestantsIn({ name }: BenchmarkRuntime): readonly ContestantName[] {
  if (name === 'node --jitless') return ['javascript', '@noble/hashes']
  return name === 'node' || name.startsWith('chromium')
    ? [...OURS, ...PEERS]
    : [...OURS, 'hash-wasm, bytes', '@noble/hashes']
}

const assets = loadEngineAssets()
const folder = await bundleBenchmarkEntry('contestants.ts')
const { url, close } = await serveBundle(folder)
const runtimes: BenchmarkRuntime[] = [await createNodeRuntime(folder, assets), createJitlessRuntime(folder)]
if (!values.quick) runtimes.push(await createBrowserRuntime('chromium', url, assets))
for (const name of values.browsers ? (['firefox', 'webkit'] as const) : [])
  runtimes.push(await createBrowserRuntime(name, url, assets))

// Each round measures one slice of every contestant in every runtime, native code included, so that a machine that slows down slows all of them.
const native = createNativeYardstick()
const rates = new Map<string, { engine: string; runtime: string; keyBytes: number; seen: number[] }>()
function note(engine: string, runtime: string, keyBytes: number, rate: number): void {
  const id = `${engine} ${runtime} ${keyBytes}`
  const entry = rates.get(id) ?? { engine, runtime, keyBytes, seen: [] }
  rates.set(id, entry)
  entry.seen.push(rate)
}
// The rolled engine comes first, as in every worker, because compilers are still busy with a large kernel when the next engine begins.
for (const runtime of runtimes)
  for (const name of OURS.toReversed()) {
    if (runtime.name === 'node --jitless') continue
    for (const keyBytes of KEY_LENGTHS_BYTES) {
      note(`${name}, first 20 ms`, runtime.name, keyBytes, await runtime.slice(name, keyBytes, 20))
    }
  }
for (let round = 0; round < rounds; round++) {
  for (const runtime of runtimes) {
    for (const [bytes, figures] of Object.entries(native?.(SLICE / 2000) ?? {})) {
      for (const kind of ['simd128', 'scalar'] as const) note(kind, 'native', Number(bytes), figures[kind])
    }
    for (const name of contestantsIn(runtime)) {
      for (const keyBytes of KEY_LENGTHS_BYTES)
        note(name, runtime.name, keyBytes, await runtime.slice(name, keyBytes, SLICE))
    }
  }
}
for (const runtime of runtimes) await runtime.close()
close()

const figures: EngineFigure[] = [...rates.values()].map(({ engine, runtime, keyBytes, seen }) => ({
  engine,
  runtime,
  keyBytes,
  attemptsPerSecond: summariseSpread(seen),
}))
const ratios = compareEngines(figures)
const pool = values.quick ? [] : await measurePool(Number(values.keys))
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version }
console.log(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`)
console.table(
  figures.map(({ attemptsPerSecond, ...figure }) => ({
    ...figure,
    'M/s': (attemptsPerSecond.median / 1e6).toFixed(3),
    min: (attemptsPerSecond.min / 1e6).toFixed(3),
    max: (attemptsPerSecond.max / 1e6).toFixed(3),
  })),
)
console.table(ratios)
if (pool.length > 0) console.table(poolTableRows(pool))
if (values.json)
  writeFileSync(values.json, `${JSON.stringify({ machine, figures, ratios, pool }, null, 2)}\n`)

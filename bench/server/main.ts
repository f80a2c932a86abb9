// `npm run bench:server` measures how many requests the server answers. The kinds of requests take turns, so that a busy machine slows all of them.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../../src/profiler/stats/sample.ts'
import { readOptions, allowWhole } from '../options.ts'
import type { LoadFigures, LoadKind } from './load.ts'

const values = readOptions(
  `npm run bench:server -- [--rounds 5] [--seconds 3]
Loads the server and bare routes in turns.`,
  {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
  },
  { rounds: allowWhole(1), seconds: allowWhole(1) },
)
// Only now, so that the usage needs no package of bench/package.json.
const { keysFromSecret, runLoad } = await import('./load.ts')
const ROUNDS = Number(values.rounds)
const SECONDS = Number(values.seconds)
const CONNECTIONS = 50
const CROWD = 500

const secret = randomBytes(32).toString('hex')
const keys = keysFromSecret(secret)
const folder = mkdtempSync(join(tmpdir(), 'checker-bench-'))

const targets = await Promise.all([start('bare'), start('full')])
const [bare, full] = targets
const runs: Record<'bare' | 'bareJson' | LoadKind, Measured[]> = {
  bare: [],
  bareJson: [],
  issue: [],
  redeem: [],
}
await measure(bare, 'issue', 1)
await measure(full, 'redeem', 1)
for (let round = 0; round < ROUNDS; round++) {
  runs.bare.push(await measure(bare, 'issue', SECONDS))
  runs.bareJson.push(await measure(bare, 'redeem', SECONDS))
  runs.issue.push(await measure(full, 'issue', SECONDS))
  runs.redeem.push(await measure(full, 'redeem', SECONDS))
}
const per = (kind: keyof typeof runs, of: (run: Measured) => number) => median(runs[kind].map(of))
for (const kind of ['bare', 'bareJson', 'issue', 'redeem'] as const) {
  const share = (of: (run: Measured) => number) => `${((100 * per(kind, of)) / per('bare', of)).toFixed(0)} %`
  console.log(
    `${kind}: ${per(kind, (run) => run.perSecond).toFixed(0)} requests/s (${share((run) => run.perSecond)} of bare), ` +
      `${per(kind, (run) => run.perCpuSecond).toFixed(0)} per second of one core (${share((run) => run.perCpuSecond)} of bare), ` +
      `${runs[kind].reduce((sum, run) => sum + run.failed, 0)} failed`,
  )
}
for (const kind of ['issue', 'redeem'] as const) {
  const { p99Ms, perSecond, failed } = await runLoad(kind, full.port, keys, CROWD, { duration: SECONDS })
  console.log(
    `${kind} with ${CROWD} connections: p99 ${p99Ms} ms at ${perSecond.toFixed(0)} requests/s, ${failed} failed`,
  )
}
for (const { child } of targets) child.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })

type Target = Awaited<ReturnType<typeof start>>
type Measured = LoadFigures & { perCpuSecond: number }

async function start(kind: 'bare' | 'full') {
  const path = join(import.meta.dirname, 'target.ts')
  const child = fork(path, [kind, folder, secret])
  const [port] = (await once(child, 'message')) as [number]
  return { child, port }
}

async function readCpuSeconds({ child }: Target): Promise<number> {
  child.send('cpu')
  const [milliseconds] = (await once(child, 'message')) as [number]
  return milliseconds
}

async function measure(target: Target, kind: LoadKind, seconds: number): Promise<Measured> {
  const started = await readCpuSeconds(target)
  const run = await runLoad(kind, target.port, keys, CONNECTIONS, { duration: seconds })
  return { ...run, perCpuSecond: (1000 * run.requests) / ((await readCpuSeconds(target)) - started) }
}

// How honest visitors fare beside a greedy one: `node tests/bench/server/fairness.ts`. Rounds with and without it take turns, so that a busy machine slows both.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../../server/serverProcess.ts'
import { ERRANDS, run } from './errands.ts'
import type { Errand } from './errands.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const SECONDS = Number(process.env['SECONDS'] ?? 30)
const HONEST = 200
/** Each honest visitor does something so often on average. */
const PAUSE_MS = 4000
const KINDS = Object.keys(ERRANDS) as Errand[]

type Outcome = { ms: number; code: string }
const rounds: Record<'alone' | 'beside', Map<Errand, Outcome[]>> = { alone: new Map(), beside: new Map() }

const folder = mkdtempSync(join(tmpdir(), 'checker-fairness-'))
const [stub, { base }] = await part('stub')
const server = await startServer({
  DATA_DIR: folder,
  UPSTREAM: 'x',
  X_API_BASE: base,
  X_OEMBED_BASE: base,
  X_BEARER_TOKEN: 'token',
  X_ACCOUNT_CHECKS: 'permitted',
  X_BUDGET_USD_PER_DAY: '100000',
  POW_DIFFICULTY: '1',
  RATE_LIMIT_PER_MINUTE: '60',
  TRUST_PROXY: '127.0.0.1',
})
await honestFor(5_000, new Map())
for (let round = 0; round < ROUNDS; round++) {
  await honestFor(SECONDS * 1000, rounds.alone)
  const [greedy] = await part('greedy', server.url)
  await honestFor(SECONDS * 1000, rounds.beside)
  greedy.kill('SIGKILL')
  // What it has begun ends, and its minute is over before the next round with it.
  await delay(5000)
}
for (const kind of KINDS) print(kind)
await server.kill('SIGKILL')
stub.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })

async function part(mode: 'stub' | 'greedy', url = '') {
  const child = fork(join(import.meta.dirname, 'fairnessPart.ts'), [mode, url])
  const [told] = (await once(child, 'message')) as [{ base: string }]
  return [child, told] as const
}

/** All honest visitors, each at times of its own, with everything in turn. */
async function honestFor(ms: number, into: Map<Errand, Outcome[]>): Promise<void> {
  const end = performance.now() + ms
  const visitors = Array.from({ length: HONEST }, async (_, index) => {
    await delay(Math.random() * PAUSE_MS)
    for (let turn = index; performance.now() < end; turn++) {
      const kind = KINDS[turn % KINDS.length] ?? 'challenge'
      const started = performance.now()
      const code = await run(kind, server.url, `198.18.${index >> 8}.${index % 256}`)
      into.set(kind, [...(into.get(kind) ?? []), { ms: performance.now() - started, code }])
      await delay(PAUSE_MS * (0.5 + Math.random()))
    }
  })
  await Promise.all(visitors)
}

function print(kind: Errand): void {
  const [alone, beside] = [rounds.alone, rounds.beside].map((map) => map.get(kind) ?? [])
  const p = (outcomes: Outcome[] = [], part: number) =>
    outcomes.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(outcomes.length * part)] ?? Number.NaN
  const failed = (outcomes: Outcome[] = []) =>
    outcomes.filter(({ code }) => code !== '').map(({ code }) => code)
  const ratio = (part: number) => (p(beside, part) / p(alone, part)).toFixed(2)
  console.log(
    `${kind}: p50 ${p(alone, 0.5).toFixed(0)} → ${p(beside, 0.5).toFixed(0)} ms (${ratio(0.5)}), ` +
      `p95 ${p(alone, 0.95).toFixed(0)} → ${p(beside, 0.95).toFixed(0)} ms (${ratio(0.95)}), ` +
      `${alone?.length} and ${beside?.length} answers, failed: [${failed(alone)}] and [${failed(beside)}]`,
  )
}

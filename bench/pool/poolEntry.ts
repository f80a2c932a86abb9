import { API_KEY_BYTES } from '../../src/crypto/selectEngine.ts'
import { solveChallenge } from '../../src/crypto/solve.ts'
import { benchmarkWorkers, ensureWorkers } from '../../src/crypto/workerPool.ts'
import { createSearchKey } from '../../src/profiler/model/settings.ts'
import { createBarePool } from './barePool.ts'

/** Milliseconds between two searches, in which the other workers stop, so that all are idle when the next search starts. */
const REST_MS = 8

/** Number of searches between two measurements of the workers' rate, and the milliseconds of each measurement. */
const SEARCHES_PER_RATE = 20
const RATE_MS = 40

export type PoolRace = {
  engine: string
  workers: number
  /** For each key: the milliseconds of both pools, and the number of attempts up to the first solution that either found. */
  keys: { product: number; bare: number; attempts: number }[]
  rates: number[]
}

const keyAt = (seed: number, index: number) => createSearchKey({ seed, keyLength: API_KEY_BYTES }, index)
const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS))

async function solveProduct(key: string, difficulty: number) {
  const { signal } = new AbortController()
  const startedAt = performance.now()
  const counter = await solveChallenge(key, difficulty, { signal }).catch(() => null)
  return { counter, milliseconds: performance.now() - startedAt }
}

/** Returns the milliseconds of the first search on this page, by the product or by bare workers with the rolled engine, including their start. */
export async function solveWithColdPool(
  who: 'product' | 'bare',
  difficulty: number,
  workers: number,
  index: number,
) {
  const key = keyAt(difficulty, index)
  if (who === 'product') return (await solveProduct(key, difficulty)).milliseconds
  const startedAt = performance.now()
  const bare = createBarePool(workers)
  await bare.start('rolled', API_KEY_BYTES)
  const started = performance.now() - startedAt
  return started + (await bare.solve(key, difficulty)).milliseconds
}

let prepared: ReturnType<typeof prepare> | undefined

/** Lets the product's warm workers, with the engine that they chose, race against as many bare workers with the same engine. */
async function prepare() {
  const workers = ensureWorkers()
  await benchmarkWorkers(workers)
  const engines = await Promise.all(workers.map(async ({ setup }) => (await setup)?.engine))
  const engine = engines[0] ?? 'rolled'
  const bare = createBarePool(workers.length)
  await bare.start(engine, API_KEY_BYTES)
  await bare.rate(300, API_KEY_BYTES)
  for (let index = 0; index < 20; index++) await solveProduct(keyAt(1_000, index), 4)
  return { bare, engine, workers: workers.length }
}

export async function racePools(difficulty: number, from: number, count: number): Promise<PoolRace> {
  prepared ??= prepare()
  const { bare, engine, workers } = await prepared
  const made: PoolRace = { engine, workers, keys: [], rates: [] }
  for (let index = from; index < from + count; index++) {
    if (index % SEARCHES_PER_RATE === 0) made.rates.push(await bare.rate(RATE_MS, API_KEY_BYTES))
    const key = keyAt(difficulty, index)
    const solvers = [() => solveProduct(key, difficulty), () => bare.solve(key, difficulty)] as const
    const answers: Awaited<ReturnType<typeof solveProduct>>[] = []
    for (const turn of index % 2 === 0 ? [0, 1] : [1, 0]) {
      await rest()
      answers[turn] = (await solvers[turn]?.()) ?? { counter: null, milliseconds: Number.NaN }
    }
    const [one, two] = answers
    const counter = Math.min(one?.counter ?? Infinity, two?.counter ?? Infinity)
    if (!Number.isFinite(counter)) continue
    made.keys.push({ product: one?.milliseconds ?? 0, bare: two?.milliseconds ?? 0, attempts: counter + 1 })
  }
  return made
}

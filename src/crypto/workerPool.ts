import type { EngineName } from '../../workers/engine/Engine.ts'
import { verify } from '../../workers/verify.ts'
import { config } from '../config.ts'
import { API_KEY_BYTES, selectEngine, benchmarkEngines } from './selectEngine.ts'
import { createPageWorker, createSearchWorker } from './searchWorker.ts'
import type { SearchWorker } from './searchWorker.ts'

/**
 * Milliseconds that the first chunk of a search and the longest chunk take. A worker can stop in the middle of a chunk. With shorter
 * chunks workers would be idle while their answers wait for the page.
 */
const FIRST_CHUNK_MS = 8
const CHUNK_MS_MAX = 16

/**
 * Attempts in a chunk while a worker's speed is unknown. They take a few milliseconds with WebAssembly, tens on a slow phone, 80 without a
 * compiler.
 */
const FIRST_CHUNK_ATTEMPTS = { unrolled: 65_536, rolled: 65_536, scalar: 32_768, javascript: 8_192 }
const CHUNK_MIN = 256
const CHUNK_MAX = 500_000

/** Weight of one chunk in a worker's moving average rate, and the milliseconds below which a chunk is too short to count. */
const RATE_WEIGHT = 0.3
const ELAPSED_MS_MIN = 2

export function createAdaptiveChunkSize(engine: EngineName) {
  let average: number | null = null
  let target = FIRST_CHUNK_MS
  return {
    rate: () => average,
    restart(): void {
      target = FIRST_CHUNK_MS
    },
    next(): number {
      if (average === null) return FIRST_CHUNK_ATTEMPTS[engine]
      return Math.round(Math.min(Math.max(average * target, CHUNK_MIN), CHUNK_MAX))
    },
    measured(rate: number): void {
      average = rate
    },
    answered(attempts: number, elapsed: number): void {
      target = Math.min(target * 2, CHUNK_MS_MAX)
      const seen = attempts / Math.max(elapsed, 0.05)
      if (average === null) average = seen
      else if (elapsed > ELAPSED_MS_MIN) average += (seen - average) * RATE_WEIGHT
    },
  }
}

export type AdaptiveChunkSize = ReturnType<typeof createAdaptiveChunkSize>

/** What a worker was prepared for. `benchmark` is the fastest engine, once a search was long enough to compare engines. */
type WorkerSetup = {
  engine: EngineName
  keyBytes: number
  chunkSize: AdaptiveChunkSize
  benchmark: Promise<EngineName> | null
}

/** A worker of the pool. If it fails, `remote` becomes another one, and if that fails too, the page itself. */
export type PoolWorker = {
  remote: Promise<SearchWorker>
  replaced: number
  setup: Promise<WorkerSetup> | null
  /** Whether it was replaced because it was slow. This is tried only once. */
  renewed: boolean
}

export function createPoolWorker(): PoolWorker {
  return { remote: startWorker(0), replaced: 0, setup: null, renewed: false }
}

async function startWorker(replaced: number): Promise<SearchWorker> {
  if (replaced > 1) return await createPageWorker()
  try {
    return createSearchWorker()
  } catch {
    return await createPageWorker()
  }
}

export async function ensureReady(worker: PoolWorker, keyBytes: number): Promise<WorkerSetup> {
  const before = await worker.setup?.catch(() => undefined)
  if (before && before.keyBytes === keyBytes) return before
  worker.setup = (async () => {
    const engine = await selectEngine(await worker.remote, keyBytes, before?.engine ?? null)
    const chunkSize = before?.chunkSize ?? createAdaptiveChunkSize(engine)
    return { engine, keyBytes, chunkSize, benchmark: before?.benchmark ?? null }
  })()
  return await worker.setup
}

/**
 * Finds the fastest engine on the first worker, and makes all workers use it. A worker measures only while it has nothing to search.
 * Errors are ignored here: the search meets and handles them.
 */
export async function benchmarkWorkers([first, ...others]: readonly PoolWorker[]): Promise<void> {
  if (!first) return
  const preparing = Promise.allSettled(others.map((worker) => ensureReady(worker, API_KEY_BYTES)))
  const fastest = await benchmarkWorker(first).catch(() => undefined)
  await preparing
  await Promise.allSettled(others.map((worker) => benchmarkWorker(worker, fastest)))
}

async function benchmarkWorker(worker: PoolWorker, fastest?: EngineName): Promise<EngineName> {
  const setup = await ensureReady(worker, API_KEY_BYTES)
  setup.benchmark ??= (async () => {
    const { engine, rate } = await benchmarkEngines(await worker.remote, setup.engine, fastest)
    setup.engine = engine
    setup.chunkSize.measured(rate)
    return engine
  })().catch((error: unknown) => {
    setup.benchmark = null
    throw error
  })
  return await setup.benchmark
}

/** Replaces the remote worker `old`, unless it has been replaced already: several calls may fail with the same one. */
export async function replaceWorker(
  worker: PoolWorker,
  old: Promise<SearchWorker>,
  isSlow: boolean = false,
): Promise<void> {
  if (worker.remote !== old) return
  if (isSlow) worker.renewed = true
  else worker.replaced += 1
  worker.remote = startWorker(worker.replaced)
  worker.setup = null
  await old.then((remote) => remote.close()).catch(() => undefined)
}

/** Maximum number of workers: more than eight gain little for a search of milliseconds, and each costs memory. */
const WORKERS_MAX = 8

/** The page's only pool: at most WORKERS_MAX workers, kept for as long as the page lives. */
const pool: PoolWorker[] = []

/** Returns how many workers a device gets: one core is left to the page, but a device with two cores gets two workers. */
function workerCountForCores(cores: number | undefined): number {
  if (cores === 1) return 1
  return Math.min(Math.max((cores ?? 2) - 1, 2), WORKERS_MAX)
}

/**
 * Returns the pool's workers, after starting those of the first `count` that are missing (all by default). In browsers without workers
 * there is one, the page itself.
 */
export function ensureWorkers(count = Infinity): readonly PoolWorker[] {
  const most = typeof Worker === 'undefined' ? 1 : workerCountForCores(navigator.hardwareConcurrency)
  while (pool.length < Math.min(count, most)) pool.push(createPoolWorker())
  return pool
}

const WORKER_STARTS_MAX = 3

/**
 * Encrypts `text` in a worker with the configured key; returns `""` if there is no key. Rejects if all tries failed, so that a later check
 * tries again.
 */
export async function encryptInWorker(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [worker] = ensureWorkers(1)
  if (!worker) return ''
  let reason: unknown
  for (let tries = 0; tries < WORKER_STARTS_MAX; tries++) {
    const { remote } = worker
    try {
      return await (await remote).encrypt(request)
    } catch (error) {
      reason = error
      await replaceWorker(worker, remote)
    }
  }
  throw reason
}

/** A worker counts as slow after this many slow chunks in a row, which take about a third of a second. */
const SLOW_CHUNKS = 20

/**
 * Returns a function that is called after each chunk with the worker's rate and those of its peers (null while unknown). It returns
 * whether the worker has been slower than half the peers' median for SLOW_CHUNKS chunks.
 */
export function createSlownessDetector() {
  let slowChunks = 0
  return (rate: number | null, peers: readonly (number | null)[]): boolean => {
    const rates = peers.filter((peer) => peer !== null).sort((one, other) => one - other)
    const median = rates[rates.length >> 1]
    slowChunks = rate !== null && median !== undefined && rate < median / 2 ? slowChunks + 1 : 0
    return slowChunks >= SLOW_CHUNKS
  }
}

/** Starts and prepares one worker and the verifier: one solves most challenges in milliseconds. */
export async function warmUpWorker(): Promise<void> {
  const [worker] = ensureWorkers(1)
  // The verifier is compiled at its first use, so it is called here once.
  await Promise.allSettled([worker && ensureReady(worker, API_KEY_BYTES), verify('', 0, 0)])
}

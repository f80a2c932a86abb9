import type { EngineName } from '../../workers/engine/Engine.ts'
import { verify } from '../../workers/verify.ts'
import { config } from '../config.ts'
import { API_KEY_BYTES, selectEngine, benchmarkEngines } from './engines.ts'
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

type WorkerSetup = { engine: EngineName; keyBytes: number; chunkSize: AdaptiveChunkSize }

/**
 * A place in the pool, which always has a worker. A worker that fails is replaced by another one, and if that fails too, by the page
 * itself.
 */
export type WorkerSlot = {
  worker: Promise<SearchWorker>
  replaced: number
  setup: Promise<WorkerSetup> | null
  /** Whether the slot's worker was replaced because it was slow. This is tried only once. */
  renewed: boolean
}

export function createWorkerSlot(): WorkerSlot {
  return { worker: newWorker(0), replaced: 0, setup: null, renewed: false }
}

async function newWorker(replaced: number): Promise<SearchWorker> {
  if (replaced > 1) return await createPageWorker()
  try {
    return createSearchWorker()
  } catch {
    return await createPageWorker()
  }
}

export async function ensureSlotReady(slot: WorkerSlot, keyBytes: number): Promise<WorkerSetup> {
  const before = await slot.setup?.catch(() => undefined)
  if (before && before.keyBytes === keyBytes) return before
  slot.setup = (async () => {
    const engine = await selectEngine(await slot.worker, keyBytes, before?.engine ?? null)
    return { engine, keyBytes, chunkSize: before?.chunkSize ?? createAdaptiveChunkSize(engine) }
  })()
  return await slot.setup
}

/**
 * Warms up the slots that are not set up yet. The first worker finds the fastest engine; the others wait, so that its compiler can use all
 * cores. Errors are ignored here: the search meets and handles them.
 */
export async function warmSlots(slots: readonly WorkerSlot[]): Promise<void> {
  const [first, ...others] = slots.filter((slot) => !slot.setup)
  // Stryker disable next-line ConditionalExpression: nothing is warmed up without a worker slot either way
  if (!first) return
  const preparing = Promise.allSettled(others.map((slot) => ensureSlotReady(slot, API_KEY_BYTES)))
  const fastest = await benchmarkSlot(first).catch(() => undefined)
  await preparing
  await Promise.allSettled(others.map((slot) => benchmarkSlot(slot, fastest)))
}

async function benchmarkSlot(slot: WorkerSlot, fastest?: EngineName): Promise<EngineName> {
  const setup = await ensureSlotReady(slot, API_KEY_BYTES)
  const { engine, rate } = await benchmarkEngines(await slot.worker, setup.engine, fastest)
  setup.engine = engine
  setup.chunkSize.measured(rate)
  return engine
}

/** Replaces the slot's worker `old`, unless it has been replaced already: several calls may fail with the same worker. */
export async function replaceWorker(
  slot: WorkerSlot,
  old: Promise<SearchWorker>,
  isSlow: boolean = false,
): Promise<void> {
  if (slot.worker !== old) return
  if (isSlow) slot.renewed = true
  else slot.replaced += 1
  slot.worker = newWorker(slot.replaced)
  slot.setup = null
  await old.then((worker) => worker.close()).catch(() => undefined)
}

/** Maximum number of workers: more than eight gain little for a search of milliseconds, and each costs memory. */
const WORKERS_MAX = 8

/** The page's only pool: at most WORKERS_MAX worker slots, kept for as long as the page lives. */
const slots: WorkerSlot[] = []

/** Returns how many workers a device gets: one core is left to the page, but a device with two cores gets two workers. */
export function workerCountForCores(cores: number | undefined): number {
  if (cores === 1) return 1
  return Math.min(Math.max((cores ?? 2) - 1, 2), WORKERS_MAX)
}

/**
 * Returns the pool's worker slots, after creating those of the first `count` that are missing (all by default). In browsers without
 * workers there is one slot, for the page itself.
 */
export function ensureSlots(count = Infinity): readonly WorkerSlot[] {
  const most = typeof Worker === 'undefined' ? 1 : workerCountForCores(navigator.hardwareConcurrency)
  while (slots.length < Math.min(count, most)) slots.push(createWorkerSlot())
  return slots
}

const WORKER_STARTS_MAX = 3

/**
 * Encrypts `text` in a worker with the configured key; returns `""` if there is no key. Rejects if all tries failed, so that a later check
 * tries again.
 */
export async function encryptInWorker(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [slot] = ensureSlots(1)
  // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
  if (!slot) return ''
  let reason: unknown
  for (let tries = 0; tries < WORKER_STARTS_MAX; tries++) {
    const { worker } = slot
    try {
      return await (await worker).encrypt(request)
    } catch (error) {
      reason = error
      await replaceWorker(slot, worker)
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
    // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
    slowChunks = rate !== null && median !== undefined && rate < median / 2 ? slowChunks + 1 : 0
    return slowChunks >= SLOW_CHUNKS
  }
}

export async function warmUpWorkers(): Promise<void> {
  // The verifier is compiled at its first use, so it is called here once.
  await Promise.allSettled([warmSlots(ensureSlots()), verify('', 0, 0)])
}

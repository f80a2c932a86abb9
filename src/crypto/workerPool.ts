import type { EngineName } from '../../workers/engine/Engine.ts'
import { verify } from '../../workers/verify.ts'
import { config } from '../config.ts'
import { KEY_BYTES, selectEngine, benchmarkEngines } from './engines.ts'
import { createPageWorker, createSearchWorker } from './searchWorker.ts'
import type { SearchWorker } from './searchWorker.ts'

/** Milliseconds of a chunk: the first of a search, and the longest. Workers can stop in the middle of one; short ones leave them idle while answers wait for the page. */
const FIRST_CHUNK_MS = 8
const CHUNK_MS_MAX = 16

/** Attempts in a chunk while a worker's speed is unknown: a few milliseconds with WebAssembly, tens on a slow phone, 80 without a compiler. */
const UNMEASURED = { unrolled: 65_536, rolled: 65_536, scalar: 32_768, javascript: 8_192 }
const CHUNK_MIN = 256
const CHUNK_MAX = 500_000

/** The weight of one chunk in a worker's average rate, and the milliseconds below which a chunk is too short to count. */
const RATE_WEIGHT = 0.3
const ELAPSED_MS_MIN = 2

export function createChunkSize(engine: EngineName) {
  let average: number | null = null
  let target = FIRST_CHUNK_MS
  return {
    rate: () => average,
    restart(): void {
      target = FIRST_CHUNK_MS
    },
    next(): number {
      if (average === null) return UNMEASURED[engine]
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

export type ChunkSize = ReturnType<typeof createChunkSize>

type WorkerSetup = { engine: EngineName; keyBytes: number; chunkSize: ChunkSize }

/** A place in the pool, which always has a worker. One that fails is replaced once by another, then by the page itself. */
export type WorkerSlot = {
  worker: Promise<SearchWorker>
  replaced: number
  setup: Promise<WorkerSetup> | null
  /** Whether its worker has been replaced for being slow, which is tried only once. */
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

export async function ready(slot: WorkerSlot, keyBytes: number): Promise<WorkerSetup> {
  const before = await slot.setup?.catch(() => undefined)
  if (before && before.keyBytes === keyBytes) return before
  slot.setup = (async () => {
    const engine = await selectEngine(await slot.worker, keyBytes, before?.engine ?? null)
    return { engine, keyBytes, chunkSize: before?.chunkSize ?? createChunkSize(engine) }
  })()
  return await slot.setup
}

/** The first worker finds the fastest engine; the others wait, so that its compiler has the cores. Failures are left to the search. */
export async function warmSlots(slots: readonly WorkerSlot[]): Promise<void> {
  const [first, ...others] = slots.filter((slot) => !slot.setup)
  // Stryker disable next-line ConditionalExpression: nothing is warmed up without a worker slot either way
  if (!first) return
  const preparing = Promise.allSettled(others.map((slot) => ready(slot, KEY_BYTES)))
  const fastest = await benchmarkSlot(first).catch(() => undefined)
  await preparing
  await Promise.allSettled(others.map((slot) => benchmarkSlot(slot, fastest)))
}

async function benchmarkSlot(slot: WorkerSlot, fastest?: EngineName): Promise<EngineName> {
  const setup = await ready(slot, KEY_BYTES)
  const { engine, rate } = await benchmarkEngines(await slot.worker, setup.engine, fastest)
  setup.engine = engine
  setup.chunkSize.measured(rate)
  return engine
}

/** Gives the slot another worker, unless it has one by now: several calls may fail with the same. */
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

/** Workers at most: more than eight gain little for a search of milliseconds, and each costs memory. */
const WORKERS_MAX = 8

/** The page's only pool: at most WORKERS_MAX worker slots, kept for as long as the page lives. */
const slots: WorkerSlot[] = []

/** How many workers this device gets: one core stays with the page, but of two cores both are worth it. */
export function workerCount(cores: number | undefined): number {
  if (cores === 1) return 1
  return Math.min(Math.max((cores ?? 2) - 1, 2), WORKERS_MAX)
}

/** The pool's worker slots. Makes those missing of the first `count`, of all by default. Without workers there is one, the page's. */
export function pool(count = Infinity): readonly WorkerSlot[] {
  const most = typeof Worker === 'undefined' ? 1 : workerCount(navigator.hardwareConcurrency)
  while (slots.length < Math.min(count, most)) slots.push(createWorkerSlot())
  return slots
}

const TRIES = 3

/** `text` encrypted in a worker with the configured key; `""` without a key. Rejects when all tries failed, so that a later check tries again. */
export async function encryptInWorker(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [slot] = pool(1)
  // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
  if (!slot) return ''
  let reason: unknown
  for (let tries = 0; tries < TRIES; tries++) {
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

/** Chunks in a row in which a worker must be slow: about a third of a second. */
const SLOW_CHUNKS = 20

/** Told a worker's rate and its peers' after every chunk (null while unknown), says whether it has stayed below half their median for a while. */
export function slownessDetector() {
  let slowChunks = 0
  return (rate: number | null, peers: readonly (number | null)[]): boolean => {
    const rates = peers.filter((peer) => peer !== null).sort((one, other) => one - other)
    const median = rates[rates.length >> 1]
    // Stryker disable next-line ConditionalExpression: says to the compiler what holds anyway
    slowChunks = rate !== null && median !== undefined && rate < median / 2 ? slowChunks + 1 : 0
    return slowChunks >= SLOW_CHUNKS
  }
}

export async function warmUp(): Promise<void> {
  // The first use of the independent implementation compiles it.
  await Promise.allSettled([warmSlots(pool()), verify('', 0, 0)])
}

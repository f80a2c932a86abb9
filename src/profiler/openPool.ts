import type { EngineName } from './engines.ts'
import type { OpenLane, SearchLane } from './openLane.ts'
import type { Measures } from './result.ts'
import { median } from './stats/percentile.ts'

export type Pool = { lanes: SearchLane[]; startup: Measures['startup']; close: () => void }

/** Makes `count` lanes at once, as a cold check does, and waits until each has answered with its engine ready. */
export async function openPool(
  open: OpenLane,
  engine: EngineName,
  { lanes: count, keyLength }: { lanes: number; keyLength: number },
): Promise<Pool> {
  const startedAt = performance.now()
  const opened = await Promise.allSettled(
    Array.from({ length: count }, () => openReady(open, engine, keyLength)),
  )
  const ready = opened.flatMap((lane) => (lane.status === 'fulfilled' ? [lane.value] : []))
  const lanes = ready.map(({ lane }) => lane)
  const close = () => lanes.forEach((lane) => lane.close())
  const failed = opened.find((lane) => lane.status === 'rejected')
  if (failed) {
    close()
    throw failed.reason
  }
  const compiles = ready.flatMap(({ compile }) => (compile === null ? [] : [compile]))
  return {
    lanes,
    close,
    startup: {
      pool: performance.now() - startedAt,
      worker: median(ready.map(({ worker }) => worker)),
      compile: compiles.length > 0 ? median(compiles) : null,
    },
  }
}

async function openReady(open: OpenLane, engine: EngineName, keyBytes: number) {
  const startedAt = performance.now()
  const lane = await open(engine)
  try {
    // An empty range: the answer says that the worker runs, not how fast it is.
    await lane.search({ key: '', difficulty: 64, from: 0, count: 0 })
    const worker = performance.now() - startedAt
    return { lane, worker, compile: (await lane.prepare?.(keyBytes)) ?? null }
  } catch (error) {
    lane.close()
    throw error
  }
}

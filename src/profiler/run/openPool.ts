import type { RunEngine } from '../model/RunEngine.ts'
import type { OpenLane, SearchLane } from './openLane.ts'
import type { Measures } from '../model/runSummary.ts'
import { median } from '../stats/percentile.ts'

export type Pool = { lanes: SearchLane[]; startup: Measures['startup']; close: () => void }

/** Makes `count` lanes at once, as a cold check does, and waits until each has its engine ready. */
export async function openPool(
  open: OpenLane,
  engine: RunEngine,
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
  return {
    lanes,
    close,
    startup: {
      pool: performance.now() - startedAt,
      worker: medianOf(ready.map(({ worker }) => worker)),
      compile: medianOf(ready.map(({ compile }) => compile)),
      engine: ready[0]?.engine ?? null,
    },
  }
}

async function openReady(open: OpenLane, engine: RunEngine, keyBytes: number) {
  const startedAt = performance.now()
  const lane = await open(engine)
  try {
    await lane.ping?.()
    const worker = lane.ping ? performance.now() - startedAt : null
    const { compile, engine } = (await lane.prepare?.(keyBytes)) ?? { compile: null, engine: null }
    return { lane, worker, compile, engine }
  } catch (error) {
    lane.close()
    throw error
  }
}

function medianOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 ? median(known) : null
}

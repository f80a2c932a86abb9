import type { Redis } from './redisStore.ts'
import { redisSays } from './redisWarnings.ts'

/** What Redis uses is asked for again after this long, or after this part of what it may use was written here. */
const ASK_MS = 500
const ASK_PART = 0.02
/** Of what Redis may use, histories take this part at most … */
const HISTORIES = 1 / 2
/** … and beyond this part nothing is written but what checks cannot do without: claims, spending and limits. */
const TIGHT = 3 / 4

type Room = {
  /** The most bytes that all histories may take now. */
  histories: () => Promise<number>
  /** Whether only claims, spending and limits may be written now. */
  isTight: () => Promise<boolean>
  /** Counts bytes that are about to be written. */
  wrote: (bytes: number) => void
}

/**
 * How much of Redis's memory there is for those who can do without it; `taken` tells the bytes of all histories. A Redis that refuses to
 * tell has no limit.
 */
export function redisRoom(redis: Redis, historiesMax: number, taken: () => Promise<number>): Room {
  let asked = -Infinity
  let written = 0
  let askAfter = Infinity
  let told = Promise.resolve({ isTight: false, histories: historiesMax })

  async function ask(): Promise<Awaited<typeof told>> {
    const info = await redis.info('memory').catch(() => '')
    const most = Number(redisSays(info, 'maxmemory') ?? 0)
    askAfter = most > 0 ? most * ASK_PART : Infinity
    if (most === 0) return { isTight: false, histories: historiesMax }
    const tooMuch = Number(redisSays(info, 'used_memory') ?? 0) - most * TIGHT
    const histories = Math.min(historiesMax, most * HISTORIES)
    return tooMuch > 0
      ? { isTight: true, histories: Math.min(histories, (await taken().catch(() => 0)) - tooMuch) }
      : { isTight: false, histories }
  }
  function room(): typeof told {
    if (performance.now() - asked > ASK_MS || written > askAfter) {
      asked = performance.now()
      written = 0
      told = ask()
    }
    return told
  }
  return {
    histories: async () => (await room()).histories,
    isTight: async () => (await room()).isTight,
    wrote: (bytes) => void (written += bytes),
  }
}

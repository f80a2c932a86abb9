import { KEEP_HISTORY, REMOVE_HISTORY, SAVE_HISTORY } from './historyScripts.ts'
import type { redisRoom } from './redisRoom.ts'
import type { Redis } from './redisStore.ts'
import type { Store } from './Store.ts'
import { HISTORY_OVERHEAD, storedHistory } from './storedHistory.ts'

type Histories = Pick<
  Store,
  'saveHistory' | 'keepHistory' | 'readHistory' | 'removeHistory' | 'writeCache' | 'readCache'
>

/** The key of the bytes that all histories take. */
export const bytesKey = (prefix: string) => `${prefix}histories:bytes`

/** Histories and cached answers in Redis, which leave room for claims. */
export function redisHistories(redis: Redis, prefix: string, room: ReturnType<typeof redisRoom>): Histories {
  const historyKey = (id: string) => `${prefix}history:${id}`
  const cacheKey = (key: string) => `${prefix}cache:${key}`
  const keys = [`${prefix}histories:times`, `${prefix}histories:sizes`, bytesKey(prefix)]

  return {
    async saveHistory(id, history, ttlMs) {
      const text = JSON.stringify(history)
      const bytes = Buffer.byteLength(text) + HISTORY_OVERHEAD
      room.wrote(bytes)
      const most = await room.histories()
      const given = [text, bytes, Date.now(), Math.ceil(ttlMs), most].map(String)
      await redis.eval(SAVE_HISTORY, { keys, arguments: [historyKey(''), id, ...given] })
    },
    async keepHistory(id, ttlMs) {
      const given = [Date.now(), Math.ceil(ttlMs)].map(String)
      return (await redis.eval(KEEP_HISTORY, { keys, arguments: [historyKey(''), id, ...given] })) === 1
    },
    async readHistory(id) {
      return storedHistory(await redis.get(historyKey(id)))
    },
    async removeHistory(id) {
      return (await redis.eval(REMOVE_HISTORY, { keys, arguments: [historyKey(''), id] })) === 1
    },
    async writeCache(key, value, ttlMs) {
      room.wrote(value.length)
      if (await room.isTight()) return
      await redis.set(cacheKey(key), value, { expiration: { type: 'PX', value: Math.ceil(ttlMs) } })
    },
    readCache: (key) => redis.get(cacheKey(key)),
  }
}

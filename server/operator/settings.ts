import * as v from 'valibot'
import type { CacheStore } from '../store/Store.ts'
import { JUDGEABLE_ITEMS } from '../upstream/x/health.ts'
import type { XCheckSettings } from '../upstream/x/health.ts'
import { isNoticeText } from '../variables.ts'

const Notice = v.pipe(v.string(), v.check(isNoticeText))

/** The settings that `server/tools/notice.ts` stores for all processes of a store. For a missing member, the environment's value applies. */
const SharedSettings = v.object({
  notice: v.optional(Notice),
  maintenance: v.optional(Notice),
  judged: v.optional(v.array(v.picklist(JUDGEABLE_ITEMS))),
})
export type SharedSettings = v.InferOutput<typeof SharedSettings>

/** `notice` is shown above the forms. While `maintenance` is not empty, checks are refused in its words. */
export type OperatorSettings = { notice: string; maintenance: string; judged: XCheckSettings['judged'] }

const SETTINGS_CACHE_KEY = 'operator settings'
/** Until they are taken back: ten years, in milliseconds. */
const SETTINGS_TTL_MS = 10 * 365 * 86_400_000
/** How often a process reads them again. With the 30 seconds that `/api/capabilities` may be cached a page learns of a change within a minute. */
export const SETTINGS_REFRESH_MS = 20_000

const StoredSettings = v.pipe(v.string(), v.parseJson(), SharedSettings)

/** The shared settings; none where the store holds none, or none that this version can read. */
export async function readSharedSettings(store: CacheStore): Promise<SharedSettings> {
  const read = v.safeParse(StoredSettings, await store.readCache(SETTINGS_CACHE_KEY))
  return read.success ? read.output : {}
}

/** Throws where the store did not keep them, as a Redis that is nearly full does. */
export async function writeSharedSettings(store: CacheStore, settings: SharedSettings): Promise<void> {
  const text = JSON.stringify(settings)
  await store.writeCache([{ key: SETTINGS_CACHE_KEY, value: text, ttlMs: SETTINGS_TTL_MS }])
  if ((await store.readCache(SETTINGS_CACHE_KEY)) !== text)
    throw new Error(
      'the store did not return the settings that were written to it; look at its free space, and try again',
    )
}

/** The settings of one process. `refresh` reads the shared ones again; while the store is unavailable the last ones stay in force. */
export function createSettings(store: CacheStore, environment: OperatorSettings) {
  let shared: SharedSettings = {}
  return {
    refresh: async () => void (shared = await readSharedSettings(store)),
    current: (): OperatorSettings => ({
      notice: shared.notice ?? environment.notice,
      maintenance: shared.maintenance ?? environment.maintenance,
      judged: shared.judged ?? environment.judged,
    }),
  }
}

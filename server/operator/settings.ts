import * as v from 'valibot'
import { JUDGEABLE_ITEMS } from '../../contract/outcomes.ts'
import type { JudgeableItem } from '../../contract/outcomes.ts'
import type { SettingsStore } from '../store/Store.ts'
import { isNoticeText } from '../variableSchemas.ts'
import type { Troubles } from './troubles.ts'

const Notice = v.pipe(v.string(), v.check(isNoticeText))

/** The settings that the notice command writes for all processes of a store. For a missing member, the environment's value applies. */
const SharedSettings = v.object({
  notice: v.optional(Notice),
  maintenance: v.optional(Notice),
  judged: v.optional(v.array(v.picklist(JUDGEABLE_ITEMS))),
})
export type SharedSettings = v.InferOutput<typeof SharedSettings>

/** `notice` is shown above the forms. While `maintenance` is not empty, checks are refused in its words. */
export type OperatorSettings = { notice: string; maintenance: string; judged: readonly JudgeableItem[] }

/** How often a process reads them again. With the 30 seconds that `/api/capabilities` may be cached a page learns of a change within a minute. */
export const SETTINGS_REFRESH_MS = 20_000

const StoredSettings = v.pipe(v.string(), v.parseJson(), SharedSettings)

/** The shared settings; null if none were ever written. What this version cannot read counts as no setting. */
export async function readSharedSettings(store: SettingsStore): Promise<SharedSettings | null> {
  const text = await store.readSettings()
  if (text === null) return null
  const read = v.safeParse(StoredSettings, text)
  return read.success ? read.output : {}
}

export async function writeSharedSettings(store: SettingsStore, settings: SharedSettings): Promise<void> {
  await store.writeSettings(JSON.stringify(settings))
}

const MISSING_SENTENCE =
  'The store has lost the settings of the operator: this process keeps them until it ends, others do not have them. Set them again by the notice command.'

/**
 * The settings of one process. `refresh` reads the shared ones again; while the store is unavailable, or after it lost them, the last ones stay in
 * force. It is a trouble if the store lacks settings that this process has read.
 */
export function createSettings(
  store: SettingsStore,
  environment: OperatorSettings,
  troubles: Pick<Troubles, 'note' | 'clear'>,
) {
  let shared: SharedSettings | null = null
  return {
    async refresh(): Promise<void> {
      const stored = await readSharedSettings(store)
      if (stored === null && shared !== null) troubles.note('settings', MISSING_SENTENCE)
      else troubles.clear('settings')
      shared = stored ?? shared
    },
    current: (): OperatorSettings => ({
      notice: shared?.notice ?? environment.notice,
      maintenance: shared?.maintenance ?? environment.maintenance,
      judged: shared?.judged ?? environment.judged,
    }),
  }
}

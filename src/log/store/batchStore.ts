import { readable, writeLog } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { LoggedBatch } from './LoggedBatch.ts'
import { logIsOn } from './logSwitch.ts'

/** Post checks that are kept, about 200 KB; the oldest go first. */
const BATCHES_MAX = 1000

/**
 * Keeps a check of posts, unless the log is switched off. Keeping the same check twice has no effect. `replaced` is the time of an earlier
 * check that this one holds as a whole.
 */
export async function keepBatch(batch: LoggedBatch, replaced?: number): Promise<KeepOutcome> {
  if (readable(LoggedBatch, [batch]).records.length === 0) return 'unavailable'
  if (!(await logIsOn())) return 'off'
  return await writeLog(async (log) => {
    const work = log.transaction('batches', 'readwrite')
    await work.store.put(batch)
    if (replaced !== undefined) await work.store.delete(replaced)
    const extra = (await work.store.count()) - BATCHES_MAX
    const oldest = extra > 0 ? await work.store.getAllKeys(null, extra) : []
    await Promise.all([...oldest.map((key) => work.store.delete(key)), work.done])
  })
}

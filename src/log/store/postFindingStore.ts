import { readLog, writeLog, readable } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { logIsOn } from './logSwitch.ts'
import { PostFinding } from './PostFinding.ts'

/** Keeps what the visitor saw of a post, unless the log is switched off. */
export async function keepPostFinding(finding: Record<keyof PostFinding, unknown>): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog((log) => log.put('postFindings', finding))
}

/** What the visitor saw of some posts; empty where nothing is kept. */
export async function postFindingsOf(ids: readonly string[]): Promise<PostFinding[]> {
  const rows = await readLog((log) => {
    const table = log.transaction('postFindings').store
    return Promise.all(ids.map((id) => table.get(id)))
  })
  return readable(PostFinding, rows ?? []).records
}

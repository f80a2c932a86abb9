import { randomBytes } from 'node:crypto'
import type { BatchAnswer, PostResult } from '../../contract/wire.ts'
import type { SavedHistory } from '../store/Store.ts'
import type { AppParts } from './AppParts.ts'
import type { ReadBatch } from './readBatch.ts'
import { HISTORY_ID, readBatch, withRows } from './readBatch.ts'

type Saved = Pick<BatchAnswer, 'results' | 'sessionId'>
type Earlier = ReadBatch & { base: string }

/** Characters that are stored of a text that is no post's URL. */
const INVALID_KEPT = 200

/**
 * All rows of a batch, and the id under which it is saved: empty when it could not be, or when its address has stored its part of the
 * day. A batch that repeats a part of a saved one has the other rows of that one too, and stores only those in which it differs.
 */
export async function storeBatch(
  parts: AppParts,
  share: string,
  judged: PostResult[],
  previous: string | undefined,
): Promise<Saved> {
  const rows = judged.map((row) =>
    row.status === 'INVALID_URL' ? { ...row, url: row.url.slice(0, INVALID_KEPT) } : row,
  )
  const earlier = await earlierOf(parts, rows, previous)
  const results = earlier ? withRows(earlier.results, rows) : judged
  const sessionId = await saved(parts, share, rows, earlier).catch((error: unknown) => {
    parts.onFault(error)
    return ''
  })
  return { results, sessionId }
}

/** The saved batch that this one repeats a part of, and whose rows it stores. One that is gone, or lacks one of these rows, is ignored. */
async function earlierOf(
  { store, onFault }: AppParts,
  rows: PostResult[],
  previous: string | undefined,
): Promise<Earlier | null> {
  if (!previous || !HISTORY_ID.test(previous)) return null
  const batch = await readBatch(store, previous).catch((error: unknown) => {
    onFault(error)
    return null
  })
  const urls = new Set(batch?.results.map(({ url }) => url))
  return batch && rows.every(({ url }) => urls.has(url)) ? { ...batch, base: batch.base ?? previous } : null
}

async function saved(
  { store, storing, historyMs, now }: AppParts,
  share: string,
  rows: PostResult[],
  earlier: Earlier | null,
): Promise<string> {
  const history: SavedHistory = { results: rows, timestamp: now() }
  if (earlier && (await store.keepHistory(earlier.base, historyMs))) {
    const asked = new Set(rows.map(({ url }) => url))
    history.results = [...earlier.changed.filter(({ url }) => !asked.has(url)), ...rows]
    history.base = earlier.base
  } else if (earlier) history.results = withRows(earlier.results, rows)
  if (!(await storing(share, Buffer.byteLength(JSON.stringify(history))))) return ''
  const id = randomBytes(16).toString('base64url')
  await store.saveHistory(id, history, historyMs)
  return id
}

import { DAY_MS } from '../../contract/dates.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { groupOfPost } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import type { BatchAnswer, BatchHistory } from '../../contract/wire.ts'
import { isDemoResult } from '../check/upstream.ts'
import type { ResultUpstream } from '../check/upstream.ts'
import { methodOfPosts } from './method.ts'
import { countGroups, countRetryableErrors, countWithheldInJapan } from './posts.ts'
import type { ListedPost } from './posts.ts'
import type { StoredBatch } from '../storage/records.ts'

/**
 * A finished check of posts: the one record from which the page, the saved page, the shared text, the files and the log are made.
 * Times are Unix milliseconds.
 */
export type FinishedBatch = ResultUpstream & {
  results: readonly ListedPost[]
  /** When the server saved the batch or, if it was not saved, when the check began. Every place shows this one time. */
  timestamp: number
  /** Id of the saved batch; empty if the server saved none. */
  sessionId: string
  /** When the check began or, for a saved batch, when it was saved, by the clock that `keptDays` counts from. */
  savedAt: number
  keptDays?: number | undefined
  /** The rows as the server saved them, if some were checked again since. */
  saved?: readonly ListedPost[] | undefined
  /** Number of lines that the saved batch left out because they were no posts. */
  leftOut?: number | undefined
}

/** Makes the record from the answer to a check. `began` is when the check began. Times that a server sends may have fractions. */
export function finishedBatchFromAnswer(
  { answer, upstream }: ResultUpstream & { answer: BatchAnswer },
  began: number,
): FinishedBatch {
  return { ...answer, upstream, timestamp: Math.trunc(answer.timestamp ?? began), savedAt: began }
}

/** Makes the record from a batch that the server saved. `upstream` is the server's present one, used for batches of older servers, which do not name theirs. */
export function finishedBatchFromSaved(
  saved: BatchHistory,
  sessionId: string,
  upstream: string | null,
): FinishedBatch {
  return { ...saved, upstream: saved.upstream ?? upstream, sessionId, savedAt: saved.timestamp }
}

/**
 * Joins posts that were checked again into the rows of the earlier batch, for the eye and for files. The later check is saved and stored as a
 * batch of its own, so what is shared and linked remains the earlier one.
 */
export function withRechecked(earlier: FinishedBatch, later: FinishedBatch): FinishedBatch {
  const byUrl = new Map(later.results.map((post) => [post.url, post]))
  const results = earlier.results.map((row) => {
    const post = byUrl.get(row.url)
    if (!post) return row
    const { before: _, ...checked } = post
    return { ...checked, again: later.timestamp, ...(row.before && { before: row.before }) }
  })
  return { ...earlier, results, saved: earlier.saved ?? earlier.results }
}

/** Returns pairs of a post's id and group, one pair for a post that occurs twice. Lines that are no posts are left out. */
function postIdGroupPairs(results: readonly ListedPost[]): [id: string, group: PostGroup][] {
  const groups = new Map<string, PostGroup>()
  for (const post of results) {
    const id = parsePostUrl(post.url)?.id
    if (id !== undefined) groups.set(id, groupOfPost(post))
  }
  return [...groups]
}

/** Returns the part of a batch that the device stores: how many posts there are of each kind, and their ids with their groups. */
export function toStoredBatch(batch: FinishedBatch): StoredBatch {
  const { results, sessionId, savedAt, keptDays } = batch
  const method = methodOfPosts(results)
  return {
    at: batch.timestamp,
    sandbox: isDemoResult(batch),
    counts: countGroups(results),
    failed: countRetryableErrors(results),
    withheld: countWithheldInJapan(results),
    sessionId,
    keptUntil: sessionId && keptDays !== undefined ? savedAt + keptDays * DAY_MS : null,
    method,
    judged: postIdGroupPairs(results),
  }
}

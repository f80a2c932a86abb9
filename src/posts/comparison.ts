import { rejectAfter } from '../../contract/async.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { POST_GROUPS } from '../../contract/outcomes.ts'
import { isDemoResult } from '../check/upstream.ts'
import { isBackInSearch, isGoneFromSearch } from '../results/changes.ts'
import type { ChangeBetweenChecks, ChangeKind } from '../results/changes.ts'
import { joinSentences } from '../results/evidence/evidence.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'
import { comparedGroups } from '../results/posts.ts'
import type { EarlierResult, ListedPost } from '../results/posts.ts'
import type { StoredBatch } from '../storage/records.ts'
import { readBatches } from '../storage/stores.ts'
import { comparisonText as words } from '../text/comparison.ts'
import { formatShortSpan } from '../text/japanese.ts'

/** Longest wait for the log, in milliseconds. Only a stuck database takes longer. */
const LOG_WAIT_MS = 3_000

/** Returns the checks of posts that this device has made so far, the last one first; none if the log cannot be read. */
export async function readEarlierBatches(): Promise<StoredBatch[]> {
  return await rejectAfter(readBatches(), LOG_WAIT_MS, 'The log was not read').catch(() => [])
}

/** Returns those that were made before a saved batch: before its own record or, if another device made it, by the clock. */
export async function readBatchesBefore({ sessionId, timestamp }: FinishedBatch): Promise<StoredBatch[]> {
  const all = await readEarlierBatches()
  const own = all.findIndex((record) => record.sessionId === sessionId)
  return own < 0 ? all.filter(({ at }) => at < timestamp) : all.slice(own + 1)
}

/** Adds to each post its last result before this check. `records` are the earlier checks of posts on this device, the last one first. */
export function withEarlierResults(batch: FinishedBatch, records: readonly StoredBatch[]): FinishedBatch {
  const last = new Map<string, EarlierResult>()
  for (const { at, sandbox, judged, method } of records) {
    if (sandbox !== isDemoResult(batch)) continue
    for (const [id, group] of judged ?? []) {
      if (!last.has(id)) last.set(id, { at, group, version: method?.version ?? null })
    }
  }
  const results = batch.results.map((post) => {
    const before = last.get(parsePostUrl(post.url)?.id ?? '')
    return before ? { ...post, before } : post
  })
  return { ...batch, results }
}

/** Says what changed since each post was last checked on this device; null if none was. */
export function changeOfPosts(posts: readonly ListedPost[], now: number): ChangeBetweenChecks | null {
  const earlier = posts.flatMap(({ before }) => before ?? [])
  if (earlier.length === 0) return null
  const compared = posts.flatMap((post) => comparedGroups(post) ?? [])
  const incomparable = earlier.length - compared.length
  const changed = compared.filter(({ earlier, later }) => earlier !== later)
  const back = changed.filter(isBackInSearch).length
  const gone = changed.filter(isGoneFromSearch).length
  const others = changed.filter((change) => !isBackInSearch(change) && !isGoneFromSearch(change))
  const sentences = [
    back > 0 && words.back(back),
    gone > 0 && words.gone(gone),
    ...POST_GROUPS.map((group) => {
      const count = others.filter(({ later }) => later === group).length
      return count > 0 && words.other(group, count)
    }),
    changed.length === 0 && compared.length > 0 && incomparable > 0 && words.unchanged(compared.length),
    incomparable > 0 && words.incomparable(incomparable),
  ].filter((sentence) => sentence !== false)
  const times = earlier.map(({ at }) => at)
  const added = posts.length - earlier.length
  const isOtherMethod = posts.some(
    ({ before, evidence }) => before && before.version !== (evidence?.version ?? null),
  )
  return {
    // Posts that cannot be compared are not the same.
    kind:
      changed.length === 0 && incomparable > 0
        ? 'incomparable'
        : kindOf(back > 0, gone > 0, others.length > 0),
    sentence: sentences.length === 0 ? words.same : words.listed(sentences),
    more: joinSentences([
      words.since(formatShortSpan(Math.min(...times), Math.max(...times), now)),
      ...(added > 0 ? [words.added(added)] : []),
      ...(isOtherMethod ? [words.otherMethod] : []),
    ]),
  }
}

function kindOf(isBetter: boolean, isWorse: boolean, isOther: boolean): ChangeKind {
  if (isBetter !== isWorse) return isBetter ? 'better' : 'worse'
  return isBetter || isOther ? 'other' : 'same'
}

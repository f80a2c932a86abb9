import { HISTORY_PATH } from '../../../contract/paths.ts'
import { isDemoResult } from '../../check/upstream.ts'
import { comparePosts, isBackInSearch, isGoneFromSearch } from '../../results/changes.ts'
import type { ChangeKind, PostChange } from '../../results/changes.ts'
import { methodOfPosts } from '../../results/method.ts'
import { readBatchesBefore } from '../../storage/stores.ts'
import { postIdGroupPairs } from '../../results/finishedBatch.ts'
import type { FinishedBatch } from '../../results/finishedBatch.ts'
import type { EarlierBatch } from './earlierBatch.ts'

/** Why two batches are not compared: another version of the method, demo data beside real data, no post in both, or the other one is not the earlier one. */
export type IncomparableReason = 'otherMethod' | 'otherUpstream' | 'noCommon' | 'notEarlier'

export type BatchComparisonResult = {
  kind: ChangeKind
  /** How many posts are in both. */
  common: number
  /** Found by search again. */
  back: PostChange[]
  /** Found by search then, and not any more. */
  gone: PostChange[]
  /** Other changes, such as a post that was deleted or could not be judged this time. */
  others: PostChange[]
  /** How many posts were not in the earlier batch. An edited post has another id, so it is one of them. */
  added: number
}

export function compareBatches(
  batch: FinishedBatch,
  earlier: EarlierBatch,
): BatchComparisonResult | IncomparableReason {
  if (earlier.sandbox !== isDemoResult(batch)) return 'otherUpstream'
  if (earlier.at >= batch.timestamp) return 'notEarlier'
  const now = postIdGroupPairs(batch.results)
  const { changed, added } = comparePosts(earlier.judged, now)
  const common = now.length - added.length
  if (common === 0) return 'noCommon'
  if ((methodOfPosts(batch.results)?.version ?? null) !== earlier.version) return 'otherMethod'
  const back = changed.filter(isBackInSearch)
  const gone = changed.filter(isGoneFromSearch)
  const others = changed.filter((change) => !isBackInSearch(change) && !isGoneFromSearch(change))
  const kind = kindOf(back.length > 0, gone.length > 0, others.length > 0)
  return { kind, common, back, gone, others, added: added.length }
}

function kindOf(isBetter: boolean, isWorse: boolean, isOther: boolean): ChangeKind {
  if (isBetter !== isWorse) return isBetter ? 'better' : 'worse'
  return isBetter || isOther ? 'other' : 'same'
}

/** Finds the newest earlier batch on this device that holds one of the posts; null if there is none. */
export async function findEarlierBatch(batch: FinishedBatch): Promise<EarlierBatch | null> {
  const ids = new Set(postIdGroupPairs(batch.results).map(([id]) => id))
  const stored = (await readBatchesBefore(batch.timestamp)).find(
    ({ sandbox, judged }) => sandbox === isDemoResult(batch) && judged?.some(([id]) => ids.has(id)),
  )
  if (!stored?.judged) return null
  const { at, sandbox, method, judged } = stored
  return { at, sandbox, version: method?.version ?? null, judged }
}

export function toEarlierBatch(saved: FinishedBatch): EarlierBatch {
  return {
    at: saved.timestamp,
    sandbox: isDemoResult(saved),
    version: methodOfPosts(saved.results)?.version ?? null,
    judged: postIdGroupPairs(saved.results),
  }
}

const SESSION_ID = /^[\w-]{1,200}$/

/** Reads the id of a saved batch from its pasted link; null if this is no such link. */
export function sessionIdFromLink(link: string): string | null {
  const [, behind = ''] = link.trim().split(HISTORY_PATH)
  const [id = ''] = behind.split(/[?#/]/)
  return SESSION_ID.test(id) ? id : null
}

import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import type { UnsearchedReason } from '../../../../contract/PostEvidence.ts'
import type { Span } from '../asking/endpoints.ts'
import { referencesOf, versionsIn } from '../reading/readPosts.ts'
import type { XPost } from '../reading/xSchemas.ts'
import type { Looked } from './SearchFinding.ts'
import type { Sought } from './searchWindows.ts'
import { inOrder, latestOf, madeAt, RECENT_MS, YOUNGEST_MS } from './searchWindows.ts'

/** Fewer missing posts than this prove nothing … */
const ENOUGH = 5
/** … nor do posts that were made closer together than this: an index may lack a day. */
export const SPREAD_MS = 24 * 60 * 60_000

/** The span in which posts should be found: recent search reaches back a week, and younger ones may not have reached the index. */
export const dueSpan = (now: number): Span => ({ from: now - RECENT_MS, to: now - YOUNGEST_MS })

/** The posts that search should find, from the oldest to the newest: the account's own originals of the span. */
export function duePosts(posts: XPost[], { from, to }: Span): Sought[] {
  const due = posts.filter((post) => {
    const made = madeAt(versionsIn(post)?.at(-1) ?? post.id) ?? Number.NaN
    return made >= from && made <= to && kindOf(post) !== 'repost' && !isReply(post)
  })
  const byId = new Map(due.map((post) => [post.id, { id: post.id, versions: versionsIn(post) ?? [post.id] }]))
  return inOrder([...byId.values()])
}

/** The kind of a post, as far as X tells. A repost's text begins with "RT @" even where X gives no references. */
export function kindOf(post: XPost): 'own' | 'quote' | 'repost' {
  const types = referencesOf(post).map(({ type }) => type)
  if (types.some((type) => REPOST_TYPES.has(type)) || /^RT @\w/.test(post.text)) return 'repost'
  return types.includes('quoted') ? 'quote' : 'own'
}
const REPOST_TYPES = new Set(['retweeted', 'reposted'])
const isReply = (post: XPost) => referencesOf(post).some(({ type }) => type === 'replied_to')

/** Why so many posts prove nothing, even if none of them is found; null where they are enough. */
export function tooLittle(due: readonly Sought[]): 'too_few' | 'too_close' | null {
  if (due.length < ENOUGH) return 'too_few'
  const [oldest, newest] = [due.at(0), due.at(-1)].map(
    (post) => (post && madeAt(latestOf(post))) ?? Number.NaN,
  )
  return (newest ?? 0) - (oldest ?? 0) >= SPREAD_MS ? null : 'too_close'
}

export type SearchVerdict = {
  ban: boolean | null
  reason: UnjudgedReason | null
  looked: number
  found: number
  /** When the control was found last, where none of the posts was. */
  control?: number
}

/** What the findings say of the account. One post that search has clears it; only a miss of all, each twice and with a control, accuses. */
export function searchVerdict(due: readonly Sought[], { findings, others }: Looked): SearchVerdict {
  const all = due.flatMap(({ id }) => findings.get(id) ?? [])
  const found = all.filter((one) => one.found === true).length
  const counts = { looked: due.length, found }
  if (found > 0) return { ban: false, reason: null, ...counts }
  if (others.size > 0) return { ban: null, reason: 'inconclusive', ...counts }
  const missed = all.flatMap((one) => (one.found === false ? one.control : []))
  const little = tooLittle(due)
  if (missed.length === due.length && !little) {
    return { ban: true, reason: null, ...counts, control: Math.min(...missed) }
  }
  const open = all.find((one) => one.found === null && one.reason !== LEFT)
  const why = open?.found === null ? (REASONS[open.reason] ?? 'search_failed') : (little ?? 'inconclusive')
  return { ban: null, reason: why, ...counts }
}

/** What posts are left for that were not to be called missing. */
const LEFT: UnsearchedReason = 'no_author'
const REASONS: Partial<Record<UnsearchedReason, UnjudgedReason>> = {
  no_control: 'no_control',
  limited: 'limited',
  operator: 'operator',
}

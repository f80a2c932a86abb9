import type { UnjudgedReason } from '../../../contract/evidence.ts'
import { snowflakeDate } from '../../../contract/snowflakeDate.ts'
import type { Posts } from './readPosts.ts'
import type { XPost } from './xSchemas.ts'

const MINUTE_MS = 60_000
/** Younger posts may not have reached the search index yet … */
const YOUNGEST_MS = 10 * MINUTE_MS
/** … and recent search reaches back this far … */
const OLDEST_MS = 7 * 24 * 60 * MINUTE_MS
/** … less what the question takes: search refuses an id that has grown too old on the way. */
const MARGIN_MS = 5 * MINUTE_MS
/** Fewer missing posts than this prove nothing. */
const ENOUGH = 3

/** The span in which posts should be found, in Unix milliseconds. */
export type Span = { from: number; to: number }
export const dueSpan = (now: number): Span => ({ from: now - OLDEST_MS + MARGIN_MS, to: now - YOUNGEST_MS })

/** The ids of the posts that search should find: the account's own, of the span. */
export function dueIds(posts: XPost[], { from, to }: Span): string[] {
  const due = posts.filter((post) => {
    const made = snowflakeDate(post.id)?.getTime() ?? Number.NaN
    return made >= from && made <= to && kindOf(post) !== 'repost'
  })
  return [...new Set(due.map(({ id }) => id))]
}

/** The kind of a post, as far as X tells. A repost's text begins with "RT @" even where X gives no references. */
export function kindOf(post: XPost): 'own' | 'quote' | 'repost' {
  const types = referencesOf(post).map(({ type }) => type)
  if (types.some((type) => REPOST_TYPES.has(type)) || /^RT @\w/.test(post.text)) return 'repost'
  return types.includes('quoted') ? 'quote' : 'own'
}
const REPOST_TYPES = new Set(['retweeted', 'reposted'])

export const referencesOf = (post: XPost) => [
  ...(post.referenced_tweets ?? []),
  ...(post.referenced_posts ?? []),
]

type SearchVerdict = {
  ban: boolean | null
  reason: UnjudgedReason | null
  looked: number
  found: number
}

/**
 * Whether search hides an account: the posts that it should find against what it found of them. Null when that shows neither.
 * `timelineWhole` says that there are no more such posts than these.
 */
export function searchVerdict(due: string[], found: Posts, timelineWhole: boolean): SearchVerdict {
  const ids = new Set(found.posts.map(({ id }) => id))
  const hits = due.filter((id) => ids.has(id)).length
  const told = (ban: boolean | null, reason: UnjudgedReason | null = null) => ({
    ban,
    reason,
    looked: due.length,
    found: hits,
  })
  if (hits > 0) return told(false)
  if (ids.size > 0 || !found.whole) return told(null, 'inconclusive')
  if (due.length >= ENOUGH) return told(true)
  return told(null, timelineWhole ? 'too_few' : 'inconclusive')
}

import type { AccountCheck } from '../../contract/wire.ts'
import { Refusal } from '../http/refusal.ts'
import type { Ask } from './askX.ts'
import { RateLimited } from './askX.ts'
import { readX } from './readX.ts'
import type { Fields } from './readX.ts'
import { searchBanOf } from './searchBan.ts'
import type { XPost } from './xSchemas.ts'
import { XPosts, XUser } from './xSchemas.ts'

/** One post of an account's timeline: its own id, or that of the post it repeats. */
export type ListedPost = { id: string; kind: 'own' | 'repost' | 'quote'; isPinned: boolean }
export type AccountFacts = { check: Omit<AccountCheck, 'tweets'>; posts: ListedPost[] }

/** One way to ask per endpoint: X counts each on its own. */
export type XEndpoints = { user: Ask; timeline: Ask; search: Ask }

const NOTHING_KNOWN: Omit<AccountCheck, 'tweets'> = {
  suspend: null,
  not_found: null,
  protect: null,
  no_tweet: null,
  search_suggestion_ban: null,
  search_ban: null,
  ghost_ban: null,
  reply_deboosting: null,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
}
const HERE = { suspend: false, not_found: false, protect: false, no_tweet: false }

/** X renamed fields in 2026: the old names are asked for first, the new ones when they are refused. */
const FIELDS = {
  user: [
    { 'user.fields': 'protected,public_metrics,pinned_tweet_id' },
    { 'user.fields': 'protected,public_metrics,pinned_post_id' },
  ],
  posts: [
    { 'tweet.fields': 'created_at,referenced_tweets' },
    { 'post.fields': 'created_at,referenced_posts' },
  ],
} as const satisfies Record<string, Fields>

/** What the official API honestly shows of an account. Throws a `Refusal` when it shows nothing. */
export async function readAccount(
  endpoints: XEndpoints,
  base: string,
  name: string,
  now: () => number,
  signal: AbortSignal,
): Promise<AccountFacts> {
  const user = await unlessLimited(
    readX(endpoints.user, new URL(`/2/users/by/username/${name}`, base), FIELDS.user, XUser, signal),
  )
  if (!user) return factsOf({ ...NOTHING_KNOWN, api_status: limitedGroups(true, false) })
  if (!user.data) return factsOf({ ...NOTHING_KNOWN, ...absence(user) })
  const { id, protected: isProtected, public_metrics: counts } = user.data
  if (isProtected) return factsOf({ ...NOTHING_KNOWN, ...HERE, protect: true })
  if ((counts.tweet_count ?? counts.post_count) === 0)
    return factsOf({ ...NOTHING_KNOWN, ...HERE, no_tweet: true })

  const timelineUrl = new URL(`/2/users/${id}/tweets?max_results=100`, base)
  const searchUrl = new URL(`/2/tweets/search/recent?query=from:${name}&max_results=100`, base)
  const [timeline, found] = await Promise.all([
    unlessLimited(readX(endpoints.timeline, timelineUrl, FIELDS.posts, XPosts, signal)),
    unlessLimited(readX(endpoints.search, searchUrl, FIELDS.posts, XPosts, signal).catch(nothingWhenRefused)),
  ])
  const check = { ...NOTHING_KNOWN, ...HERE, api_status: limitedGroups(found === null, timeline === null) }
  if (!timeline) return factsOf(check)
  if (found) {
    check.search_ban = searchBanOf(datedOwn(timeline.data), new Set(found.data.map((post) => post.id)), now())
  }
  const pinned = user.data.pinned_tweet_id ?? user.data.pinned_post_id
  return factsOf(
    check,
    timeline.data.map((post) => listed(post, pinned)),
  )
}

const factsOf = (check: AccountFacts['check'], posts: ListedPost[] = []): AccountFacts => ({ check, posts })

const limitedGroups = (search: boolean, timeline: boolean) => ({
  userSearchGroup: { rate_limit: search },
  userTimelineGroup: { rate_limit: timeline },
})

/** Suspended and not found share one problem type and differ in their words. */
function absence({ errors }: XUser) {
  const words = errors.map(({ title, detail }) => `${title} ${detail}`).join(' ')
  if (/suspended/i.test(words)) return { ...HERE, no_tweet: null, suspend: true }
  if (/not found|could not find/i.test(words)) return { ...HERE, no_tweet: null, not_found: true }
  throw new Refusal('upstream')
}

function datedOwn(posts: XPost[]) {
  const own = posts.filter((post) => kindOf(post).kind !== 'repost')
  return own.map(({ id, created_at }) => ({ id, createdMs: created_at ? Date.parse(created_at) : null }))
}

function kindOf(post: XPost): { kind: ListedPost['kind']; id: string } {
  const references = [...post.referenced_tweets, ...post.referenced_posts]
  const repeated = references.find(({ type }) => type === 'retweeted' || type === 'reposted')
  if (repeated) return { kind: 'repost', id: repeated.id }
  return { kind: references.some(({ type }) => type === 'quoted') ? 'quote' : 'own', id: post.id }
}

function listed(post: XPost, pinned: string | undefined): ListedPost {
  return { ...kindOf(post), isPinned: post.id === pinned }
}

/** A plan without search leaves one flag undetermined, and costs nothing else. */
function nothingWhenRefused(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'upstream') throw error
}

async function unlessLimited<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RateLimited) return null
    throw error
  }
}

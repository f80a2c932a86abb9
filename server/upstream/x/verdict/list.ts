import * as v from 'valibot'
import { ListEvidence } from '../../../../contract/evidence.ts'
import type { Reason } from '../../../../contract/evidence.ts'
import { LIST_POST_COUNT } from '../client/endpoints.ts'
import type { TimeSpan } from '../client/endpoints.ts'
import { NumericId, quotedIdIn, referencesOf, versionIdsOf } from '../schemas.ts'
import type { XPost } from '../schemas.ts'
import { PostRecord, postFactsOf, isRepost, isToldKind, creationTimeOfId, quotedIdIfTold } from './post.ts'

export const PinnedPost = v.object({ id: v.nullable(NumericId), told: v.boolean() })
export type PinnedPost = v.InferOutput<typeof PinnedPost>
export const PIN_UNTOLD: PinnedPost = { id: null, told: false }

/** The newest posts of an account, as a visitor asked for them. Of a repost, `id` is the original post's. */
export const PostList = v.object({
  posts: v.array(PostRecord),
  evidence: ListEvidence,
  /** What X said of the account instead of its timeline. */
  news: v.optional(v.picklist(['suspended', 'closed'])),
})
export type PostList = v.InferOutput<typeof PostList>

export const emptyListBecause = (reason: Reason, time: number): PostList => ({
  posts: [],
  evidence: { reason, pinTold: false, kindsTold: false, time },
})

type ListKnowledge = { withReposts: boolean; pin: PinnedPost; kindsTold: boolean }

/** The newest posts of a timeline, the pinned one first. An own post that was reposted is listed once. */
export function toPostList(
  shown: readonly XPost[],
  userId: string,
  { time, ...told }: ListKnowledge & { time: number },
): PostList {
  const { pin, kindsTold } = told
  const listed = shown.flatMap((post) => listedOf(post, userId, told))
  const own = new Set(listed.flatMap(({ source, id }) => (source === 'list' ? id : [])))
  const once = listed.filter(({ source, id }) => source === 'list' || !own.has(id))
  const pinnedFirst = [...olderPin(pin, once), ...once].toSorted(
    (a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false),
  )
  // Only posts of kinds that were not asked for.
  if (pinnedFirst.length === 0 && shown.length > 0) return emptyListBecause({ cause: 'none_fit' }, time)
  const posts = pinnedFirst.slice(0, LIST_POST_COUNT)
  const neighbours = posts.flatMap(({ id }) => (own.has(id) ? id : []))
  for (const post of posts) if (own.has(post.id)) post.neighbours = neighbours
  return { posts, evidence: { reason: null, pinTold: pin.told, kindsTold, time } }
}

/** A pinned post that is older than the others is searched for by itself. */
function olderPin({ id }: PinnedPost, listed: readonly PostRecord[]): PostRecord[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, source: 'list', isPinned: true, answer: {} }]
}

function listedOf(post: XPost, userId: string, { withReposts, pin, kindsTold }: ListKnowledge): PostRecord[] {
  const { id } = post
  // Without reposts, X was asked to leave them out: the text decides nothing.
  if (isRepost(post, !withReposts || isToldKind(post, kindsTold))) {
    const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
    return withReposts && repeated ? [{ id: repeated.id, source: 'repost', answer: {} }] : []
  }
  if (quotedIdIn(post) !== null && !withReposts) return []
  const versions = versionIdsOf(post) ?? [id]
  const facts = kindsTold ? postFactsOf(post, true, { versions, userId }) : undefined
  const isPinned = pin.id !== null && [id, ...versions].includes(pin.id)
  return [{ id, source: 'list', isPinned, facts, quoted: quotedIdIfTold(post, kindsTold), answer: {} }]
}

/** Returns the account's own posts of a period, without reposts and replies: the account is judged by them. */
export function originalPostsIn(
  posts: readonly XPost[],
  {
    referencesTold,
    span: { from, to },
    userId,
    source,
  }: { referencesTold: boolean; span: TimeSpan; userId: string; source: 'timeline' | 'span_search' },
): PostRecord[] {
  const due = posts.flatMap((post): PostRecord[] => {
    const versions = versionIdsOf(post) ?? [post.id]
    const made = creationTimeOfId(versions.at(-1) ?? post.id) ?? Number.NaN
    const facts = postFactsOf(post, referencesTold, { versions, userId, isOwn: true })
    // X was asked to leave reposts out of the timeline, and search shows none: the text decides nothing.
    const isOther = isRepost(post, true) || facts?.notIndexable === 'reply'
    const isDue = made >= from && made <= to && !isOther
    const quoted = quotedIdIfTold(post, referencesTold)
    return isDue ? [{ id: post.id, source, facts, quoted, answer: {} }] : []
  })
  return [...new Map(due.map((post) => [post.id, post])).values()]
}

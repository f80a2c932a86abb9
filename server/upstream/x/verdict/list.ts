import * as v from 'valibot'
import { ListEvidence } from '../../../../contract/evidence.ts'
import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import { LIST_POSTS } from '../client/endpoints.ts'
import { Id, quotedIn, referencesOf, versionsIn } from '../schemas.ts'
import type { XPost } from '../schemas.ts'
import { Facts, factsOf, isRepost } from './post.ts'

export const Pin = v.object({ id: v.nullable(Id), told: v.boolean() })
export type Pin = v.InferOutput<typeof Pin>

/** Of a repost, `id` is the original post's. */
const ListedPost = v.object({
  id: Id,
  own: v.boolean(),
  isPinned: v.boolean(),
  isOutsideWindow: v.boolean(),
  facts: v.nullable(Facts),
  /** Absent where X did not tell. */
  quoted: v.optional(v.nullable(Id)),
})
type ListedPost = v.InferOutput<typeof ListedPost>
export const PostList = v.object({
  posts: v.array(ListedPost),
  evidence: ListEvidence,
  reset: v.optional(v.number()),
})
export type PostList = v.InferOutput<typeof PostList>

export const noList = (reason: UnjudgedReason, time: number, reset?: number): PostList => ({
  posts: [],
  evidence: { reason, pinTold: false, kindsTold: false, time },
  ...(reset !== undefined && { reset }),
})

export const NO_PIN: Pin = { id: null, told: false }

type Told = { withReposts: boolean; pin: Pin; kindsTold: boolean }

/** The newest posts of a timeline, the pinned one first. An own post that was reposted is listed once. */
export function postListOf(
  shown: readonly XPost[],
  userId: string,
  { time, ...told }: Told & { time: number },
): PostList {
  const { pin, kindsTold } = told
  const listed = shown.flatMap((post) => listedOf(post, userId, told))
  const own = new Set(listed.flatMap((post) => (post.own ? post.id : [])))
  const once = listed.filter((post) => post.own || !own.has(post.id))
  const all = [...olderPin(pin, once), ...once]
  // Only posts of kinds that were not asked for.
  if (all.length === 0 && shown.length > 0) return noList('none_fit', time)
  return {
    posts: all.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned)).slice(0, LIST_POSTS),
    evidence: { reason: null, pinTold: pin.told, kindsTold, time },
  }
}

function olderPin({ id }: Pin, listed: ListedPost[]): ListedPost[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, own: true, isPinned: true, isOutsideWindow: true, facts: null }]
}

function listedOf(post: XPost, userId: string, { withReposts, pin, kindsTold }: Told): ListedPost[] {
  const { id } = post
  const quoted = quotedIn(post)
  if (!isRepost(post)) {
    if (quoted !== null && !withReposts) return []
    const versions = versionsIn(post) ?? [id]
    const facts = kindsTold ? factsOf(post, true, { versions, userId }) : null
    const isPinned = pin.id !== null && [id, ...versions].includes(pin.id)
    return [
      {
        id,
        own: true,
        isPinned,
        isOutsideWindow: false,
        facts,
        quoted: quoted ?? (kindsTold ? null : undefined),
      },
    ]
  }
  const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
  if (!withReposts || !repeated) return []
  return [{ id: repeated.id, own: false, isPinned: false, isOutsideWindow: false, facts: null }]
}

import * as v from 'valibot'
import { ListEvidence } from '../../../contract/evidence.ts'
import type { UnjudgedReason } from '../../../contract/evidence.ts'
import type { Account, Pin } from './accountOf.ts'
import { lookUp } from './readAccount.ts'
import { replyOrReason } from './replyOrReason.ts'
import { readTimeline } from './readPosts.ts'
import { kindOf, referencesOf } from './searchVerdict.ts'
import type { AccountParts } from './xCalls.ts'
import { LIST_POSTS } from './xCalls.ts'
import type { XPost } from './xSchemas.ts'
import { Id } from './xSchemas.ts'

/** One post of the list: its own id, or that of the post it repeats. */
const ListedPost = v.object({ id: Id, own: v.boolean(), isPinned: v.boolean() })
export type ListedPost = v.InferOutput<typeof ListedPost>
export const PostList = v.object({
  posts: v.array(ListedPost),
  evidence: ListEvidence,
  /** When X lets timelines be read again, where it does not now. */
  reset: v.nullable(v.number()),
})
export type PostList = v.InferOutput<typeof PostList>

/** An account's newest posts, own ones alone or with reposts and quotes, its pinned post first. The evidence says what X did not tell. */
export async function readList(
  name: string,
  { id, pin: known }: Account,
  withReposts: boolean,
  parts: AccountParts,
): Promise<PostList> {
  const { calls, names, now, signal } = parts
  const untold: Pin = { id: null, told: false }
  const failed = (reason: UnjudgedReason, reset: number | null = null): PostList => ({
    posts: [],
    evidence: { reason, pinTold: false, kindsTold: false, time: now() },
    reset,
  })
  if (id === null) return failed('account')

  let references = false
  const asked = await replyOrReason(
    calls.list(id, withReposts).then(({ reply, used }) => {
      references = used === 'before' || (used === 'after' && withReposts)
      return reply
    }),
    'posts_failed',
    signal,
  )
  if (!asked.reply) return failed(asked.reason, asked.reset)
  const timeline = readTimeline(asked.reply)
  if (!timeline || timeline === 'closed') return failed('posts_failed')
  const told =
    references &&
    names.answered(
      'references',
      timeline.posts.some((post) => referencesOf(post).length > 0),
    )

  const posts = withReposts && !told ? await ownAlone(id, parts) : timeline.posts
  if (!posts) return failed('posts_failed')
  const pin =
    known ??
    (await lookUp(name, true, parts).then(
      ({ pin }) => pin,
      () => (signal.throwIfAborted(), null),
    )) ??
    untold
  const listed = posts.flatMap((post) => listedOf(post, withReposts, pin))
  const pinned = pin.id !== null && !listed.some(({ isPinned }) => isPinned)
  const all = [...(pinned ? [{ id: pin.id ?? '', own: true, isPinned: true }] : []), ...listed]
  return {
    posts: all.sort((a, b) => Number(b.isPinned) - Number(a.isPinned)).slice(0, LIST_POSTS),
    evidence: { reason: null, pinTold: pin.told, kindsTold: told, time: now() },
    reset: null,
  }
}

/** Where X does not tell reposts from own posts, it is asked for a list without any. */
async function ownAlone(id: string, { calls, signal }: AccountParts): Promise<XPost[] | null> {
  const asked = await replyOrReason(
    calls.list(id, false).then(({ reply }) => reply),
    'posts_failed',
    signal,
  )
  const timeline = asked.reply ? readTimeline(asked.reply) : null
  return timeline && timeline !== 'closed' ? timeline.posts : null
}

function listedOf(post: XPost, withReposts: boolean, pin: Pin): ListedPost[] {
  const kind = kindOf(post)
  if (kind === 'own' || (kind === 'quote' && withReposts)) {
    return [{ id: post.id, own: true, isPinned: post.id === pin.id }]
  }
  const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
  return withReposts && repeated ? [{ id: repeated.id, own: false, isPinned: false }] : []
}

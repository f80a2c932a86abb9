import * as v from 'valibot'
import { ListEvidence } from '../../../../contract/evidence.ts'
import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import type { Page, XCalls } from '../client/calls.ts'
import { LIST_POSTS } from '../client/endpoints.ts'
import type { ToldReply } from '../client/parameterNames.ts'
import { replyOrReason } from '../client/replies.ts'
import { Id, quotedIn, readTimeline, referencesOf, versionsIn } from '../schemas.ts'
import type { Posts, XPost } from '../schemas.ts'
import { Facts, factsOf, isRepost } from './findings.ts'

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

const PAGES_MAX = 3

export type Read = { posts: XPost[]; isWhole: boolean; referencesTold: boolean; next: string | undefined }
/** `isClosed`: X says that the timeline may not be read. `reset` is when a rate limit ends. */
type Pages = Read | { posts: null; reason: UnjudgedReason; reset?: number; isClosed: boolean }

/** Reads a timeline until there are enough posts: pages may be short, or empty, where X leaves posts out. */
export async function readPages(
  ask: (page: Page) => Promise<ToldReply>,
  enough: number,
  signal: AbortSignal,
): Promise<Pages> {
  let page: Page = {}
  const read: Read = { posts: [], isWhole: false, referencesTold: false, next: undefined }
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const call = ask(page).then((named) => ((read.referencesTold = named.told.references), named.reply))
    const { reply, ...failure } = await replyOrReason(call, 'posts_failed', signal)
    const timeline: Posts | 'closed' | null = reply && readTimeline(reply)
    if (!timeline || timeline === 'closed') {
      if (pages > 0 && read.posts.length > 0) return read
      return { posts: null, reason: 'posts_failed', ...failure, isClosed: timeline === 'closed' }
    }
    read.posts.push(...timeline.posts)
    read.isWhole = timeline.whole
    read.next = timeline.next
    if (read.posts.length >= enough || timeline.next === undefined) return read
    page = { pagination_token: timeline.next }
  }
  return read
}

type Parts = {
  calls: XCalls
  now: () => number
  signal: AbortSignal
  pinOf: () => Promise<Pin | null>
}

export const noList = (reason: UnjudgedReason, time: number, reset?: number): PostList => ({
  posts: [],
  evidence: { reason, pinTold: false, kindsTold: false, time },
  ...(reset !== undefined && { reset }),
})

/** The newest own posts, or with reposts and quotes, the pinned post first. The evidence says what X did not tell. */
export async function readList(
  { id, pin: known }: { id: string | null; pin: Pin | null },
  withReposts: boolean,
  { calls, now, signal, pinOf }: Parts,
): Promise<PostList> {
  const time = now()
  const failed = (reason: UnjudgedReason, reset?: number) => noList(reason, time, reset)
  if (id === null) return failed('account')

  let kindsTold = false
  const asked = (reposts: boolean) => {
    const readPage = async (page: Page) => {
      const named = await calls.list(id, reposts, page)
      kindsTold = named.told.references
      return named
    }
    return readPages(readPage, 1, signal)
  }
  const first = await asked(withReposts)
  if (!first.posts) return failed(first.reason, first.reset)
  // Where X does not tell reposts from own posts, the list is read without reposts.
  const shown = withReposts && !kindsTold ? await asked(false) : first
  if (!shown.posts) return failed('posts_failed')
  if (shown.posts.length === 0 && !shown.isWhole) return failed('inconclusive')

  const pin = known ?? (await pinOf().catch(() => (signal.throwIfAborted(), null))) ?? NO_PIN
  const listed = shown.posts.flatMap((post) => listedOf(post, id, { withReposts, pin, kindsTold }))
  // An own post that was reposted is listed once.
  const own = new Set(listed.flatMap((post) => (post.own ? post.id : [])))
  const once = listed.filter((post) => post.own || !own.has(post.id))
  const all = [...olderPin(pin, once), ...once]
  return {
    posts: all.toSorted((a, b) => Number(b.isPinned) - Number(a.isPinned)).slice(0, LIST_POSTS),
    evidence: { reason: null, pinTold: pin.told, kindsTold, time },
  }
}

const NO_PIN: Pin = { id: null, told: false }

function olderPin({ id }: Pin, listed: ListedPost[]): ListedPost[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, own: true, isPinned: true, isOutsideWindow: true, facts: null }]
}

function listedOf(
  post: XPost,
  userId: string,
  { withReposts, pin, kindsTold }: { withReposts: boolean; pin: Pin; kindsTold: boolean },
): ListedPost[] {
  const { id } = post
  const quoted = quotedIn(post)
  if (!isRepost(post)) {
    if (quoted !== null && !withReposts) return []
    const facts = kindsTold ? factsOf(post, true, { versions: versionsIn(post) ?? [id], userId }) : null
    const isPinned = id === pin.id
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

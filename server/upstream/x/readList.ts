import type { UnjudgedReason } from '../../../contract/evidence.ts'
import type { Page, XCalls } from './client/calls.ts'
import type { ToldReply } from './client/parameterNames.ts'
import { replyOrReason } from './client/replies.ts'
import { readTimeline } from './schemas.ts'
import type { Posts, XPost } from './schemas.ts'
import { NO_PIN, noList, postListOf } from './verdict/list.ts'
import type { Pin, PostList } from './verdict/list.ts'

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
    const { reply, ...failure } = await replyOrReason(call, signal)
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
  return postListOf(shown.posts, id, { withReposts, pin, kindsTold, time })
}

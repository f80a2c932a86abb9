import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import type { Reply } from '../asking/Reply.ts'
import { replyOrReason } from '../asking/replyOrReason.ts'
import type { Posts } from '../reading/readPosts.ts'
import { readTimeline } from '../reading/readPosts.ts'

/** Empty pages that are followed by asking for the next one. */
const FOLLOWED_MOST = 2

/** A timeline's posts, or why there are none. `isClosed`: X says that it may not be read. `reset` is when a rate limit ends. */
export type Pages =
  | { timeline: Posts }
  | { timeline: null; reason: UnjudgedReason; reset?: number; isClosed?: boolean }

/** Reads a timeline's first page with posts. X gives empty ones where it left out all that they would hold. */
export async function readPages(
  ask: (page: { token?: string }) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Pages> {
  let page: { token?: string } = {}
  for (let followed = 0; ; followed++) {
    const { reply, ...failure } = await replyOrReason(ask(page), 'posts_failed', signal)
    if (!reply) return { timeline: null, reason: 'posts_failed', ...failure }
    const timeline = readTimeline(reply)
    if (!timeline) return { timeline: null, reason: 'posts_failed' }
    if (timeline === 'closed') return { timeline: null, reason: 'posts_failed', isClosed: true }
    const { next } = timeline
    if (timeline.posts.length > 0 || next === undefined || followed === FOLLOWED_MOST) return { timeline }
    page = { token: next }
  }
}

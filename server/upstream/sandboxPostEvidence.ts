import type { PostRef } from '../../contract/PostUrl.ts'
import type { PostEvidence } from '../../contract/PostEvidence.ts'
import type { PostJudgement, PostStatus } from '../../contract/wire.ts'
import { sandboxReasonOf, sandboxStatusOf } from './sandboxPosts.ts'

type Invented = Pick<PostEvidence, 'visible' | 'found' | 'reason' | 'quote'>

/** What the invented X said of a post with this status. An invalid URL is no post: there is nothing to say. */
const INVENTED = {
  AVAILABLE: () => ({ visible: true, found: true, reason: null, quote: 'none' }),
  FORBIDDEN: () => ({ visible: true, found: false, reason: null, quote: 'none' }),
  QUATE_FORBIDDEN: () => ({ visible: true, found: true, reason: null, quote: 'restricted' }),
  RESTRICTED: () => ({ visible: false, found: null, reason: 'no_author' }),
  UNSEARCHED: (id) => ({ visible: true, found: null, reason: sandboxReasonOf(id), quote: 'none' }),
  NOT_FOUND: () => ({ visible: false, found: null, reason: null }),
  UNKNOWN: () => ({ visible: null, found: null, reason: 'failed' }),
  INVALID_URL: null,
} as const satisfies Record<PostStatus, ((id: string) => Invented) | null>

/** The invented judgement of one post. X names the author of a post that it shows, and of no other. */
export function sandboxJudgement({ name, id }: PostRef, now: number): PostJudgement {
  const status = sandboxStatusOf(id)
  const invented: Invented | undefined = INVENTED[status]?.(id)
  if (!invented) return { status }
  const author = invented.visible ? { author: name ?? 'sbx_clear' } : {}
  return { status, evidence: { ...invented, ...author, time: now } }
}

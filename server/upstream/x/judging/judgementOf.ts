import type { PostEvidence, QuoteState, UnsearchedReason } from '../../../../contract/PostEvidence.ts'
import type { PostJudgement, PostStatus } from '../../../../contract/wire.ts'
import type { Look } from '../reading/readOembed.ts'

/**
 * What search says of a post. `found: false` only after it was looked for twice, in two forms, with a control found in between. `time` is
 * when search was asked last, null where it was not asked at all.
 */
export type Finding =
  | { found: true; time: number }
  | { found: false; time: number }
  | { found: null; reason: UnsearchedReason; time: number | null }

type Seen = Pick<Look, 'state' | 'author' | 'time'>

/** Judges one post by what X showed of it, what search said, and what X showed of the post that it quotes. */
export function judgementOf(look: Seen, finding: Finding, quote: QuoteState): PostJudgement {
  const { state, author } = look
  const evidence: PostEvidence = {
    visible: VISIBLE[state],
    found: finding.found,
    reason: finding.found === null ? finding.reason : null,
    time: finding.time ?? look.time,
    ...(author && { author }),
    ...(state === 'shown' && { quote }),
  }
  if (state === 'gone') return { status: 'NOT_FOUND', evidence: { ...evidence, found: null, reason: null } }
  return { status: statusOf(state, finding, quote), evidence }
}

const VISIBLE = { shown: true, restricted: false, gone: false, unknown: null } as const satisfies Record<
  Look['state'],
  boolean | null
>

function statusOf(state: Exclude<Look['state'], 'gone'>, { found }: Finding, quote: QuoteState): PostStatus {
  if (found) return quote === 'restricted' ? 'QUATE_FORBIDDEN' : 'AVAILABLE'
  if (state === 'restricted') return 'RESTRICTED'
  if (state === 'unknown') return 'UNKNOWN'
  return found === false ? 'FORBIDDEN' : 'UNSEARCHED'
}

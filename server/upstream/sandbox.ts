import { setTimeout as delay } from 'node:timers/promises'
import { BANS } from '../../contract/bans.ts'
import type { PostRef } from '../../contract/PostUrl.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { PostResult, PostStatus } from '../../contract/wire.ts'
import { Refusal } from '../http/refusal.ts'
import type { RefusalCode } from '../http/refusal.ts'
import { sandboxEvidence } from './sandboxEvidence.ts'
import { sandboxJudgement } from './sandboxPostEvidence.ts'
import { sandboxOembed, sandboxStatusOf } from './sandboxPosts.ts'
import { isSandboxState, NOT_FOUND, SANDBOX_STATES } from './sandboxStates.ts'
import type { SandboxState } from './sandboxStates.ts'
import type { Upstream } from './Upstream.ts'
import { NOTHING_KEPT } from './Upstream.ts'

/** Longer than a visitor expects, and shorter than the page's own time limit. */
const SLOW_MS = 8000

/** The fault switch: `error` and `unavailable` refuse every call, `slow` answers after 8 s, `hang` never. */
export const SANDBOX_FAULTS = ['none', 'error', 'unavailable', 'slow', 'hang'] as const
export type SandboxFault = (typeof SANDBOX_FAULTS)[number]

/** The same faults by name: asking for one of these accounts, or for a post of theirs, shows the fault. */
const FAULT_NAMES = new Map<string, SandboxFault>([
  ['sbx_err_500', 'error'],
  ['sbx_err_502', 'unavailable'],
  ['sbx_slow', 'slow'],
])

/** An upstream that invents its answers: one for every state, always the same apart from the times in them. */
export function createSandbox(
  latencyMs = 0,
  fault: SandboxFault = 'none',
  now: () => number = Date.now,
): Upstream {
  async function answer(names: (string | null)[], signal: AbortSignal) {
    const byName = names.map((name) => FAULT_NAMES.get(name?.toLowerCase() ?? '')).find(Boolean)
    const active = fault === 'none' ? byName : fault
    const waitMs = active === 'slow' ? SLOW_MS : active === 'hang' ? 2 ** 31 - 1 : latencyMs
    signal.throwIfAborted()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    if (active === 'error') throw new Refusal('sandbox_error')
    if (active === 'unavailable') throw new Refusal('upstream')
  }

  function withEvidence(result: PostResult): PostResult {
    const post = parsePostUrl(result.url)
    return post ? { ...result, evidence: sandboxJudgement(post, now()).evidence } : result
  }

  return {
    name: 'sandbox',
    capabilities: { bans: [...BANS], posts: 'search' },
    kept: NOTHING_KEPT,
    trouble: () => null,
    async checkAccount(request, { signal }) {
      await answer([request.screen_name], signal)
      const name = request.screen_name.toLowerCase()
      const { tweets, hints, ...state }: SandboxState = isSandboxState(name)
        ? SANDBOX_STATES[name]
        : NOT_FOUND
      const evidence = sandboxEvidence(hints ? { ...state, hints } : state, now())
      const seen = !state.suspend && !state.not_found && !state.protect
      if (!request.searchban || !seen) return { ...state, evidence }
      return {
        ...state,
        tweets: tweets.filter((_, index) => request.repost || index % 4 !== 3).map(withEvidence),
        evidence: {
          ...evidence,
          tweets: {
            reason: state.api_status.userTimelineGroup.rate_limit ? 'limited' : null,
            pinTold: true,
            kindsTold: true,
            time: now(),
          },
        },
      }
    },
    async checkPosts(posts, { signal }) {
      await answer(
        posts.map((post) => post.name),
        signal,
      )
      return posts.map((post) => sandboxJudgement(post, now()))
    },
    async oembed(post: PostRef, { signal }) {
      await answer([post.name], signal)
      const code = CODES[sandboxStatusOf(post.id)]
      if (code) throw new Refusal(code)
      return sandboxOembed(post)
    },
  }
}

const CODES: Partial<Record<PostStatus, RefusalCode>> = {
  RESTRICTED: 'forbidden',
  NOT_FOUND: 'not_found',
  UNKNOWN: 'not_found',
}

import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '../../contract/dates.ts'
import { METHOD_VERSION } from '../../contract/evidence.ts'
import type { Evidence, ItemEvidence, UnjudgedReason, UnsearchedReason } from '../../contract/evidence.ts'
import { parsePostUrl, postUrlOf } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { BANS, eachBan } from '../../contract/outcomes.ts'
import type { PostStatus } from '../../contract/outcomes.ts'
import type { SandboxName } from '../../contract/sandboxAccounts.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { ApiError } from '../http/errors.ts'
import { NO_SEARCH } from './Upstream.ts'
import type { Upstream } from './Upstream.ts'
import {
  SANDBOX_POSTS,
  sandboxJudgement,
  sandboxOembed,
  sandboxPostId,
  sandboxStatusOf,
} from './sandboxPosts.ts'

/** What the evidence of an account says besides what follows from its flags. */
export type SandboxHints = {
  search?: Pick<ItemEvidence, 'looked' | 'found'> & { reason?: UnjudgedReason }
  withheld?: string[]
}
export type SandboxState = Omit<AccountCheck, 'tweets' | 'evidence'> & {
  tweets: PostResult[]
  hints?: SandboxHints
}

const CLEAR: SandboxState = {
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  ...eachBan(() => false),
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
  tweets: [],
}
const UNDETERMINED = eachBan(() => null)
const OPEN = { rate_limit: false }
const LIMITED = { rate_limit: true }

/** The state of every account that is not in the table below. */
export const NOT_FOUND: SandboxState = { ...CLEAR, ...UNDETERMINED, not_found: true }

/** The mixed account's statuses: every one that the specification names, an unknown one, and two that are missing. INVALID_URL comes with the account's URL. */
const MIXED: (string | undefined)[] = [
  'AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NOT_FOUND', 'AVAILABLE', 'UNKNOWN',
  'AVAILABLE', 'INVALID_URL', 'FORBIDDEN', undefined, 'AVAILABLE', 'SOMETHING_NEW', 'QUATE_FORBIDDEN',
  'AVAILABLE', 'FORBIDDEN', 'AVAILABLE', 'NOT_FOUND', 'AVAILABLE', undefined,
] // prettier-ignore

/** The partly found account's statuses: two that only come with evidence among them. */
const PARTLY: string[] = [
  'AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'AVAILABLE', 'FORBIDDEN', 'RESTRICTED', 'UNSEARCHED',
  'AVAILABLE', 'AVAILABLE', 'UNSEARCHED', 'AVAILABLE', 'QUATE_FORBIDDEN', 'AVAILABLE', 'RESTRICTED',
  'AVAILABLE', 'AVAILABLE', 'UNSEARCHED', 'AVAILABLE', 'AVAILABLE', 'AVAILABLE',
] // prettier-ignore

/** Twenty posts of one status. */
const twenty = (name: SandboxName, status: PostStatus, reason?: UnsearchedReason) =>
  postsOf(name, Array<PostStatus>(20).fill(status), undefined, reason)
const available = (name: SandboxName) => twenty(name, 'AVAILABLE')

/** Every invented account but those that stand for a fault. */
export const SANDBOX_STATES = {
  sbx_clear: { ...CLEAR, tweets: available('sbx_clear') },
  sbx_suggestion: { ...CLEAR, search_suggestion_ban: true, tweets: available('sbx_suggestion') },
  sbx_search: { ...CLEAR, search_ban: true, tweets: twenty('sbx_search', 'FORBIDDEN') },
  sbx_ghost: { ...CLEAR, ghost_ban: true, tweets: available('sbx_ghost') },
  sbx_reply: { ...CLEAR, reply_deboosting: true, tweets: available('sbx_reply') },
  sbx_all_bans: {
    ...CLEAR,
    search_suggestion_ban: true,
    search_ban: true,
    ghost_ban: true,
    reply_deboosting: true,
    tweets: twenty('sbx_all_bans', 'FORBIDDEN'),
  },
  sbx_mixed: { ...CLEAR, tweets: postsOf('sbx_mixed', MIXED, 1) },
  sbx_search_only: {
    ...CLEAR,
    ...UNDETERMINED,
    search_ban: false,
    tweets: available('sbx_search_only'),
  },
  sbx_partly: {
    ...CLEAR,
    tweets: postsOf('sbx_partly', PARTLY, 1, 'too_young'),
    hints: { search: { looked: 5, found: 3 } },
  },
  sbx_no_control: {
    ...CLEAR,
    ...UNDETERMINED,
    tweets: twenty('sbx_no_control', 'UNSEARCHED', 'no_control'),
    hints: { search: { reason: 'no_control', looked: 5, found: 0 } },
  },
  sbx_too_close: {
    ...CLEAR,
    ...UNDETERMINED,
    tweets: available('sbx_too_close'),
    hints: { search: { reason: 'too_close', looked: 5, found: 0 } },
  },
  sbx_withheld: { ...CLEAR, tweets: available('sbx_withheld'), hints: { withheld: ['JP'] } },
  sbx_unknown: { ...CLEAR, ...UNDETERMINED, tweets: available('sbx_unknown') },
  sbx_suspended: { ...CLEAR, ...UNDETERMINED, suspend: true },
  sbx_protected: { ...CLEAR, ...UNDETERMINED, protect: true },
  sbx_no_posts: { ...CLEAR, ...UNDETERMINED, no_tweet: true },
  sbx_limit_user: {
    ...CLEAR,
    ...UNDETERMINED,
    api_status: { userSearchGroup: LIMITED, userTimelineGroup: OPEN },
  },
  sbx_limit_posts: {
    ...CLEAR,
    api_status: { userSearchGroup: OPEN, userTimelineGroup: LIMITED },
  },
  sbx_slow: { ...CLEAR, tweets: available('sbx_slow') },
} as const satisfies Record<Exclude<SandboxName, 'sbx_err_500' | 'sbx_err_502'>, SandboxState>

function postsOf(
  name: SandboxName,
  statuses: (string | undefined)[],
  pinned?: number,
  reason?: UnsearchedReason,
): PostResult[] {
  return statuses.map((status, index) => ({
    url:
      status === 'INVALID_URL'
        ? `https://x.com/${name}`
        : postUrlOf({ name, id: sandboxPostId(index, status, reason) }),
    status,
    isPinned: index === pinned ? true : undefined,
  }))
}

export function isSandboxState(name: string): name is keyof typeof SANDBOX_STATES {
  return Object.hasOwn(SANDBOX_STATES, name)
}

/** Posts that the invented search looked for, and fewer where an account stands for an undetermined result. */
const POSTS_SEARCHED = 5
const TOO_FEW = 2

/** Invented evidence for an invented answer. Only the search ban names a method: X offers no way to test the other three items. */
export function sandboxEvidence(
  { hints = {}, ...check }: Omit<SandboxState, 'tweets'>,
  now: number,
): Evidence {
  const span = { from: now - 7 * DAY_MS, to: now - 3_600_000, time: now }
  const limited = check.api_status.userSearchGroup.rate_limit
  const closed = check.suspend || check.not_found || check.protect || check.no_tweet
  const because = (reason: UnjudgedReason): ItemEvidence => ({
    method: null,
    reason: limited ? 'limited' : closed ? 'account' : reason,
    time: now,
  })
  const shown = (flag: boolean | null): ItemEvidence =>
    flag === null ? because('no_method') : { method: null, reason: null, time: now }
  const search = (flag: boolean | null): ItemEvidence => {
    if (limited || closed) return because('search_failed')
    const { reason = flag === null ? 'too_few' : null, looked, found } = hints.search ?? {}
    const counts = {
      looked: looked ?? (flag === null ? TOO_FEW : POSTS_SEARCHED),
      found: found ?? (flag === false ? POSTS_SEARCHED : 0),
    }
    const control = reason === 'no_control' ? {} : { control: now }
    return { method: 'recent_search', reason, ...counts, ...control, ...span }
  }
  return {
    time: now,
    version: METHOD_VERSION,
    ...(hints.withheld && { withheld: hints.withheld }),
    items: { ...eachBan((ban) => shown(check[ban])), search_ban: search(check.search_ban) },
  }
}

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
    if (active === 'error') throw new ApiError('sandbox_error')
    if (active === 'unavailable') throw new ApiError('upstream')
  }

  function withEvidence(result: PostResult): PostResult {
    const post = parsePostUrl(result.url)
    return post ? { ...result, evidence: sandboxJudgement(post, now()).evidence } : result
  }

  return {
    name: 'sandbox',
    capabilities: { bans: [...BANS], posts: 'search' },
    healthWarning: () => null,
    searchHealth: () => NO_SEARCH,
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
      const { oembed: code } = SANDBOX_POSTS[sandboxStatusOf(post.id)]
      if (code) throw new ApiError(code)
      return sandboxOembed(post)
    },
  }
}

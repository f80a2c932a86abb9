import { postUrlOf } from '../../contract/PostUrl.ts'
import type { SandboxName } from '../../contract/sandboxAccounts.ts'
import type { ItemEvidence, UnjudgedReason } from '../../contract/evidence.ts'
import type { UnsearchedReason } from '../../contract/PostEvidence.ts'
import type { AccountCheck, PostResult } from '../../contract/wire.ts'
import { sandboxPostId } from './sandboxPosts.ts'

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
  search_suggestion_ban: false,
  search_ban: false,
  ghost_ban: false,
  reply_deboosting: false,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
  tweets: [],
}
const UNDETERMINED = {
  search_suggestion_ban: null,
  search_ban: null,
  ghost_ban: null,
  reply_deboosting: null,
}
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

const unsearched = (name: SandboxName, reason: UnsearchedReason) =>
  postsOf(
    name,
    Array.from({ length: 20 }, () => 'UNSEARCHED'),
    undefined,
    reason,
  )
const available = (name: SandboxName) =>
  postsOf(
    name,
    Array.from({ length: 20 }, () => 'AVAILABLE'),
  )
const excluded = (name: SandboxName) =>
  postsOf(
    name,
    Array.from({ length: 20 }, () => 'FORBIDDEN'),
  )

/** Every invented account but those that stand for a fault. */
export const SANDBOX_STATES = {
  sbx_clear: { ...CLEAR, tweets: available('sbx_clear') },
  sbx_suggestion: { ...CLEAR, search_suggestion_ban: true, tweets: available('sbx_suggestion') },
  sbx_search: { ...CLEAR, search_ban: true, tweets: excluded('sbx_search') },
  sbx_ghost: { ...CLEAR, ghost_ban: true, tweets: available('sbx_ghost') },
  sbx_reply: { ...CLEAR, reply_deboosting: true, tweets: available('sbx_reply') },
  sbx_all_bans: {
    ...CLEAR,
    search_suggestion_ban: true,
    search_ban: true,
    ghost_ban: true,
    reply_deboosting: true,
    tweets: excluded('sbx_all_bans'),
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
    tweets: unsearched('sbx_no_control', 'no_control'),
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

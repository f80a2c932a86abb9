import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '../../contract/dates.ts'
import { METHOD_VERSION } from '../../contract/wire.ts'
import { toPostUrl } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { BANS, BAN_METHODS, SANDBOX, recordByBan } from '../../contract/outcomes.ts'
import type { PostStatus } from '../../contract/outcomes.ts'
import { causeRow, ApiError } from '../../contract/reasons.ts'
import type { SandboxName } from '../../contract/sandboxAccounts.ts'
import type {
  AccountCheck,
  PostJudgement,
  AccountFacts,
  AccountEvidence,
  ItemEvidence,
  Reason,
} from '../../contract/wire.ts'
import { NO_SEARCH_HEALTH } from './Upstream.ts'
import type { Upstream } from './Upstream.ts'
import {
  SANDBOX_CONTROL_HOURS,
  sandboxJudgement,
  sandboxOembed,
  sandboxPostId,
  sandboxReason,
} from './sandboxPosts.ts'

type Flags = Omit<AccountCheck, 'tweets' | 'evidence'>
/** An invented account: by default without a ban, and with 20 posts that search finds. */
type SandboxRow = {
  /** How checks of the account and of its posts misbehave: an error instead of a result, or a late answer. */
  fault?: SandboxFault
  flags?: Partial<Flags>
  statuses?: readonly (string | undefined)[]
  pinned?: number
  /** Why search did not judge the posts with the status UNSEARCHED, and why it did not judge the account. */
  unsearched?: Reason
  unjudged?: Reason
  facts?: AccountFacts
  /** How many days ago the account was created, if that is told. */
  ageDays?: number
  /** Hours between two posts, if not eight. */
  hoursApart?: number
}

/** The default members of an invented account, beside its verdicts; its row may replace them. */
const NO_FACTS: AccountFacts = { userId: undefined, withheld: undefined, created: undefined }

const OPEN = { rate_limit: false }
const LIMITED = { rate_limit: true }
const CLEAR: Flags = {
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  ...recordByBan(() => false),
  api_status: { userSearchGroup: OPEN, userTimelineGroup: OPEN },
}
const UNDETERMINED = recordByBan(() => null)
/** The flags that X leaves open for an account that it shows to nobody. */
const UNTOLD = { protect: null, no_tweet: null }
const SEARCH_LIMITED: Reason = { cause: 'limited', part: 'search' }
const TIMELINE_LIMITED: Reason = { cause: 'limited', part: 'timeline' }

/** Every status that the posts of an account can have, an unknown one, and two that are missing. */
const MIXED: (string | undefined)[] = [
  'AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'QUATE_FORBIDDEN', 'NOT_FOUND', 'AVAILABLE', 'UNKNOWN',
  'AVAILABLE', 'UNKNOWN', 'FORBIDDEN', undefined, 'AVAILABLE', 'SOMETHING_NEW', 'QUATE_FORBIDDEN',
  'AVAILABLE', 'FORBIDDEN', 'AVAILABLE', 'NOT_FOUND', 'AVAILABLE', undefined,
] // prettier-ignore

const PARTLY: string[] = [
  'AVAILABLE', 'AVAILABLE', 'FORBIDDEN', 'AVAILABLE', 'FORBIDDEN', 'RESTRICTED', 'UNSEARCHED',
  'AVAILABLE', 'AVAILABLE', 'UNSEARCHED', 'AVAILABLE', 'QUATE_FORBIDDEN', 'AVAILABLE', 'RESTRICTED',
  'AVAILABLE', 'AVAILABLE', 'UNSEARCHED', 'AVAILABLE', 'AVAILABLE', 'AVAILABLE',
] // prettier-ignore

const TWO_EXCLUDED = ['FORBIDDEN', 'FORBIDDEN']
const twenty = (status: PostStatus) => Array<PostStatus>(20).fill(status)

/** `npm run docs` writes their table in docs/operating.md. */
export const SANDBOX_ACCOUNT_ROWS: Record<SandboxName, SandboxRow & { shows: string }> = {
  sbx_clear: { shows: 'no ban, 20 posts' },
  sbx_suggestion: { shows: 'the Search Suggestion Ban alone', flags: { search_suggestion_ban: true } },
  sbx_search: {
    shows: 'the Search Ban alone, its posts excluded',
    flags: { search_ban: true },
    statuses: twenty('FORBIDDEN'),
  },
  sbx_ghost: { shows: 'the Ghost Ban alone', flags: { ghost_ban: true } },
  sbx_reply: { shows: 'Reply Deboosting alone', flags: { reply_deboosting: true } },
  sbx_all_bans: {
    shows: 'all bans, its posts excluded',
    flags: recordByBan(() => true),
    statuses: twenty('FORBIDDEN'),
  },
  sbx_mixed: { shows: 'no ban; 20 posts of every status, one of them pinned', statuses: MIXED, pinned: 1 },
  sbx_search_only: {
    shows: 'no search ban; the others are not judged',
    flags: { ...UNDETERMINED, search_ban: false },
  },
  sbx_partly: {
    shows: 'some posts are found and some are not',
    statuses: PARTLY,
    pinned: 1,
    unsearched: { cause: 'too_young' },
  },
  sbx_no_control: {
    shows: 'nothing judged: search does not find what it is known to hold',
    flags: UNDETERMINED,
    statuses: twenty('UNSEARCHED'),
    unsearched: { cause: 'no_control' },
    unjudged: { cause: 'no_control' },
  },
  sbx_too_close: {
    shows: 'the search ban is not judged: a new account, and all posts were made within a day',
    flags: UNDETERMINED,
    statuses: Array<PostStatus>(5).fill('FORBIDDEN'),
    hoursApart: 4,
    ageDays: 12,
    unjudged: { cause: 'too_close' },
  },
  sbx_withheld: { shows: 'no ban; withheld in Japan', facts: { ...NO_FACTS, withheld: ['JP'] } },
  sbx_unknown: {
    shows: 'all bans undetermined: two posts are too few',
    flags: UNDETERMINED,
    statuses: TWO_EXCLUDED,
    unjudged: { cause: 'too_few' },
  },
  sbx_suspended: { shows: 'a suspended account', flags: { ...UNDETERMINED, ...UNTOLD, suspend: true } },
  sbx_protected: { shows: 'a protected account', flags: { ...UNDETERMINED, protect: true } },
  sbx_no_posts: {
    shows: 'an account without posts',
    flags: { ...UNDETERMINED, no_tweet: true },
    statuses: [],
  },
  sbx_limit_user: {
    shows: 'the user search is rate limited',
    flags: { ...UNDETERMINED, api_status: { userSearchGroup: LIMITED, userTimelineGroup: OPEN } },
    statuses: [],
  },
  sbx_limit_posts: {
    shows: 'the timeline is rate limited',
    flags: { api_status: { userSearchGroup: OPEN, userTimelineGroup: LIMITED } },
    statuses: [],
  },
  sbx_slow: { shows: 'answers after 8 seconds', fault: 'slow' },
  sbx_err_500: { shows: 'fails with status 500 and a message', fault: 'error' },
  sbx_err_502: { shows: 'fails with status 502, as if X did not answer', fault: 'unavailable' },
}
const NOT_FOUND: SandboxRow = {
  flags: { ...UNDETERMINED, ...UNTOLD, suspend: null, not_found: true },
}
const ROWS: ReadonlyMap<string, SandboxRow> = new Map(Object.entries(SANDBOX_ACCOUNT_ROWS))

/** `sbx_reason_12` is an account that is not judged for the reason with that number. */
function unjudgedRow(name: string): SandboxRow | null {
  const [, digits] = /^sbx_reason_(\d\d)$/.exec(name) ?? []
  if (digits === undefined) return null
  const reason = sandboxReason(digits)
  const ofAccount = causeRow(reason.cause).of === 'account'
  // An account without posts of the last days lists none that could be excluded.
  const listed = reason.cause === 'no_posts' ? [] : TWO_EXCLUDED
  return {
    flags: UNDETERMINED,
    unjudged: reason,
    ...(ofAccount ? { statuses: listed } : { statuses: twenty('UNSEARCHED'), unsearched: reason }),
  }
}

/** Says when a limit ends, as X does: its limits are for 15 minutes. */
function withResets(flags: Flags, now: number): Flags {
  const { userSearchGroup, userTimelineGroup } = flags.api_status
  const timed = (limit: typeof userSearchGroup) =>
    limit.rate_limit ? { ...limit, reset: now + 15 * 60_000 } : limit
  return {
    ...flags,
    api_status: { userSearchGroup: timed(userSearchGroup), userTimelineGroup: timed(userTimelineGroup) },
  }
}

function postsOf(
  name: string,
  { statuses = twenty('AVAILABLE'), pinned, unsearched, hoursApart }: SandboxRow,
  now: number,
) {
  return statuses.map((status, index) => ({
    post: { name, id: sandboxPostId(now, index, status, unsearched, hoursApart) },
    status,
    isPinned: index === pinned ? true : undefined,
  }))
}

function sandboxEvidence(
  check: Flags,
  { statuses = twenty('AVAILABLE'), unjudged, facts = NO_FACTS, ageDays }: SandboxRow,
  now: number,
): AccountEvidence {
  const limited = check.api_status.userSearchGroup.rate_limit
  const closed = check.suspend || check.not_found || check.protect || check.no_tweet
  const because = (reason: Reason): ItemEvidence => ({
    method: null,
    reason: limited ? SEARCH_LIMITED : closed ? { cause: 'account' } : reason,
    time: now,
  })
  const shown = (flag: boolean | null): ItemEvidence =>
    flag === null ? because({ cause: 'no_method' }) : { method: null, reason: null, time: now }
  const found = statuses.filter((status) => status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN').length
  const missed = statuses.filter((status) => status === 'FORBIDDEN').length
  function searched(flag: boolean | null): ItemEvidence {
    if (limited || closed) return because({ cause: 'failed', part: 'search' })
    if (!unjudged && statuses.length === 0) return shown(flag)
    return {
      method: 'recent_search',
      reason: unjudged ?? null,
      looked: found + missed || statuses.length,
      found,
      ...(flag && { control: now, controlHours: SANDBOX_CONTROL_HOURS }),
      from: now - 7 * DAY_MS,
      to: now - 3_600_000,
      time: now,
    }
  }
  return {
    time: now,
    version: METHOD_VERSION,
    ...facts,
    ...(ageDays !== undefined && { created: now - ageDays * DAY_MS }),
    items: recordByBan((ban) => (BAN_METHODS[ban] ? searched : shown)(check[ban])),
  }
}

const SLOW_MS = 8000

export const SANDBOX_FAULT_KINDS = ['none', 'error', 'unavailable', 'slow', 'hang'] as const
export type SandboxFault = (typeof SANDBOX_FAULT_KINDS)[number]

export function createSandboxUpstream(
  latencyMs = 0,
  fault: SandboxFault = 'none',
  now: () => number = Date.now,
): Upstream {
  async function answer(names: (string | null)[], signal: AbortSignal) {
    const byName = names.map((name) => ROWS.get(name?.toLowerCase() ?? '')?.fault).find(Boolean)
    const active = fault === 'none' ? byName : fault
    const waitMs = active === 'slow' ? SLOW_MS : active === 'hang' ? 2 ** 31 - 1 : latencyMs
    signal.throwIfAborted()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    if (active === 'error') throw new ApiError('sandbox_error')
    if (active === 'unavailable') throw new ApiError('upstream')
  }

  /** X withholds each post of an account that it withholds. */
  function judgementOf(post: PostRef): PostJudgement {
    const judged = sandboxJudgement(post, now())
    const withheld = ROWS.get(post.name?.toLowerCase() ?? '')?.facts?.withheld
    const { evidence } = judged
    return withheld && evidence?.found ? { ...judged, evidence: { ...evidence, withheld } } : judged
  }

  return {
    name: SANDBOX,
    capabilities: { bans: [...BANS], posts: 'search' },
    healthWarning: () => null,
    searchHealth: () => NO_SEARCH_HEALTH,
    async checkAccount(request, { signal }) {
      await answer([request.screen_name], signal)
      const name = request.screen_name.toLowerCase()
      const row = ROWS.get(name) ?? unjudgedRow(name) ?? NOT_FOUND
      const state = withResets({ ...CLEAR, ...row.flags }, now())
      const evidence = sandboxEvidence(state, row, now())
      const seen = !state.suspend && !state.not_found && !state.protect
      if (!request.searchban || !seen) return { ...state, evidence }
      return {
        ...state,
        tweets: postsOf(name, row, now())
          .filter((_, index) => request.repost || index % 4 !== 3)
          .map(({ post, status, isPinned }) => ({
            url: toPostUrl(post),
            status,
            isPinned,
            evidence: judgementOf(post).evidence,
          })),
        evidence: {
          ...evidence,
          tweets: {
            reason: state.api_status.userTimelineGroup.rate_limit ? TIMELINE_LIMITED : null,
            pinTold: true,
            kindsTold: true,
            time: now(),
          },
        },
      }
    },
    async checkPosts(posts, { signal }) {
      const names = posts.map((post) => post.name)
      await answer(names, signal)
      return posts.map(judgementOf)
    },
    async oembed(post, { signal }) {
      await answer([post.name], signal)
      return sandboxOembed(post)
    },
  }
}

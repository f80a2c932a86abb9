import { recordByBan } from '../../contract/outcomes.ts'
import type { PostStatus } from '../../contract/outcomes.ts'
import { causeRow } from '../../contract/reasons.ts'
import type { SandboxName } from '../../contract/sandboxAccounts.ts'
import type { AccountCheck, AccountFacts, Reason } from '../../contract/wire.ts'
import { sandboxReason, unjudgedStatus } from './sandboxPosts.ts'

export const SANDBOX_FAULT_KINDS = ['none', 'error', 'unavailable', 'slow', 'hang'] as const
export type SandboxFault = (typeof SANDBOX_FAULT_KINDS)[number]

export type Flags = Omit<AccountCheck, 'tweets' | 'evidence'>
/** An invented account: by default without a ban, and with 20 posts that search finds. */
export type SandboxRow = {
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
export const NO_FACTS: AccountFacts = { userId: undefined, withheld: undefined, created: undefined }

const OPEN = { rate_limit: false }
const LIMITED = { rate_limit: true }
export const CLEAR: Flags = {
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
export const twenty = (status: PostStatus) => Array<PostStatus>(20).fill(status)

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
export const NOT_FOUND: SandboxRow = {
  flags: { ...UNDETERMINED, ...UNTOLD, suspend: null, not_found: true },
}
export const ROWS: ReadonlyMap<string, SandboxRow> = new Map(Object.entries(SANDBOX_ACCOUNT_ROWS))

/** `sbx_reason_12` is an account that is not judged for the reason with that number. */
export function unjudgedRow(name: string): SandboxRow | null {
  const [, digits] = /^sbx_reason_(\d\d)$/.exec(name) ?? []
  if (digits === undefined) return null
  const reason = sandboxReason(digits)
  const ofAccount = causeRow(reason.cause).of === 'account'
  // An account without posts of the last days lists none that could be excluded.
  const listed = reason.cause === 'no_posts' ? [] : TWO_EXCLUDED
  return {
    flags: UNDETERMINED,
    unjudged: reason,
    ...(ofAccount ? { statuses: listed } : { statuses: twenty(unjudgedStatus(reason)), unsearched: reason }),
  }
}

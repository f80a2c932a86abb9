import type { PostEvidence } from './evidence.ts'

/** The codes below that close account checks, whatever the name; posts can still be checked. */
export const ACCOUNT_OUTAGE_CODES = [
  'budget_spent',
  'share_spent',
  'hour_spent',
  'operator_refused',
  'no_credentials',
  'not_permitted',
] as const

/**
 * Codes of an `ErrorAnswer` that say why this server has no answer now, though the request was fine. Those marked `Retry-After`
 * come with that header. The proof of the check is spent: another try takes a new challenge.
 * - `budget_spent` (503, Retry-After): the day's budget for account checks is used up; posts can still be checked.
 * - `share_spent` (503, Retry-After): the caller's address has used its part of that budget. `hour_spent` (503, Retry-After): this hour's
 *   part of it is used up.
 * - `operator_refused` (503, Retry-After): X refuses this server's token, plan or credits; posts can still be checked.
 * - `no_credentials` (503): the server has no token for account checks. `not_permitted` (503): its operator has not switched them on.
 * - `busy` (503, Retry-After): too many checks at once. `upstream_limited` (503, Retry-After): X takes no more requests for now.
 * - `upstream` (502): X answered nothing usable. `upstream_timeout` (504): X did not answer in time.
 * - `store_away` (503, Retry-After): the server's store does not answer.
 */
export const OUTAGE_CODES = [
  ...ACCOUNT_OUTAGE_CODES,
  'busy',
  'upstream_limited',
  'upstream',
  'upstream_timeout',
  'store_away',
] as const
export type OutageCode = (typeof OUTAGE_CODES)[number]

/** The kinds of outcome that a visitor can filter by, in the order they are shown. */
export const GROUPS = ['ok', 'excluded', 'quote', 'restricted', 'unsearched', 'error'] as const
export type Group = (typeof GROUPS)[number]

/** The groups of servers that send evidence; the other four are there in every result. */
const WITH_EVIDENCE: ReadonlySet<Group> = new Set<Group>(['restricted', 'unsearched'])

/** The groups that a result shows: the four of every result, and the others where there are such posts. */
export function shownGroups(counts: Readonly<Record<Group, number>>): Group[] {
  return GROUPS.filter((group) => !WITH_EVIDENCE.has(group) || counts[group] > 0)
}

/**
 * As the wire spells them: QUATE stands for "quote". `RESTRICTED`: X does not show the post to people who are not logged in, and search did
 * not find it or was not asked. `UNSEARCHED`: X shows the post, and search did not judge it. Both come from servers that send evidence.
 */
export const POST_STATUSES = [
  'AVAILABLE',
  'FORBIDDEN',
  'QUATE_FORBIDDEN',
  'RESTRICTED',
  'UNSEARCHED',
  'NOT_FOUND',
  'UNKNOWN',
  'INVALID_URL',
] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** What a status means: its group, and whether it is final, so that checking the same URL again would not change it. */
type Verdict = { group: Group; final: boolean }

/** The meaning of every status of the wire. A status that is added there does not compile until it has a row here. */
const POST_VERDICTS = {
  AVAILABLE: { group: 'ok', final: true },
  FORBIDDEN: { group: 'excluded', final: true },
  QUATE_FORBIDDEN: { group: 'quote', final: true },
  RESTRICTED: { group: 'restricted', final: true },
  UNSEARCHED: { group: 'unsearched', final: false },
  NOT_FOUND: { group: 'error', final: true },
  UNKNOWN: { group: 'error', final: false },
  INVALID_URL: { group: 'error', final: true },
} as const satisfies Record<PostStatus, Verdict>

type Verdicts = typeof POST_VERDICTS
/** The statuses of posts that were not judged; each has a reason for the visitor. */
export type ErrorStatus = {
  [S in PostStatus]: Verdicts[S]['group'] extends 'error' ? S : never
}[PostStatus]

/** The meaning of a status that a server sent; an unknown or missing one counts as UNKNOWN. */
export function verdictOf(status: string = 'UNKNOWN'): Verdict {
  return isKnown(status) ? POST_VERDICTS[status] : POST_VERDICTS.UNKNOWN
}

function isKnown(status: string): status is PostStatus {
  return Object.hasOwn(POST_VERDICTS, status)
}

/** What search must have said of a post in these groups: a hit where the post itself is fine, two misses where it is excluded. */
const PROOFS: ReadonlyMap<Group, boolean> = new Map([
  ['ok', true],
  ['quote', true],
  ['excluded', false],
])

type Judgement = { status?: string | undefined; evidence?: PostEvidence | undefined }

/**
 * The group of a post. An unknown or missing status is an error. Where a server sends evidence, a status that says more than it
 * proves counts as unsearched.
 */
export function groupOf({ status, evidence }: Judgement): Group {
  const { group } = verdictOf(status)
  const proof = PROOFS.get(group)
  return !evidence || proof === undefined || evidence.found === proof ? group : 'unsearched'
}

/** The four bans, in the order they are shown; the names are the wire's. */
export const BANS = ['search_suggestion_ban', 'search_ban', 'ghost_ban', 'reply_deboosting'] as const
export type Ban = (typeof BANS)[number]

/** What `VITE_CAPABILITIES` lists: the items that a server judges, how it looks for posts, and whether it counts what visitors saw. */
export const CAPABILITY_WORDS = [...BANS, 'posts', 'visibility', 'agreement', 'none'] as const

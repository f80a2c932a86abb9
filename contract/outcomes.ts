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

/**
 * The kinds of outcome that a visitor can filter by, in the order they are shown. `mark` stands before the badge in a shared text, which leaves a group without one
 * out. `found`: what search must have said of such a post, a hit
 * where the post itself is fine, two misses where it is excluded. `isRare`: only servers that send evidence know the group, so a result
 * shows it where there are such posts; the others are there in every result.
 */
const GROUP_ROWS = {
  ok: { badge: '検索OK', mark: '✅', found: true, isRare: false },
  excluded: { badge: '検索除外', mark: '❌', found: false, isRare: false },
  quote: { badge: '引用元除外', mark: '⚠️', found: true, isRare: false },
  restricted: { badge: '閲覧制限', mark: '🔒', found: null, isRare: true },
  unsearched: { badge: '未判定', mark: '❔', found: null, isRare: true },
  error: { badge: 'エラー', mark: null, found: null, isRare: false },
} as const satisfies Record<
  string,
  { badge: string; mark: string | null; found: boolean | null; isRare: boolean }
>
export type Group = keyof typeof GROUP_ROWS
export const GROUPS = Object.keys(GROUP_ROWS) as readonly Group[]

/** A value for each group. */
export function eachGroup<T>(make: (group: Group) => T): Record<Group, T> {
  return Object.fromEntries(GROUPS.map((group) => [group, make(group)])) as Record<Group, T>
}

export const badges = eachGroup((group) => GROUP_ROWS[group].badge)

export const marks = eachGroup((group) => GROUP_ROWS[group].mark)

export const isRare = (group: Group): boolean => GROUP_ROWS[group].isRare

/** The groups that a result shows. */
export function shownGroups(counts: Readonly<Record<Group, number>>): Group[] {
  return GROUPS.filter((group) => !isRare(group) || counts[group] > 0)
}

/** What a status means: its group, and whether it is final, so that checking the same URL again would not change it. */
type Verdict = { group: Group; final: boolean }

/**
 * The meaning of every status, as the wire spells them: QUATE stands for "quote". `RESTRICTED`: X does not show the post to people who are
 * not logged in, and search did not find it or was not asked. `UNSEARCHED`: X shows the post, and search did not judge it.
 */
const POST_VERDICTS = {
  AVAILABLE: { group: 'ok', final: true },
  FORBIDDEN: { group: 'excluded', final: true },
  QUATE_FORBIDDEN: { group: 'quote', final: true },
  RESTRICTED: { group: 'restricted', final: true },
  UNSEARCHED: { group: 'unsearched', final: false },
  NOT_FOUND: { group: 'error', final: true },
  UNKNOWN: { group: 'error', final: false },
  INVALID_URL: { group: 'error', final: true },
} as const satisfies Record<string, Verdict>
export type PostStatus = keyof typeof POST_VERDICTS
export const POST_STATUSES = Object.keys(POST_VERDICTS) as readonly PostStatus[]

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

type Judgement = {
  status?: string | undefined
  evidence?: { found: boolean | null; [member: string]: unknown } | undefined
}

/**
 * The group of a post. An unknown or missing status is an error. Where a server sends evidence, a status that says more than it
 * proves counts as unsearched.
 */
export function groupOf({ status, evidence }: Judgement): Group {
  const { group } = verdictOf(status)
  const { found } = GROUP_ROWS[group]
  return !evidence || found === null || evidence.found === found ? group : 'unsearched'
}

/** The bans by their names on the wire, in the order they are shown, and what they are called. Their words are in `src/text/bans.ts`. */
export const banNames = {
  search_suggestion_ban: 'Search Suggestion Ban',
  search_ban: 'Search Ban',
  ghost_ban: 'Ghost Ban',
  reply_deboosting: 'Reply Deboosting',
} as const
export type Ban = keyof typeof banNames
export const BANS = Object.keys(banNames) as readonly Ban[]

/** A value for each ban. */
export function eachBan<T>(make: (ban: Ban) => T): Record<Ban, T> {
  return Object.fromEntries(BANS.map((ban) => [ban, make(ban)])) as Record<Ban, T>
}

/** What `VITE_CAPABILITIES` lists: the items that a server judges, how it looks for posts, and whether it counts what visitors saw. */
export const CAPABILITY_WORDS = [...BANS, 'posts', 'visibility', 'agreement', 'none'] as const

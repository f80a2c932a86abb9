/**
 * The groups of posts, in the order in which pages show them and saved files have them as columns. `found`: what search must have said.
 * `isRare`: pages show the group only if it has posts.
 */
const GROUP_ROWS = {
  ok: { badge: '検索OK', mark: '✅', found: true, isRare: false },
  excluded: { badge: '検索除外', mark: '❌', found: false, isRare: false },
  quote: { badge: '引用元除外', mark: '⚠️', found: true, isRare: false },
  restricted: { badge: '閲覧制限', mark: '🔒', found: null, isRare: true },
  unsearched: { badge: '未判定', mark: '❔', found: null, isRare: true },
  error: { badge: 'エラー', mark: null, found: null, isRare: false },
} as const
export type PostGroup = keyof typeof GROUP_ROWS
export const POST_GROUPS = Object.keys(GROUP_ROWS) as readonly PostGroup[]

export function recordByGroup<T>(make: (group: PostGroup) => T): Record<PostGroup, T> {
  return Object.fromEntries(POST_GROUPS.map((group) => [group, make(group)])) as Record<PostGroup, T>
}

export const GROUP_BADGES = recordByGroup((group) => GROUP_ROWS[group].badge)
export const GROUP_MARKS = recordByGroup((group) => GROUP_ROWS[group].mark)
export const isRareGroup = (group: PostGroup): boolean => GROUP_ROWS[group].isRare

export function totalOfGroups(counts: Readonly<Record<PostGroup, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

export function groupsToShow(counts: Readonly<Record<PostGroup, number>>): PostGroup[] {
  return POST_GROUPS.filter((group) => !isRareGroup(group) || counts[group] > 0)
}

/** `final`: checking the same URL again would give the same result. */
type Verdict = { group: PostGroup; final: boolean }

/** The wire spells "quote" as QUATE. `UNSEARCHED`: X shows the post, and search did not judge it. */
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
export type ErrorPostStatus = {
  [S in PostStatus]: Verdicts[S]['group'] extends 'error' ? S : never
}[PostStatus]

const VERDICTS = new Map<string, Verdict>(Object.entries(POST_VERDICTS))

/** Looks up a status. An unknown or missing one counts as UNKNOWN. */
export function verdictOfStatus(status: string = 'UNKNOWN'): Verdict {
  return VERDICTS.get(status) ?? POST_VERDICTS.UNKNOWN
}

type Judgement = {
  status?: string | undefined
  evidence?: { found: boolean | null; [member: string]: unknown } | undefined
}

export function groupOfPost({ status }: Pick<Judgement, 'status'>): PostGroup {
  return verdictOfStatus(status).group
}

/** Reads a post as unsearched if its status says more than its evidence proves. Our own server sends no such post; another one may. */
export function withProvenStatus<Post extends Judgement>(post: Post): Post {
  const { found } = GROUP_ROWS[groupOfPost(post)]
  const isProven = !post.evidence || found === null || post.evidence.found === found
  return isProven ? post : { ...post, status: 'UNSEARCHED' satisfies PostStatus }
}

/** `recent_search`: the account's own posts of the last days were searched for. */
export const TEST_METHODS = ['recent_search'] as const
type BanRow = { name: string; method: (typeof TEST_METHODS)[number] | null }
/** The bans, in the order in which pages show them. `method`: how it is tested; null if X offers no public way. */
const BAN_ROWS = {
  search_suggestion_ban: { name: 'Search Suggestion Ban', method: null },
  search_ban: { name: 'Search Ban', method: 'recent_search' },
  ghost_ban: { name: 'Ghost Ban', method: null },
  reply_deboosting: { name: 'Reply Deboosting', method: null },
} as const satisfies Record<string, BanRow>
export type Ban = keyof typeof BAN_ROWS
export const BANS = Object.keys(BAN_ROWS) as readonly Ban[]

export function recordByBan<T>(make: (ban: Ban) => T): Record<Ban, T> {
  return Object.fromEntries(BANS.map((ban) => [ban, make(ban)])) as Record<Ban, T>
}

export const BAN_NAMES = recordByBan((ban) => BAN_ROWS[ban].name)
export const BAN_METHODS: Record<Ban, BanRow['method']> = recordByBan((ban) => BAN_ROWS[ban].method)

type TestableBan = { [B in Ban]: (typeof BAN_ROWS)[B]['method'] extends null ? never : B }[Ban]
const isTestable = (ban: Ban): ban is TestableBan => BAN_METHODS[ban] !== null
/** What a server may be told to judge. */
export const JUDGEABLE_ITEMS = [...BANS.filter(isTestable), 'posts'] as const
export type JudgeableItem = (typeof JUDGEABLE_ITEMS)[number]

/** The upstream whose accounts are invented. */
export const SANDBOX = 'sandbox'

export const CAPABILITY_NAMES = [...BANS, 'posts', 'visibility', 'none'] as const

import type {
  ItemEvidence,
  PostEvidence,
  QuoteState,
  UnjudgedReason,
  UnsearchedReason,
} from '../../../../contract/evidence.ts'
import type { PostJudgement } from '../../../../contract/wire.ts'
import type { PostStatus } from '../../../../contract/outcomes.ts'
import type { XCalls } from '../client/calls.ts'
import type { XEndpoints } from '../client/client.ts'
import type { Span } from '../client/endpoints.ts'
import { referencesOf, versionsIn } from '../schemas.ts'
import type { Look, XPost } from '../schemas.ts'
import { GROUPS, accountOf, readPages, unjudged } from './account.ts'
import type { Account, AccountFacts, Flags } from './account.ts'
import { WORST_MICROS } from './postSearch.ts'
import { RECENT_MS, YOUNGEST_MS, fromAccount, inOrder, latestOf, madeAt } from './windows.ts'
import type { Looked, Pursuit, Sought } from './windows.ts'

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

/** Fewer missing posts than this prove nothing … */
const ENOUGH = 5
/** … nor do posts that were made closer together than this: an index may lack a day. */
export const SPREAD_MS = 24 * 60 * 60_000

/** The span in which posts should be found: recent search reaches back a week, and younger ones may not have reached the index. */
export const dueSpan = (now: number): Span => ({ from: now - RECENT_MS, to: now - YOUNGEST_MS })

/** The posts that search should find, from the oldest to the newest: the account's own originals of the span. */
export function duePosts(posts: XPost[], { from, to }: Span): Sought[] {
  const due = posts.filter((post) => {
    const made = madeAt(versionsIn(post)?.at(-1) ?? post.id) ?? Number.NaN
    return made >= from && made <= to && kindOf(post) !== 'repost' && !isReply(post)
  })
  const byId = new Map(due.map((post) => [post.id, { id: post.id, versions: versionsIn(post) ?? [post.id] }]))
  return inOrder([...byId.values()])
}

/** The kind of a post, as far as X tells. A repost's text begins with "RT @" even where X gives no references. */
export function kindOf(post: XPost): 'own' | 'quote' | 'repost' {
  const types = referencesOf(post).map(({ type }) => type)
  if (types.some((type) => REPOST_TYPES.has(type)) || /^RT @\w/.test(post.text)) return 'repost'
  return types.includes('quoted') ? 'quote' : 'own'
}
const REPOST_TYPES = new Set(['retweeted', 'reposted'])
const isReply = (post: XPost) => referencesOf(post).some(({ type }) => type === 'replied_to')

/** Why so many posts prove nothing, even if none of them is found; null where they are enough. */
export function tooLittle(due: readonly Sought[]): 'too_few' | 'too_close' | null {
  if (due.length < ENOUGH) return 'too_few'
  const [oldest, newest] = [due.at(0), due.at(-1)].map(
    (post) => (post && madeAt(latestOf(post))) ?? Number.NaN,
  )
  return (newest ?? 0) - (oldest ?? 0) >= SPREAD_MS ? null : 'too_close'
}

export type SearchVerdict = {
  ban: boolean | null
  reason: UnjudgedReason | null
  looked: number
  found: number
  /** When the control was found last, where none of the posts was. */
  control?: number
}

/** What the findings say of the account. One post that search has clears it; only a miss of all, each twice and with a control, accuses. */
export function searchVerdict(due: readonly Sought[], { findings, others }: Looked): SearchVerdict {
  const all = due.flatMap(({ id }) => findings.get(id) ?? [])
  const found = all.filter((one) => one.found === true).length
  const counts = { looked: due.length, found }
  if (found > 0) return { ban: false, reason: null, ...counts }
  if (others.size > 0) return { ban: null, reason: 'inconclusive', ...counts }
  const missed = all.flatMap((one) => (one.found === false ? one.control : []))
  const little = tooLittle(due)
  if (missed.length === due.length && !little) {
    return { ban: true, reason: null, ...counts, control: Math.min(...missed) }
  }
  const open = all.find((one) => one.found === null && one.reason !== LEFT)
  const why = open?.found === null ? (REASONS[open.reason] ?? 'search_failed') : (little ?? 'inconclusive')
  return { ban: null, reason: why, ...counts }
}

/** What posts are left for that were not to be called missing. */
const LEFT: UnsearchedReason = 'no_author'
const REASONS: Partial<Record<UnsearchedReason, UnjudgedReason>> = {
  no_control: 'no_control',
  limited: 'limited',
  operator: 'operator',
}

/** Reasons that hold for longer than a moment. */
const LASTING: ReadonlySet<UnjudgedReason> = new Set(['no_posts', 'too_few', 'too_close', 'inconclusive'])

export type SearchBanParts = {
  /** Calls that are paid from what was reserved for the check. */
  calls: XCalls
  /** Work that costs more than that: at most so much, in millionths of a dollar. Null where that cannot be afforded. */
  afford: <T>(worstMicros: number, work: (calls: XCalls) => Promise<T>) => Promise<T | null>
  /** Looks for posts in recent search. */
  lookFor: (windows: Sought[][], query: string, pursues: Pursuit, calls: XCalls) => Promise<Looked>
  endpoints: XEndpoints
  /** Whether the operator lets the search ban be judged. */
  judgesBan: boolean
  now: () => number
  signal: AbortSignal
}

/** Looks for the account's own posts of the last days in X's search. A failure on the way becomes a reason in the evidence. */
export async function readSearchBan(
  name: string,
  id: string,
  flags: Flags,
  parts: SearchBanParts,
): Promise<Account> {
  const { calls, endpoints, afford, lookFor, now, signal } = parts
  const span = dueSpan(now())
  const without = (
    reason: UnjudgedReason,
    counts: Partial<ItemEvidence> = {},
    more: Partial<AccountFacts> = {},
  ) =>
    accountOf({
      flags,
      search: { ...unjudged(reason, now()), ...counts },
      time: now(),
      whole: false,
      ...more,
    })

  if (!parts.judgesBan) return without('not_offered', {}, { whole: true })
  // Posts are not paid for while search cannot be asked.
  const cooldown = endpoints.search.cooldown()
  if (cooldown?.reason === 'limited') return without('limited', {}, { groups: GROUPS.search(cooldown.until) })
  if (cooldown) return without('operator')

  const newest = await readPages((page) => calls.timeline(id, span, page), signal)
  if (!newest.timeline) {
    const { reason, reset, isClosed } = newest
    if (isClosed) return without(reason, {}, { flags: { ...flags, protect: null } })
    return without(reason, {}, reset ? { groups: GROUPS.timeline(reset) } : {})
  }
  const { posts, whole } = newest.timeline
  const due = duePosts(posts, span)
  if (due.length === 0) {
    const none = whole && posts.every((post) => madeAt(post.id) !== null)
    return without(none ? 'no_posts' : 'inconclusive', { ...span, looked: 0, found: 0 }, { whole: none })
  }

  async function look(
    windows: Sought[][],
    calls: XCalls,
  ): Promise<SearchVerdict & { due: Sought[]; looked: number }> {
    const due = windows.flat()
    const looked = await lookFor(windows, fromAccount(name, id), tooLittle(due) ? 'none' : 'all', calls)
    const missed = due.filter(({ id }) => looked.findings.get(id)?.found !== true)
    return { ...searchVerdict(due, looked), due: missed }
  }
  /** Where the newest posts are too close together to accuse, older ones are looked for as well. */
  async function lookFurther(calls: XCalls): Promise<Awaited<ReturnType<typeof look>> | null> {
    const to = (madeAt(latestOf(due.at(-1) ?? { id: '0', versions: null })) ?? 0) - SPREAD_MS
    if (to <= span.from) return null
    const older = await readPages((page) => calls.timeline(id, { from: span.from, to }, page), signal)
    const before = older.timeline ? duePosts(older.timeline.posts, { from: span.from, to }) : []
    return before.length > 0 ? look([before, due], calls) : null
  }

  const first = await look([due], calls)
  const further = first.reason === 'too_close' ? await afford(WORST_MICROS.older, lookFurther) : null
  const { ban, due: missed, ...evidence } = further ?? first
  const limit = evidence.reason === 'limited' ? endpoints.search.cooldown() : null
  return accountOf({
    flags,
    ban,
    search: { method: 'recent_search', ...evidence, ...span, time: now() },
    time: now(),
    missed: missed.map(({ id }) => id),
    whole: evidence.reason === null || LASTING.has(evidence.reason),
    ...(limit && { groups: GROUPS.search(limit.until) }),
  })
}

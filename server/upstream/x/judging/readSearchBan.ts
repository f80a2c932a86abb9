import type { ItemEvidence, UnjudgedReason } from '../../../../contract/evidence.ts'
import type { XEndpoints } from '../asking/Ask.ts'
import type { XCalls } from '../asking/xCalls.ts'
import type { Account, AccountFacts, Flags } from './accountOf.ts'
import { accountOf, GROUPS, unjudged } from './accountOf.ts'
import { fromAccount } from './authorQuery.ts'
import type { Looked } from './SearchFinding.ts'
import { readPages } from './readPages.ts'
import { WORST_MICROS } from './searchCost.ts'
import type { SearchVerdict } from './searchVerdict.ts'
import { duePosts, dueSpan, searchVerdict, SPREAD_MS, tooLittle } from './searchVerdict.ts'
import type { Pursuit, Sought } from './searchWindows.ts'
import { latestOf, madeAt } from './searchWindows.ts'

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

import * as v from 'valibot'
import { METHOD_VERSION, UNJUDGED_REASONS } from '../../../../contract/evidence.ts'
import type { ItemEvidence, UnjudgedReason } from '../../../../contract/evidence.ts'
import { postUrlOf } from '../../../../contract/names.ts'
import { eachBan } from '../../../../contract/outcomes.ts'
import type { AccountCheck } from '../../../../contract/wire.ts'
import { Id } from '../schemas.ts'
import { Pin } from './list.ts'
import type { PostList } from './list.ts'
import { Original, RECENT_MS, YOUNGEST_MS, judgementOf, madeAt } from './post.ts'
import type { Finding } from './post.ts'
import { REASONS, isNotIndexable } from './reasons.ts'

const Flag = v.nullable(v.boolean())

/** What X told of an account at `time`: with the findings about its posts, all that a check rests on. */
export const Account = v.object({
  time: v.number(),
  id: v.nullable(Id),
  flags: v.object({ suspend: Flag, not_found: Flag, protect: Flag, no_tweet: Flag }),
  withheld: v.nullable(v.array(v.string())),
  /** Null where it was not asked for. */
  pin: v.nullable(Pin),
  /** Why its posts were not read, if so. */
  reason: v.nullable(v.picklist(UNJUDGED_REASONS)),
  limit: v.nullable(v.object({ group: v.picklist(['search', 'timeline']), until: v.number() })),
  span: v.nullable(v.object({ from: v.number(), to: v.number() })),
  originals: v.array(Original),
  /** Whether X listed all posts of the span. */
  isWhole: v.boolean(),
  /** Whether older originals of the span were read as well. */
  isExtended: v.boolean(),
  /** Whether search was asked for any original of the span; those that it showed are among them. */
  isSpanSearched: v.boolean(),
  /** When X was asked for the account once more, before it is accused. */
  confirmed: v.nullable(v.number()),
  /** The largest page that was read on with. */
  readOnSize: v.number(),
  /** The token of the timeline's next page. */
  next: v.optional(v.string()),
})
export type Account = v.InferOutput<typeof Account>

/** Fewer misses prove nothing. */
const MISSED_MIN = 5
/** Misses within this span prove nothing: an index may lack a day. */
export const SPREAD_MS = 24 * 60 * 60_000

/** An account's answer is cached for so long. */
export const ACCOUNT_KEPT_MS = 15 * 60_000
/** Leaves out posts that become older than recent search reaches back while the account is cached. */
export const dueSpan = (now: number) => ({ from: now - RECENT_MS + ACCOUNT_KEPT_MS, to: now - YOUNGEST_MS })

export type SearchVerdict = {
  ban: boolean | null
  reason: UnjudgedReason | null
  looked: number
  found: number
  time?: number
  control?: number
}

type Looked = {
  isWhole: boolean
  isSpanSearched: boolean
  /** When X was asked for the account once more. */
  confirmed: number | null
}

/**
 * Only posts count that X shows to everyone and its index holds. A single hit clears the account; only a miss of all accuses it. `isWhole`:
 * X listed all posts of the span; `isSpanSearched`: search was asked for any post of the span.
 */
export function searchVerdict(
  originals: readonly Original[],
  findings: ReadonlyMap<string, Finding>,
  { isWhole, isSpanSearched, confirmed }: Looked,
): SearchVerdict {
  const fit = originals.flatMap(({ id, facts }) => {
    const finding = findings.get(id)
    const isShownToSome = facts?.unfit === 'sensitive' || facts?.unfit === 'withheld'
    const isUnfit =
      (facts?.unfit || isNotIndexable(finding?.reason ?? null)) && !(isShownToSome && finding?.found)
    return finding && !isUnfit ? [{ id, finding }] : []
  })
  // A post that X's lookup does not have any more is gone, though oEmbed may still show it.
  const all = fit.filter(
    ({ finding: { state, reason } }) => state !== 'restricted' && state !== 'gone' && reason !== 'absent',
  )
  const found = all.filter(({ finding }) => finding.found === true)
  const missed = all.filter(({ finding }) => finding.found === false && finding.state === 'shown')
  const times = all.flatMap(({ finding }) => finding.time ?? [])
  const asked = times.length > 0 ? { time: Math.min(...times) } : {}
  const counts = { looked: all.length, found: found.length, ...asked }
  if (found.length > 0) return { ban: false, reason: null, ...counts, looked: found.length + missed.length }
  if (all.length === 0) {
    const none = !isWhole ? 'crowded' : originals.length === 0 ? 'no_posts' : 'none_fit'
    return { ban: null, reason: fit.length > 0 ? 'unseen' : none, ...counts }
  }
  const open = all.find((one) => !missed.includes(one))
  if (open) return { ban: null, reason: reasonOf(open.finding), ...counts }
  if (missed.length < MISSED_MIN) {
    return { ban: null, reason: isWhole ? 'too_few' : 'crowded', ...counts }
  }
  const made = missed.map(({ id }) => madeAt(id) ?? Number.NaN)
  if (!(Math.max(...made) - Math.min(...made) >= SPREAD_MS)) {
    return { ban: null, reason: 'too_close', ...counts }
  }
  if (!isSpanSearched) return { ban: null, reason: 'inconclusive', ...counts }
  const lastMiss = Math.max(...missed.map(({ finding }) => finding.time ?? Number.NaN))
  if (!((confirmed ?? -Infinity) >= lastMiss)) return { ban: null, reason: 'account_failed', ...counts }
  const control = Math.min(...missed.map(({ finding }) => finding.control ?? Number.NaN))
  return { ban: true, reason: null, ...counts, control }
}

function reasonOf({ state, reason }: Finding): UnjudgedReason {
  const verdict = reason === null ? 'unseen' : REASONS[reason].verdict
  return state === 'unknown' && !OF_OEMBED.has(verdict) ? 'unseen' : verdict
}

/** Reasons of a verdict that one more step would have settled. */
const OF_A_STEP: ReadonlySet<UnjudgedReason> = new Set([
  'crowded',
  'too_close',
  'inconclusive',
  'account_failed',
])
const OF_OEMBED: ReadonlySet<UnjudgedReason> = new Set(['view_limited', 'view_operator'])

const OPEN = { rate_limit: false }
const limitedUntil = (reset: number | undefined) => (reset === undefined ? OPEN : { rate_limit: true, reset })

export function answerOf(
  account: Account,
  findings: ReadonlyMap<string, Finding>,
  name: string,
  list: PostList | null,
  {
    searchReset,
    failure,
  }: {
    /** When X's limit of searches ends. */
    searchReset: number | undefined
    /** Why the last step that the verdict needed did not succeed. */
    failure: UnjudgedReason | null
  },
): AccountCheck {
  const { time, flags, withheld, reason, limit, span, originals } = account
  const other: ItemEvidence = { method: null, reason: 'no_method', time }
  let ban: boolean | null = null
  let search: ItemEvidence = { method: null, reason, time }
  if (reason === null) {
    const verdict = searchVerdict(originals, findings, account)
    ban = verdict.ban
    const method = originals.length > 0 ? 'recent_search' : null
    const { ban: _, ...evidence } = verdict
    search = { method, time, ...span, ...evidence }
    if (failure && search.reason !== null && OF_A_STEP.has(search.reason)) search.reason = failure
  }
  const isLimited = reason === null && search.reason === 'limited'
  const reset = limit?.group === 'search' ? limit.until : isLimited ? searchReset : undefined
  const timelineReset = list?.reset ?? (limit?.group === 'timeline' ? limit.until : undefined)
  return {
    ...flags,
    ...eachBan(() => null),
    search_ban: ban,
    api_status: { userSearchGroup: limitedUntil(reset), userTimelineGroup: limitedUntil(timelineReset) },
    evidence: {
      time,
      version: METHOD_VERSION,
      items: { ...eachBan(() => other), search_ban: search },
      ...(withheld && { withheld }),
      ...(list && { tweets: list.evidence }),
    },
    ...(list?.evidence.reason === null && {
      tweets: list.posts.map(({ id, own, isPinned }) => {
        const finding = findings.get(id)
        return {
          url: postUrlOf({ name: own ? name : null, id }),
          ...(finding && judgementOf(finding)),
          isPinned: isPinned ? true : undefined,
        }
      }),
    }),
  }
}

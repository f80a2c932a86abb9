import * as v from 'valibot'
import { ACCOUNT_FACTS, METHOD_VERSION, Reason } from '../../../../contract/wire.ts'
import { toPostUrl } from '../../../../contract/names.ts'
import { recordByBan } from '../../../../contract/outcomes.ts'
import type { Ban } from '../../../../contract/outcomes.ts'
import { causeRow } from '../../../../contract/reasons.ts'
import type { Cause, XPart } from '../../../../contract/reasons.ts'
import type { AccountCheck, ItemEvidence } from '../../../../contract/wire.ts'
import { NumericId } from '../replies.ts'
import type { TimelineNews } from '../replies.ts'
import type { PostList } from './post.ts'
import {
  PostRecord,
  INDEXED_AGE_MIN_MS,
  isOriginalPost,
  judgementOf,
  knownPostIds,
  creationTimeOfId,
  unsearchedBecause,
  PinnedPost,
} from './post.ts'

const Flag = v.nullable(v.boolean())

/** Everything that X told of an account at `time`. Together with the records of its posts, the verdict rests on it. */
export const AccountRecord = v.object({
  time: v.number(),
  id: v.nullable(NumericId),
  flags: v.object({ suspend: Flag, not_found: Flag, protect: Flag, no_tweet: Flag }),
  /** Read as absent from a cache of an older version. */
  facts: v.fallback(v.object(ACCOUNT_FACTS), {}),
  /** Null if it was not requested. */
  pin: v.nullable(PinnedPost),
  /** Why its posts were not read, if so. */
  reason: v.nullable(Reason),
  /** The judged period (`judgedSpan`); null if the posts were not read. */
  span: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** Its original posts that count for the verdict, the newest first, and those that the search for the whole period showed. */
  posts: v.array(PostRecord),
  /** Whether X listed all posts of the period. Of an account with posts, only the page of all kinds that `readMorePosts` asks for says so. */
  isWhole: v.boolean(),
  /** Whether older original posts of the period were read as well. */
  isExtended: v.boolean(),
  /** Whether search was asked for any original post of the period. Those that it showed are among `posts`. */
  isSpanSearched: v.boolean(),
  /** When X was asked for the account once more, before it is accused. */
  confirmed: v.nullable(v.number()),
  /** The largest page that was read on with. */
  readOnSize: v.number(),
  /** The token of the timeline's next page. */
  next: v.optional(v.string()),
})
export type AccountRecord = v.InferOutput<typeof AccountRecord>

/** The fewest missed posts that accuse an account: fewer prove nothing. */
const MISSED_MIN = 5
/** If all missed posts were made within this time, they prove nothing: an index may lack a day. */
export const MISSES_SPREAD_MIN_MS = 24 * 60 * 60_000

/** An account's answer is cached for so long. */
export const ACCOUNT_CACHE_TTL_MS = 15 * 60_000
/** The judged period in whole hours, as visitors are told it: recent search reaches an hour further, because the account is cached meanwhile. */
const JUDGED_MS = 7 * 24 * 60 * 60_000 - 60 * 60_000
/** Returns the period whose posts are judged, by X's time. */
export const judgedSpan = (now: number) => ({
  from: now - JUDGED_MS,
  to: now - INDEXED_AGE_MIN_MS,
})

export type SearchVerdict = {
  ban: boolean | null
  reason: Reason | null
  looked: number
  found: number
  listed?: number
  time?: number
  control?: number
  controlHours?: number
}

type Judged = Pick<AccountRecord, 'span' | 'isWhole' | 'isSpanSearched' | 'confirmed' | 'facts'>

/**
 * Judges whether an account has a search ban. Only posts count that X shows to everyone and that its index may hold. If search shows one post of the
 * judged period, the account has no ban, wherever the post was listed. It has one only if search missed all original posts, also when it was asked
 * for any post of the period, and if X was asked for the account once more afterwards.
 */
export function judgeBySearch(posts: readonly PostRecord[], account: Judged): SearchVerdict {
  const { isWhole, isSpanSearched, confirmed } = account
  // If several were not judged, the newest gives the reason.
  const originals = posts.filter(isOriginalPost).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
  const fit = originals.filter(isEvidence)
  const all = fit.filter(isVisible)
  const missed = all.filter(
    ({ answer: { search, seen } }) => search?.found === false && seen?.state === 'shown',
  )
  const own = all.filter(({ answer: { search } }) => search?.found)
  const found = own.length > 0 ? own : posts.filter((post) => isHitOfList(post, account))
  const times = [...all, ...found].flatMap(({ answer }) => answer.search?.time ?? [])
  const asked = times.length > 0 ? { time: Math.min(...times) } : {}
  const counts = { looked: all.length, found: found.length, ...asked }
  const because = (reason: Reason): SearchVerdict => ({
    ban: null,
    reason,
    ...counts,
    listed: originals.length,
  })
  const unjudged = (cause: Cause) => because({ cause })
  if (found.length > 0) return { ban: false, reason: null, ...counts, looked: found.length + missed.length }
  if (isWithheld(account) && originals.length > 0) return unjudged('withheld')
  const areRestricted = originals.every(({ answer: { seen } }) => seen?.state === 'restricted')
  if (originals.length > 0 && (areRestricted || (fit.length > 0 && all.length === 0)))
    return unjudged('hidden')
  if (all.length === 0)
    return unjudged(!isWhole ? 'crowded' : originals.length === 0 ? 'no_posts' : 'none_fit')
  const open = all.find((post) => !missed.includes(post))
  if (open) return because(reasonOf(open))
  if (missed.length < MISSED_MIN) return unjudged(isWhole ? 'too_few' : 'crowded')
  const made = missed.map(({ id }) => creationTimeOfId(id) ?? Number.NaN)
  if (!(Math.max(...made) - Math.min(...made) >= MISSES_SPREAD_MIN_MS)) return unjudged('too_close')
  // A post of a kind that search need not list clears no account. But search shows no post at all of a banned one.
  if (!isSpanSearched || originals.some(({ answer }) => answer.search?.found)) return unjudged('inconclusive')
  const lastMiss = Math.max(...missed.map(({ answer }) => answer.search?.time ?? Number.NaN))
  if (!((confirmed ?? -Infinity) >= lastMiss)) return unjudged('inconclusive')
  const searches = missed.map(({ answer: { search } }) => search)
  const controls = searches.map((search) => (search?.found === false ? search.control : Number.NaN))
  const hours = searches.map((search) => (search?.found === false ? (search.controlHours ?? 0) : 0))
  const controlHours = Math.max(...hours)
  return { ban: true, reason: null, ...counts, control: Math.min(...controls), controlHours }
}

/** The account is suspended, protected or gone, or has no posts. */
export const ACCOUNT_CLOSED: Reason = { cause: 'account' }
export const UNKNOWN_FLAGS = { suspend: null, not_found: null, protect: null, no_tweet: null }
export const SUSPENDED_FLAGS = { ...UNKNOWN_FLAGS, suspend: true, not_found: false }

/** The account after X has refused its timeline: X says that it is suspended, or that it may not be read by this server any more. */
export function withTimelineNews(account: AccountRecord, news: TimelineNews | undefined): AccountRecord {
  if (!news) return account
  if (news === 'closed') {
    const flags = { ...account.flags, suspend: null, protect: null }
    return { ...account, flags, reason: { cause: 'closed' } }
  }
  return { ...account, flags: SUSPENDED_FLAGS, posts: [], reason: ACCOUNT_CLOSED }
}

/** Whether X withholds the account in any country: a miss of its posts is then no evidence. */
export const isWithheld = ({ facts }: Pick<AccountRecord, 'facts'>): boolean =>
  (facts.withheld ?? []).length > 0

/** Whether the account cannot be read: then nothing that search misses says anything of it or of its posts. */
export const isClosed = (reason: Reason | null): boolean =>
  reason?.cause === 'account' || reason?.cause === 'closed'

/** Whether it says something about the account if search shows the post, or misses it. */
function isEvidence(post: PostRecord): boolean {
  const {
    facts,
    answer: { search },
  } = post
  if (!search || isHitOfUnknownKind(post)) return false
  const isUnfit =
    Boolean(facts?.notIndexable) || (search.found === null && causeRow(search.reason.cause).of === 'kind')
  const isShownToSome = facts?.notIndexable === 'sensitive' || facts?.notIndexable === 'withheld'
  return !isUnfit || (isShownToSome && search.found === true)
}

/** X showed it, but did not tell whether it is a reply, which never counts. The timeline leaves replies out by itself. */
const isHitOfUnknownKind = ({ source, facts }: PostRecord): boolean =>
  source === 'span_search' && !facts?.isComplete

/** A post that X's lookup does not have any more is gone, though oEmbed may still show it. */
const isVisible = ({ answer: { seen, search } }: PostRecord): boolean =>
  seen?.state !== 'restricted' &&
  seen?.state !== 'gone' &&
  !(search?.found === null && search.reason.cause === 'absent')

/** Whether this is a post of the list that search has found within the judged period, although the verdict did not need it. */
function isHitOfList(post: PostRecord, { span }: Judged): boolean {
  const { id, source, facts, answer } = post
  const made = creationTimeOfId(id) ?? Number.NaN
  const isDue = span !== null && made >= span.from && made <= span.to
  const isFit = facts?.isComplete === true && facts.notIndexable === null && isVisible(post)
  return source === 'list' && isDue && isFit && answer.search?.found === true
}

/** Whether nothing that X told of the post keeps it out of the index. */
export const isIndexable = ({ facts }: PostRecord): boolean => !facts?.notIndexable

/**
 * How many of these posts the verdict can count. If X shows none of the indexable ones to everyone, all are counted: the next page of such an
 * account would hardly differ.
 */
export function countForVerdict(posts: readonly PostRecord[]): number {
  const indexable = posts.filter(isIndexable)
  return indexable.filter(isVisible).length || indexable.length
}

/** Why an account is not judged that rests on a post without a result: what says something of the one post only shows neither. */
function reasonOf({ answer: { search } }: PostRecord): Reason {
  if (search?.found !== null) return { cause: 'failed', part: 'preview' }
  const isOfCall = ['part', 'call'].includes(causeRow(search.reason.cause).of)
  return isOfCall ? search.reason : { cause: 'inconclusive' }
}

/** Returns the account with the posts that the search for the whole period showed. If it shows a post that search missed a moment ago, the miss does not count. */
export function withSpanSearchHits(account: AccountRecord, hits: readonly PostRecord[]): AccountRecord {
  const ids = new Map(hits.flatMap((hit) => knownPostIds(hit).map((id) => [id, hit] as const)))
  const used = new Set<PostRecord>()
  const posts = account.posts.map((post): PostRecord => {
    const hit = knownPostIds(post).flatMap((id) => ids.get(id) ?? [])[0]
    if (!hit) return post
    used.add(hit)
    return { ...post, answer: hit.answer, quoted: hit.quoted === undefined ? post.quoted : hit.quoted }
  })
  return { ...account, isSpanSearched: true, posts: [...posts, ...hits.filter((hit) => !used.has(hit))] }
}

/** Returns the rate limit in the form of the API's answer: reached, if one of these parts of X is the reason, and the time of its end is known. */
const limitIn = (reason: Reason | null, ...parts: XPart[]) =>
  reason?.cause === 'limited' && reason.until !== undefined && parts.some((part) => part === reason.part)
    ? { rate_limit: true, reset: reason.until }
    : { rate_limit: false }

/** The answer of an account check so far. Each step returns a copy that says more. */
export type AccountAnswer = {
  readonly name: string
  /** Which list the visitor wants, if any: own posts, or reposts and quotes, too. */
  readonly listed: 'own' | 'all' | null
  readonly account: AccountRecord
  readonly list: PostList | null
  /** The records of all posts of the account and the list, by id. */
  readonly posts: ReadonlyMap<string, PostRecord>
  /** Why the last step that the verdict needed did not succeed. */
  readonly failure: Reason | null
}

/** The answer as it is sent, once everything was asked. `offersPosts`: whether posts are judged. */
export function toAccountCheck(answer: AccountAnswer, offersPosts: boolean): AccountCheck {
  const { account, posts, name, list, failure } = answer
  const { time, flags } = account
  const facts = {
    ...account.facts,
    withheld: account.facts.withheld ?? withheldEverywhere([...posts.values()]),
  }
  const search = searchItemOf(account, [...posts.values()], failure)
  const listLimit = limitIn(list?.evidence.reason ?? null, 'timeline')
  const untested: JudgedItem = { ban: null, item: { method: null, reason: { cause: 'no_method' }, time } }
  const judged: Record<Ban, JudgedItem> = { ...recordByBan(() => untested), search_ban: search }
  return {
    ...flags,
    ...recordByBan((ban) => judged[ban].ban),
    api_status: {
      userSearchGroup: limitIn(search.item.reason, 'search', 'account'),
      userTimelineGroup: listLimit.rate_limit ? listLimit : limitIn(account.reason, 'timeline'),
    },
    evidence: {
      time,
      version: METHOD_VERSION,
      items: recordByBan((ban) => judged[ban].item),
      ...facts,
      ...(list && { tweets: list.evidence }),
    },
    ...(list?.evidence.reason === null && { tweets: tweetsOf(list, posts, name, { account, offersPosts }) }),
  }
}

type JudgedItem = { ban: boolean | null; item: ItemEvidence }

function searchItemOf(
  account: AccountRecord,
  posts: readonly PostRecord[],
  failure: Reason | null,
): JudgedItem {
  const { time, reason, span } = account
  if (reason !== null) return { ban: null, item: { method: null, reason, time } }
  const { ban, ...evidence } = judgeBySearch(posts, account)
  const isJudgedBy = (post: PostRecord) => isOriginalPost(post) || isHitOfList(post, account)
  const method = posts.some(isJudgedBy) ? 'recent_search' : null
  const isUnsettled = evidence.reason !== null && causeRow(evidence.reason.cause).isUnsettled
  return {
    ban,
    item: { method, time, ...span, ...evidence, ...(isUnsettled && failure && { reason: failure }) },
  }
}

function tweetsOf(
  list: PostList,
  posts: ReadonlyMap<string, PostRecord>,
  name: string,
  whole: { account: AccountRecord; offersPosts: boolean },
): AccountCheck['tweets'] {
  return list.posts.map(({ id, source, isPinned }) => {
    const post = posts.get(id)
    const why = post && whyUnjudgedInList(post, whole)
    return {
      url: toPostUrl({ name: source === 'repost' ? null : name, id }),
      ...(post &&
        judgementOf(why ? { ...post, answer: { ...post.answer, search: unsearchedBecause(why) } } : post)),
      isPinned: isPinned ? true : undefined,
    }
  })
}

/** Why a post of the list is not judged, whatever search says: what X told last of the account holds for its posts as well. */
function whyUnjudgedInList(
  { answer: { search } }: PostRecord,
  { account: { reason }, offersPosts }: { account: AccountRecord; offersPosts: boolean },
): Reason | null {
  if (!offersPosts) return { cause: 'not_offered' }
  const isNews = reason?.cause === 'swapped' || (isClosed(reason) && search?.found === false)
  return isNews ? reason : null
}

/** The countries in which X withholds every original post, if there are any. */
function withheldEverywhere(posts: readonly PostRecord[]): string[] | undefined {
  const [first, ...rest] = posts.filter(isOriginalPost).map(({ facts }) => facts?.withheldIn ?? [])
  const countries = first?.filter((country) => rest.every((others) => others.includes(country))) ?? []
  return countries.length > 0 ? countries : undefined
}

import * as v from 'valibot'
import { snowflakeDate } from '../../../../contract/dates.ts'
import { AUTHOR_NAME, METHOD_VERSION, QUOTE_STATES, Reason, ListEvidence } from '../../../../contract/wire.ts'
import type { PostStatus } from '../../../../contract/outcomes.ts'
import { CAUSES, KIND_CAUSES } from '../../../../contract/reasons.ts'
import type { KindCause } from '../../../../contract/reasons.ts'
import type { PostJudgement, WholePostEvidence } from '../../../../contract/wire.ts'
import { NumericId, quotedIdIn, referencesOf, versionIdsOf } from '../replies.ts'
import type { XPost } from '../replies.ts'

const MINUTE_MS = 60_000
/** Recent search reaches back seven days, less what a check takes: X refuses older ids. */
export const RECENT_SEARCH_MS = 7 * 24 * 60 * MINUTE_MS - 5 * MINUTE_MS
/** A younger post may not be indexed yet. */
export const INDEXED_AGE_MIN_MS = 60 * MINUTE_MS

/** In Unix milliseconds; null for posts from before Snowflake ids. */
export const creationTimeOfId = (id: string): number | null => snowflakeDate(id)?.getTime() ?? null

const Facts = v.object({
  /** One id for each edit, the newest last. */
  versions: v.pipe(v.array(NumericId), v.minLength(1)),
  /** Why a miss of the post is no evidence; null if it is evidence. */
  notIndexable: v.nullable(v.picklist(KIND_CAUSES)),
  /** Countries in which X withholds the post, if any. */
  withheldIn: v.optional(v.array(v.string())),
  /** Whether X told all of it. If not, it is looked up before the post counts as missing. */
  isComplete: v.boolean(),
})
export type PostFacts = v.InferOutput<typeof Facts>
/** The same with no fact left out, so that the compiler names whoever forgets one; undefined if X did not tell. */
type WholePostFacts = { [Fact in keyof typeof Facts.entries]: PostFacts[Fact] }

/** How the public oEmbed shows a post. `restricted`: not to people who are not logged in. `unknown`: no usable answer. */
export const LOGGED_OUT = {
  state: v.picklist(['shown', 'restricted', 'gone', 'unknown']),
  author: v.nullable(v.pipe(v.string(), v.regex(AUTHOR_NAME))),
  time: v.number(),
}
/** The same as a post's record stores it, with what was read from its text. */
const LoggedOutRecord = v.object({
  ...LOGGED_OUT,
  /** Whether its text has a link that may be a quote; null if oEmbed did not show it. */
  mayQuote: v.nullable(v.boolean()),
  /** Why X did not say whether it shows the post, if so. */
  whyUnknown: v.optional(Reason),
})
export type LoggedOutRecord = v.InferOutput<typeof LoggedOutRecord>

/** The outcome of X's search for a post. `time` is when search was asked last. */
const SearchOutcome = v.union([
  v.object({ found: v.literal(true), time: v.number() }),
  /** `control` is when search last showed its control, `controlHours` how many hours after the post the control was made (absent from older caches). */
  v.object({
    found: v.literal(false),
    time: v.number(),
    control: v.number(),
    controlHours: v.optional(v.number()),
  }),
  v.object({ found: v.null(), reason: Reason, time: v.nullable(v.number()) }),
])
type SearchOutcome = v.InferOutput<typeof SearchOutcome>

/**
 * Where a check knows a post from: the URL of a visitor; the timeline without reposts and replies, by which an account is judged; the list of an
 * account's posts, or a repost in it; the search for any post of the week.
 */
const SOURCES = ['url', 'timeline', 'list', 'repost', 'span_search'] as const

/** The answer about one post, which all checks that ask for the post share. */
const PostAnswer = v.object({
  /** How people see it who are not logged in. */
  seen: v.optional(LoggedOutRecord),
  search: v.optional(SearchOutcome),
  /** How oEmbed shows the post that it quotes. */
  quote: v.optional(v.picklist(QUOTE_STATES)),
  /** Countries in which X withholds the post or its author, if any. */
  withheldIn: v.optional(v.array(v.string())),
  /** The author whom X's lookup named. oEmbed may still show an earlier name, which another account may have now. */
  namedAuthor: v.optional(v.pipe(v.string(), v.regex(AUTHOR_NAME))),
})
export type PostAnswer = v.InferOutput<typeof PostAnswer>

/**
 * All that is known of one post. The steps of a check fill it in, and only then is it judged. The members are grouped by the step that writes
 * them first; a missed post is searched for again after its lookup. A member is absent until its step was taken, and stays absent if X did
 * not tell.
 */
export const PostRecord = v.object({
  id: NumericId,

  // 1. Asked for.
  source: v.picklist(SOURCES),
  /** Why it is not searched for, if so. */
  unsearched: v.optional(v.picklist(CAUSES)),

  // 2. Listed by X, or else named by oEmbed.
  /** `userId` is null until X told it. */
  author: v.optional(
    v.object({
      name: v.string(),
      userId: v.nullable(NumericId),
      /** Whether X withholds the account in any country: a miss of its posts is then no evidence. */
      isWithheld: v.optional(v.boolean()),
    }),
  ),
  isPinned: v.optional(v.boolean()),
  /** All ids that the same timeline listed: what lies together is searched together. Absent for a post that is searched alone. */
  neighbours: v.optional(v.array(NumericId)),
  /** The post's facts, from the timeline, or from the lookup of a post that search missed. */
  facts: v.optional(Facts),
  /** The post that it quotes; null for none. */
  quoted: v.optional(v.nullable(NumericId)),

  // 3. Looked up, if search missed it and X had not told its facts.
  isLookedUp: v.optional(v.boolean()),

  // 4. Answered.
  answer: PostAnswer,
})
export type PostRecord = v.InferOutput<typeof PostRecord>
export type PostAuthor = NonNullable<PostRecord['author']>

/** A post that is not searched for, or whose search ended without a result. */
export const unsearchedBecause = (reason: Reason, time: number | null = null): SearchOutcome => ({
  found: null,
  reason,
  time,
})
const SLOW_SEARCH: Reason = { cause: 'slow', part: 'search' }
/** The outcome for a post that was not searched for when the time of a check was up. */
export const notInTime = (): SearchOutcome => unsearchedBecause(SLOW_SEARCH)

/** The post as one check knows it, with an answer that may have been made for another check. */
export const withSharedAnswer = (post: PostRecord, { answer }: PostRecord): PostRecord => ({
  ...post,
  answer: { search: notInTime(), ...answer },
})

/** Replaces the answer, which other records may share. */
export function addToAnswer(post: PostRecord, more: PostAnswer): void {
  post.answer = { ...post.answer, ...more }
}

/** Whether X has just shown the post as one of the account: it is not gone, whatever oEmbed says. Of an older pinned post, X gives only the id. */
export const isListedByX = ({ source, neighbours }: PostRecord): boolean =>
  source === 'timeline' || source === 'span_search' || (source === 'list' && neighbours !== undefined)

/** An own post, no repost and no reply: the account's verdict rests on these. */
export const isOriginalPost = ({ source }: PostRecord): boolean =>
  source === 'timeline' || source === 'span_search'

/** All ids that a post is known to have. */
export const knownPostIds = ({ id, facts }: Pick<PostRecord, 'id' | 'facts'>): string[] => [
  id,
  ...(facts?.versions ?? []),
]

/**
 * `referencesTold`: whether X was asked what the post answers or repeats, and took the question. X always answers `possibly_sensitive`: if it is
 * absent, X ignored the names of the fields. `userId` is the account that listed the post. `isOwn`: X was asked to leave reposts out.
 */
export function postFactsOf(
  post: XPost,
  referencesTold: boolean,
  {
    versions = versionIdsOf(post),
    userId,
    isOwn = false,
  }: { versions?: readonly string[] | null; userId?: string; isOwn?: boolean } = {},
): WholePostFacts | undefined {
  if (!versions) return undefined
  const isComplete = referencesTold && post.possibly_sensitive !== undefined && post.author_id !== undefined
  const isTextIgnored = isOwn || isToldKind(post, referencesTold)
  return {
    versions: [...versions],
    notIndexable: KINDS.find((kind) => IS_OF_KIND[kind](post, { isTextIgnored, userId })) ?? null,
    withheldIn: post.withheld?.country_codes,
    isComplete,
  }
}

/** The fields that a search asks X for, each with what the answer keeps of it: search shows a post that X withholds like any other. */
const KEPT_OF_HIT = {
  withheld: ({ withheld }) => withheld && { withheldIn: withheld.country_codes },
} satisfies { [Field in keyof XPost]?: (hit: XPost) => Partial<PostAnswer> | undefined }
export const HIT_FIELD_NAMES = Object.keys(KEPT_OF_HIT)
export const keptOfHit = (hit: XPost): Partial<PostAnswer> =>
  Object.assign({}, ...Object.values(KEPT_OF_HIT).map((kept) => kept(hit)))

type KindHints = { isTextIgnored: boolean; userId: string | undefined }
/** Whether a post is of a kind. Of a post that is of several, the first counts. */
const IS_OF_KIND: Record<KindCause, (post: XPost, hints: KindHints) => boolean> = {
  repost: (post, { isTextIgnored }) => isRepost(post, isTextIgnored),
  reply: (post) => referencesOf(post).some(({ type }) => type === 'replied_to'),
  promoted: ({ scopes }) => scopes?.followers === false,
  community: ({ community_id }) => community_id !== undefined,
  withheld: ({ withheld }) => withheld !== undefined,
  sensitive: ({ possibly_sensitive }) => possibly_sensitive === true,
  other_author: ({ author_id }, { userId }) =>
    userId !== undefined && author_id !== undefined && author_id !== userId,
}
const KINDS = Object.keys(IS_OF_KIND) as KindCause[]

/** Whether X told what the post repeats. X always answers `possibly_sensitive`: if it is absent, X ignored the names of all fields. */
const isToldKind = (post: XPost, referencesTold: boolean): boolean =>
  referencesTold && post.possibly_sensitive !== undefined

/** A repost's text begins with "RT @", but so may an own post: it decides only if X was not asked for references. */
const isRepost = (post: XPost, isTextIgnored: boolean) =>
  (!isTextIgnored && /^RT @\w/.test(post.text)) ||
  referencesOf(post).some(({ type }) => type === 'retweeted' || type === 'reposted')

/** The post that X says this one quotes, null for none; undefined if X did not tell references. */
export const quotedIdIfTold = (post: XPost, referencesTold: boolean): string | null | undefined =>
  quotedIdIn(post) ?? (referencesTold ? null : undefined)

const VISIBLE = { shown: true, restricted: false, gone: false, unknown: null } as const

export function judgementOf({ answer, facts }: PostRecord): PostJudgement {
  const { seen, search = notInTime(), quote = 'unknown', namedAuthor = seen?.author } = answer
  const { withheldIn = facts?.withheldIn ?? [] } = answer
  const state = seen?.state ?? 'unknown'
  const isGone = state === 'gone'
  const missed = search.found === false ? search : undefined
  const evidence: WholePostEvidence = {
    visible: VISIBLE[state],
    found: isGone ? null : search.found,
    reason: isGone || search.found !== null ? null : search.reason,
    time: search.time ?? seen?.time,
    author: namedAuthor ?? undefined,
    withheld: withheldIn.length > 0 ? withheldIn : undefined,
    quote: state === 'shown' ? quote : undefined,
    control: missed?.control,
    controlHours: missed?.controlHours,
    version: METHOD_VERSION,
  }
  return { status: statusOf(state, search.found, quote), evidence }
}

function statusOf(
  state: LoggedOutRecord['state'],
  found: SearchOutcome['found'],
  quote: PostAnswer['quote'],
): PostStatus {
  if (state === 'gone') return 'NOT_FOUND'
  if (found) return quote === 'restricted' ? 'QUATE_FORBIDDEN' : 'AVAILABLE'
  if (state === 'restricted') return 'RESTRICTED'
  if (state === 'unknown') return 'UNKNOWN'
  return found === false ? 'FORBIDDEN' : 'UNSEARCHED'
}

export const LIST_POST_COUNT = 20

export const PinnedPost = v.object({ id: v.nullable(NumericId), told: v.boolean() })
export type PinnedPost = v.InferOutput<typeof PinnedPost>
export const PIN_UNTOLD: PinnedPost = { id: null, told: false }

/** The newest posts of an account, as a visitor asked for them. Of a repost, `id` is the original post's. */
export const PostList = v.object({
  posts: v.array(PostRecord),
  evidence: ListEvidence,
  /** What X said of the account instead of its timeline. */
  news: v.optional(v.picklist(['suspended', 'closed'])),
})
export type PostList = v.InferOutput<typeof PostList>

export const emptyListBecause = (reason: Reason, time: number): PostList => ({
  posts: [],
  evidence: { reason, pinTold: false, kindsTold: false, time },
})

/** Returns the account's own posts of a period, without reposts and replies: the account is judged by them. */
export function originalPostsIn(
  posts: readonly XPost[],
  {
    referencesTold,
    span: { from, to },
    userId,
    source,
  }: {
    referencesTold: boolean
    span: { from: number; to: number }
    userId: string
    source: 'timeline' | 'span_search'
  },
): PostRecord[] {
  const due = posts.flatMap((post): PostRecord[] => {
    const versions = versionIdsOf(post) ?? [post.id]
    const made = creationTimeOfId(versions.at(-1) ?? post.id) ?? Number.NaN
    const facts = postFactsOf(post, referencesTold, { versions, userId, isOwn: true })
    // X was asked to leave reposts out of the timeline, and search shows none: the text decides nothing.
    const isOther = isRepost(post, true) || facts?.notIndexable === 'reply'
    const isDue = made >= from && made <= to && !isOther
    const quoted = quotedIdIfTold(post, referencesTold)
    return isDue ? [{ id: post.id, source, facts, quoted, answer: {} }] : []
  })
  return [...new Map(due.map((post) => [post.id, post])).values()]
}

type ListKnowledge = { withReposts: boolean; pin: PinnedPost; kindsTold: boolean }

/** The newest posts of a timeline, the pinned one first. An own post that was reposted is listed once. */
export function toPostList(
  shown: readonly XPost[],
  userId: string,
  { time, ...told }: ListKnowledge & { time: number },
): PostList {
  const { pin, kindsTold } = told
  const listed = shown.flatMap((post) => listedOf(post, userId, told))
  const own = new Set(listed.flatMap(({ source, id }) => (source === 'list' ? id : [])))
  const once = listed.filter(({ source, id }) => source === 'list' || !own.has(id))
  const pinnedFirst = [...olderPin(pin, once), ...once].toSorted(
    (a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false),
  )
  // Only posts of kinds that were not asked for.
  if (pinnedFirst.length === 0 && shown.length > 0) return emptyListBecause({ cause: 'none_fit' }, time)
  const posts = pinnedFirst.slice(0, LIST_POST_COUNT)
  const neighbours = posts.flatMap(({ id }) => (own.has(id) ? id : []))
  for (const post of posts) if (own.has(post.id)) post.neighbours = neighbours
  return { posts, evidence: { reason: null, pinTold: pin.told, kindsTold, time } }
}

/** A pinned post that is older than the others is searched for by itself. */
function olderPin({ id }: PinnedPost, listed: readonly PostRecord[]): PostRecord[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, source: 'list', isPinned: true, answer: {} }]
}

function listedOf(post: XPost, userId: string, { withReposts, pin, kindsTold }: ListKnowledge): PostRecord[] {
  const { id } = post
  // Without reposts, X was asked to leave them out: the text decides nothing.
  if (isRepost(post, !withReposts || isToldKind(post, kindsTold))) {
    const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
    return withReposts && repeated ? [{ id: repeated.id, source: 'repost', answer: {} }] : []
  }
  if (quotedIdIn(post) !== null && !withReposts) return []
  const versions = versionIdsOf(post) ?? [id]
  const facts = kindsTold ? postFactsOf(post, true, { versions, userId }) : undefined
  const isPinned = pin.id !== null && [id, ...versions].includes(pin.id)
  return [{ id, source: 'list', isPinned, facts, quoted: quotedIdIfTold(post, kindsTold), answer: {} }]
}

import * as v from 'valibot'
import { lenientOptional } from '../../../contract/wire.ts'
import type { AccountFacts, Reason } from '../../../contract/wire.ts'
import { causeOfCode, causeRow, ApiError } from '../../../contract/reasons.ts'
import type { XPart } from '../../../contract/reasons.ts'

/** An answer of X. `json` is undefined if the body is no JSON. */
export type HttpReply = { status: number; headers: Headers; json: unknown }

/** The texts of X's error object, which X also sends with HTTP 200, within `errors`. */
const Text = v.fallback(v.string(), '')
const WORDS = ['title', 'detail', 'reason', 'type', 'value', 'resource_id', 'resource_type'] as const
const Problem = v.object(v.entriesFromList(WORDS, Text))
type Problem = v.InferOutput<typeof Problem>
const Problems = v.fallback(v.array(Problem), [])
/** An error answer is a problem itself, or has a list of them. */
const XErrorAnswer = v.object({ ...Problem.entries, data: v.optional(v.unknown()), errors: Problems })

export const NumericId = v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/))
const MaybeId = lenientOptional(NumericId)
const MaybeCount = lenientOptional(v.number())
const Referenced = lenientOptional(v.array(v.object({ type: v.string(), id: NumericId })))
const Included = v.fallback(v.array(v.object({ id: NumericId })), [])

const Withheld = lenientOptional(v.object({ country_codes: v.fallback(v.array(v.string()), []) }))

/** Both generations of names are read. Absent members stay absent, since they have no default meaning. */
const XUser = v.object({
  data: v.optional(
    v.object({
      id: NumericId,
      protected: lenientOptional(v.boolean()),
      public_metrics: v.fallback(v.object({ tweet_count: MaybeCount, post_count: MaybeCount }), {}),
      withheld: Withheld,
      created_at: lenientOptional(v.pipe(v.string(), v.isoTimestamp())),
      pinned_tweet_id: MaybeId,
      pinned_post_id: MaybeId,
    }),
  ),
  includes: v.fallback(v.object({ posts: Included }), { posts: [] }),
  errors: Problems,
})

const Versions = lenientOptional(v.pipe(v.array(NumericId), v.minLength(1)))
/** What X tells of a post at no price if it is asked. */
const FREE_POST_FIELDS = {
  community_id: MaybeId,
  possibly_sensitive: lenientOptional(v.boolean()),
  /** X shows an advertisement to no followers. */
  scopes: lenientOptional(v.object({ followers: lenientOptional(v.boolean()) })),
  withheld: Withheld,
}
export const FREE_POST_FIELD_NAMES = Object.keys(FREE_POST_FIELDS)
const XPost = v.object({
  id: NumericId,
  edit_history_tweet_ids: Versions,
  edit_history_post_ids: Versions,
  text: Text,
  referenced_tweets: Referenced,
  referenced_posts: Referenced,
  author_id: MaybeId,
  ...FREE_POST_FIELDS,
})
export type XPost = v.InferOutput<typeof XPost>

const XPosts = v.object({
  data: v.optional(v.array(XPost)),
  includes: v.fallback(
    v.object({ users: v.array(v.object({ id: NumericId, username: v.string(), withheld: Withheld })) }),
    { users: [] },
  ),
  meta: v.fallback(v.object({ result_count: MaybeCount, next_token: lenientOptional(v.string()) }), {}),
  errors: Problems,
})

export type PostPage = { posts: XPost[]; whole: boolean; next: string | undefined }

function readPosts({ status, json }: HttpReply): v.InferOutput<typeof XPosts> | null {
  const read = v.safeParse(XPosts, json)
  return read.success && status === 200 ? read.output : null
}

/** What X says of an account whose timeline it does not show. */
export type TimelineNews = 'suspended' | 'closed'

/** Null if the answer is not usable. `closed` if X says that the timeline may not be read. */
export function readTimelineReply(reply: HttpReply): PostPage | TimelineNews | null {
  const read = readPosts(reply)
  if (!read) return null
  const { data = [], meta, errors } = read
  if (data.length > 0) return postsOf(data, meta.next_token)
  if (errors.some(isSuspension)) return 'suspended'
  if (errors.some(isNotAuthorized)) return 'closed'
  if (errors.length > 0 || meta.result_count !== 0) return null
  return postsOf([], meta.next_token)
}

/**
 * Null unless the answer has a `result_count` that fits its posts: only then did X search. Posts beside an error are returned with
 * `whole: false`; an error without posts is null.
 */
export function readSearchReply(reply: HttpReply): PostPage | null {
  const read = readPosts(reply)
  if (!read) return null
  const { data = [], meta, errors } = read
  const isCounted = meta.result_count !== undefined && meta.result_count > 0 === data.length > 0
  if (!isCounted || (errors.length > 0 && data.length === 0)) return null
  const posts = postsOf(data, meta.next_token)
  return { ...posts, whole: posts.whole && errors.length === 0 }
}

const postsOf = (posts: XPost[], next?: string): PostPage => ({ posts, whole: next === undefined, next })

/** `authorName` is undefined if X names the author by number only. `authorWithheldIn`: countries in which X withholds the author. */
type LookedUpPost = XPost & { authorName: string | undefined; authorWithheldIn: string[] }
/** `whyMissing` says what X says of a post that it does not show: null if that is no answer. */
export type LookedUpPosts = {
  posts: LookedUpPost[]
  whyMissing: (ids: readonly string[]) => 'absent' | 'closed' | null
}

/** Null for no usable answer. If X has none of the posts, it sends only errors. */
export function readLookupReply(reply: HttpReply): LookedUpPosts | null {
  const { data = [], includes, errors = [] } = readPosts(reply) ?? {}
  if (data.length === 0 && errors.length === 0) return null
  const users = new Map(includes?.users.map((user) => [user.id, user]))
  return {
    posts: data.map((post) => {
      const author = users.get(post.author_id ?? '')
      const authorWithheldIn = author?.withheld?.country_codes ?? []
      return Object.assign({ authorName: author?.username, authorWithheldIn }, post)
    }),
    whyMissing(ids) {
      const own = errors.filter(({ value, resource_id }) => ids.includes(value) || ids.includes(resource_id))
      // An error that names no post is about all of them, if X shows none.
      const about = own.length > 0 || data.length > 0 ? own : errors.filter(namesNothing)
      if (about.some((error) => isNotAuthorized(error) || isSuspension(error))) return 'closed'
      return about.length > 0 && about.every(isNotFound) ? 'absent' : null
    },
  }
}
const namesNothing = ({ value, resource_id }: Problem) => value === '' && resource_id === ''

/** Returns one id for each version of an edited post, the newest last. Null if X does not tell. */
export function versionIdsOf(post: XPost): string[] | null {
  const versions = post.edit_history_tweet_ids ?? post.edit_history_post_ids
  return versions ? versions.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)) : null
}

export const referencesOf = (post: XPost) => [
  ...(post.referenced_tweets ?? []),
  ...(post.referenced_posts ?? []),
]

export const quotedIdIn = (post: XPost): string | null =>
  referencesOf(post).find(({ type }) => type === 'quoted')?.id ?? null

export type UserLookup =
  | {
      state: 'here'
      id: string
      protected: boolean | null
      posts: number | null
      pin: string | null
      facts: AccountFacts
    }
  /** X's guide says that "not found" means deleted or suspended. */
  | { state: 'suspended' }
  | { state: 'not_found' }
  /** X refuses to tell, and does not say why. */
  | { state: 'withheld' }

const NOT_FOUND_TYPE = '/resource-not-found'
const NOT_FOUND_WORDS = /not found|could not find/i

/** Throws an `ApiError` for what says nothing of the account: another server's page, or our own mistake. */
export function readUserReply({ status, json }: HttpReply, name: string): UserLookup {
  if (status === 200) {
    const read = v.safeParse(XUser, json)
    if (!read.success) throw new ApiError('upstream')
    const { data, includes, errors } = read.output
    if (!data) return absent(errors, name)
    const { id, public_metrics: counts } = data
    return {
      state: 'here',
      id,
      protected: data.protected ?? null,
      posts: counts.tweet_count ?? counts.post_count ?? null,
      facts: {
        userId: id,
        withheld: data.withheld?.country_codes,
        created: data.created_at === undefined ? undefined : Date.parse(data.created_at),
      },
      pin: data.pinned_tweet_id ?? data.pinned_post_id ?? includes.posts[0]?.id ?? null,
    }
  }
  const read = v.safeParse(XErrorAnswer, json)
  if (!read.success || (status !== 403 && status !== 404)) throw new ApiError('upstream')
  const { errors, ...problem } = read.output
  const problems = [problem, ...errors]
  if (status === 404) return absent(problems, name)
  if (problems.some(isSuspension)) return { state: 'suspended' }
  if (problems.some(({ type, title }) => type !== '' || title !== '')) return { state: 'withheld' }
  throw new ApiError('upstream')
}

/** Suspended and not found may share one type and then differ in their words. */
function absent(problems: Problem[], name: string): UserLookup {
  if (problems.some(isSuspension)) return { state: 'suspended' }
  if (problems.some((problem) => isNotFound(problem) && names(problem, name))) return { state: 'not_found' }
  throw new ApiError('upstream')
}

/** A problem in X's words, without the names that it quotes: an account may be called @suspended. */
const wordsOf = ({ title, detail }: Problem) => `${title} ${detail.replaceAll(/\[[^\]]*\]/g, '')}`
const isSuspension = (problem: Problem) => /\bsuspended\b/i.test(wordsOf(problem))
const isNotAuthorized = (problem: Problem) => /not[- ]authorized/i.test(`${problem.type} ${wordsOf(problem)}`)
const isNotFound = (problem: Problem) =>
  problem.type.endsWith(NOT_FOUND_TYPE) || (problem.type === '' && NOT_FOUND_WORDS.test(wordsOf(problem)))

/** Whether a problem is about this user: by its value, or by `[name]` in its words. */
function names({ value, resource_id, resource_type, detail }: Problem, name: string): boolean {
  const wanted = name.toLowerCase()
  if (resource_type !== '' && resource_type !== 'user') return false
  return (
    [value, resource_id].some((text) => text.toLowerCase() === wanted) ||
    detail.toLowerCase().includes(`[${wanted}]`)
  )
}

/** `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type SearchEndpoint = Extract<XEndpoint, 'search' | 'search_all'>

export type XSource = XEndpoint | 'oembed'

export const OPERATOR_FAULTS = ['token', 'credits', 'access'] as const
export type OperatorFault = (typeof OPERATOR_FAULTS)[number]
export class RateLimited extends Error {
  override name = 'RateLimited'
  readonly until: number
  constructor(until: number) {
    super('X takes no more requests for now.')
    this.until = until
  }
}

/** Whether a failed call may have cost money. `never`: X was not called. */
type Charge = 'free' | 'maybe charged' | 'never'

/** X does not answer, or its answer makes no sense. */
export class UpstreamDown extends Error {
  override name = 'UpstreamDown'
  readonly again: Charge
  constructor(message: string, again: Charge, cause?: unknown) {
    super(message, { cause })
    this.again = again
  }
}

export class OperatorRefused extends Error {
  override name = 'OperatorRefused'
  readonly fault: OperatorFault
  readonly until: number
  constructor(fault: OperatorFault, until: number) {
    super(`X refuses this server's ${fault}.`)
    this.fault = fault
    this.until = until
  }
}

/** Why X gave no answer, and until when it is not asked again, if that is known. Null if the error is no failure of X. */
export function failureOfX(
  error: unknown,
): { cause: 'limited' | 'refused'; until: number } | { cause: 'failed'; until?: never } | null {
  if (error instanceof RateLimited) return { cause: 'limited', until: error.until }
  if (error instanceof OperatorRefused) return { cause: 'refused', until: error.until }
  return error instanceof UpstreamDown ? { cause: 'failed' } : null
}

/**
 * Returns why a call of a part of X brought no answer: X's limit, its refusal, its failure, or a limit of ours. Throws every other error again: a
 * fault of the code or of the store is no failure of X.
 */
export function toReason(error: unknown, part: XPart, now: number): Reason {
  const failure = failureOfX(error)
  // Only the end of a limit is told: nobody knows when the operator will have mended what X refuses.
  if (failure?.cause === 'limited') return { ...failure, part }
  if (failure) return { cause: failure.cause, part }
  const cause = error instanceof ApiError ? causeOfCode(error.code) : undefined
  if (!(error instanceof ApiError) || cause === undefined) throw error
  if (causeRow(cause).of === 'part') return { cause, part }
  // The queue is full for a moment only, and nobody knows until when.
  if (cause === 'busy' || error.retryAfter === undefined) return { cause }
  return { cause, until: now + error.retryAfter * 1000 }
}

/** Runs work that asks a part of X. Resolves to its result or the reason of its failure. Throws if the signal aborts, and what `toReason` throws. */
export async function resultOrReason<T>(
  part: XPart,
  { signal, now }: { signal: AbortSignal; now: () => number },
  work: () => Promise<T>,
): Promise<{ result: T; reason: null } | { result: null; reason: Reason }> {
  try {
    return { result: await work(), reason: null }
  } catch (error) {
    signal.throwIfAborted()
    return { result: null, reason: toReason(error, part, now()) }
  }
}

export type CallOutcome = 'answered' | 'limited' | 'operator' | 'down'

export type XMonitor = {
  call?: (source: XSource, outcome: CallOutcome) => void
  spent?: (endpoint: string, micros: number) => void
  fault?: (source: XSource, fault: OperatorFault | null) => void
  /** Milliseconds by which X's clock is ahead of ours, with each answer of X. */
  clock?: (aheadMs: number) => void
  /** How X took the operator's token, or refused it, when it was tried by a call that no check needed. */
  tokenTried?: (fault: OperatorFault | null) => void
}

/** Ends of X's problem types that are about the app, not about what it asked for. */
const ACCESS_TYPES = ['/client-forbidden', '/unsupported-authentication', '/oauth1-permissions']
const CAPPED_TYPE = '/usage-capped'
const ACCESS_REASONS = new Set(['client-not-enrolled', 'official-client-forbidden'])

/** Null for an answer that does not refuse the operator. */
export function operatorFaultOf({ status, json }: HttpReply): OperatorFault | null {
  if (status === 401) return 'token'
  if (status === 402) return 'credits'
  const body = v.safeParse(XErrorAnswer, json)
  if (!body.success || (status === 200 && body.output.data !== undefined)) return null
  const problems = [body.output, ...body.output.errors]
  if (problems.some(({ type }) => type.endsWith(CAPPED_TYPE))) return 'credits'
  const access = problems.some(
    ({ type, reason }) => ACCESS_TYPES.some((end) => type.endsWith(end)) || ACCESS_REASONS.has(reason),
  )
  return access ? 'access' : null
}

/** The public oEmbed asks for no token, so 401 says nothing. */
export function oembedFaultOf(reply: HttpReply): OperatorFault | null {
  return reply.status === 401 ? null : operatorFaultOf(reply)
}
/** Milliseconds by which X's clock is ahead of ours; null if the answer has no `Date`. A cache's answer is older by its `Age`. */
export function xClockAheadMs(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return null
  const age = Number(headers.get('age') ?? 0)
  return date + (age > 0 ? age * 1000 : 0) - now
}

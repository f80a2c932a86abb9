import type { Reason } from '../../../contract/wire.ts'
import { VERDICT_POST_COUNT, searchQueryFor } from './client/calls.ts'
import { toPauseError } from './client/client.ts'
import type { PageQuery, XCalls, ReplyWithToldFields } from './client/calls.ts'
import {
  RateLimited,
  UpstreamDown,
  resultOrReason,
  readSearchReply,
  readTimelineReply,
  readUserReply,
  toReason,
} from './replies.ts'
import type { Context } from './context.ts'
import {
  originalPostsIn,
  addToAnswer,
  creationTimeOfId,
  LIST_POST_COUNT,
  PIN_UNTOLD,
  emptyListBecause,
  toPostList,
} from './verdict/post.ts'
import type { TimelineNews, UserLookup, XPost } from './replies.ts'
import {
  MISSES_SPREAD_MIN_MS,
  isClosed,
  isIndexable,
  judgedSpan,
  SUSPENDED_FLAGS,
  UNKNOWN_FLAGS,
  withTimelineNews,
  ACCOUNT_CLOSED,
} from './verdict/account.ts'
import type { AccountRecord } from './verdict/account.ts'
import type { PostRecord, PinnedPost, PostList } from './verdict/post.ts'

const EMPTY_ACCOUNT = {
  id: null,
  flags: UNKNOWN_FLAGS,
  facts: {},
  pin: null,
  reason: null,
  span: null,
  posts: [],
  isWhole: true,
  isExtended: false,
  isSpanSearched: false,
  confirmed: null,
  readOnSize: 0,
} as const satisfies Partial<AccountRecord>

const ACCOUNT_FAILED: Reason = { cause: 'failed', part: 'account' }

const hasVerdictPosts = ({ posts }: TimelinePosts) => posts.length >= VERDICT_POST_COUNT

/** Throws when X does not tell of the account; what fails later becomes a reason. */
export async function readAccount(
  context: Context,
  calls: XCalls,
  name: string,
  withPin: boolean,
): Promise<AccountRecord> {
  const { endpoints, now, offer } = context
  const base: AccountRecord = { ...EMPTY_ACCOUNT, posts: [], time: now() }
  let looked
  try {
    looked = await lookUpAccount(name, withPin, calls)
    base.time = now()
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return { ...base, reason: toReason(error, 'account', now()) }
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    return { ...base, flags, reason: user.state === 'withheld' ? ACCOUNT_FAILED : ACCOUNT_CLOSED }
  }
  const named = { ...base, flags, pin, id: user.id, facts: user.facts }
  if (flags.protect) return { ...named, reason: ACCOUNT_CLOSED }
  const account = flags.no_tweet ? await withEmptyTimeline(context, calls, named, user.id) : named
  if (account.reason) return account
  if (!offer.judged.includes('search_ban')) return { ...account, reason: { cause: 'not_offered' } }
  const cooldown = endpoints.search.cooldown()
  if (cooldown) return { ...account, reason: toReason(toPauseError(cooldown), 'search', now()) }
  const span = judgedSpan(now())
  const readPage = (page: PageQuery) => calls.timeline(user.id, span, page)
  const read = await readTimelinePages(readPage, hasVerdictPosts, context)
  if (read.posts) {
    const { referencesTold, next } = read
    const posts = originalPostsIn(read.posts, { referencesTold, span, userId: user.id, source: 'timeline' })
    return { ...account, span, posts, isWhole: false, ...(next && { next }) }
  }
  return withTimelineNews({ ...account, reason: read.reason }, read.news)
}

export async function lookUpAccount(name: string, withPin: boolean, calls: XCalls) {
  const { reply, told } = await calls.user(name, withPin)
  const user = readUserReply(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const pin: PinnedPost | null = withPin ? { id, told: told.pin } : null
  return { user, pin }
}

function flagsOf(user: UserLookup): AccountRecord['flags'] {
  if (user.state === 'withheld') return UNKNOWN_FLAGS
  if (user.state === 'suspended') return SUSPENDED_FLAGS
  if (user.state === 'not_found') return { ...UNKNOWN_FLAGS, not_found: true }
  return {
    suspend: false,
    not_found: false,
    protect: user.protected,
    no_tweet: user.posts === null ? null : user.posts === 0,
  }
}

/** X's count can be 0 for an account that has posts: only its empty timeline says that there are none. `no_tweet` is null if X does not answer. */
async function withEmptyTimeline(
  context: Context,
  calls: XCalls,
  account: AccountRecord,
  id: string,
): Promise<AccountRecord> {
  const ask = () => calls.timeline(id, null, {}, { isFiltered: false })
  const { result } = await resultOrReason('timeline', context, ask)
  const timeline = result && readTimelineReply(result.reply)
  if (typeof timeline === 'string')
    return withTimelineNews({ ...account, flags: { ...account.flags, no_tweet: null } }, timeline)
  const no_tweet = !timeline ? null : timeline.posts.length > 0 ? false : timeline.whole ? true : null
  const flags = { ...account.flags, no_tweet }
  return no_tweet ? { ...account, flags, posts: [], reason: ACCOUNT_CLOSED } : { ...account, flags }
}

const PAGES_MAX = 3

type TimelinePosts = {
  posts: XPost[]
  isWhole: boolean
  referencesTold: boolean
  next: string | undefined
}

const TIMELINE_FAILED: Reason = { cause: 'failed', part: 'timeline' }
type Pages = TimelinePosts | { posts: null; news?: TimelineNews; reason: Reason }

/** Reads pages of a timeline until there are enough posts. Pages may be short or empty, because X may leave posts out. */
async function readTimelinePages(
  ask: (page: PageQuery, read: TimelinePosts) => Promise<ReplyWithToldFields>,
  isEnough: (read: TimelinePosts) => boolean,
  { signal, now }: Pick<Context, 'signal' | 'now'>,
): Promise<Pages> {
  let page: PageQuery = {}
  const read: TimelinePosts = { posts: [], isWhole: false, referencesTold: false, next: undefined }
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { result, reason } = await resultOrReason('timeline', { signal, now }, () => ask(page, read))
    if (result) read.referencesTold = result.told.references
    const timeline = result && readTimelineReply(result.reply)
    if (timeline === 'suspended' || timeline === 'closed')
      return { posts: null, reason: TIMELINE_FAILED, news: timeline }
    if (!timeline) {
      if (pages > 0 && read.posts.length > 0) return read
      return { posts: null, reason: reason ?? TIMELINE_FAILED }
    }
    // A post may be made while pages are read: the next page then begins with a post of the last one.
    const known = new Set(read.posts.map(({ id }) => id))
    read.posts.push(...timeline.posts.filter(({ id }) => !known.has(id)))
    read.isWhole = timeline.whole
    read.next = timeline.next
    if (isEnough(read) || timeline.next === undefined) return read
    page = { pagination_token: timeline.next }
  }
  return read
}

/** The most posts that are paid for to list twenty. */
export const LIST_READ_POSTS_MAX = 30
/** The fewest that X's timeline takes for `max_results`. */
const TIMELINE_MIN = 5

/** The newest own posts, or with reposts and quotes, the pinned post first. The evidence says what X did not tell. */
export async function readPostList(
  { now, signal }: Context,
  calls: XCalls,
  { id, pin: known }: { id: string | null; pin: PinnedPost | null },
  withReposts: boolean,
  readPin: () => Promise<PinnedPost | null>,
): Promise<PostList> {
  const time = now()
  if (id === null) return emptyListBecause(ACCOUNT_CLOSED, time)

  let kindsTold = false
  const listedIn = (posts: readonly XPost[]) =>
    toPostList(posts, id, { withReposts: false, pin: PIN_UNTOLD, kindsTold, time }).posts.length
  /** A list without reposts is read on while X shortens its pages, as far as the price allows. */
  const asked = (reposts: boolean) => {
    const readPage = async (page: PageQuery, { posts }: TimelinePosts) => {
      const wanted = Math.min(LIST_POST_COUNT - listedIn(posts), LIST_READ_POSTS_MAX - posts.length)
      const named = await calls.list(
        id,
        reposts,
        page,
        reposts ? LIST_POST_COUNT : Math.max(wanted, TIMELINE_MIN),
      )
      kindsTold = named.told.references
      return named
    }
    const isEnough = ({ posts }: TimelinePosts) =>
      reposts
        ? posts.length > 0
        : listedIn(posts) >= LIST_POST_COUNT || posts.length > LIST_READ_POSTS_MAX - TIMELINE_MIN
    return readTimelinePages(readPage, isEnough, { signal, now })
  }
  const first = await asked(withReposts)
  if (!first.posts) return { ...emptyListBecause(first.reason, time), news: first.news }
  // Where X does not tell reposts from own posts, the list is read without reposts.
  const shown = withReposts && !kindsTold ? await asked(false) : first
  if (!shown.posts) return emptyListBecause(TIMELINE_FAILED, time)
  // An empty page without reposts is not the whole timeline, with or without a token for the next one.
  const isFiltered = !withReposts || !kindsTold
  if (shown.posts.length === 0 && (isFiltered || !shown.isWhole))
    return emptyListBecause({ cause: 'crowded' }, time)

  const pin = known ?? (await resultOrReason('account', { signal, now }, readPin)).result ?? PIN_UNTOLD
  return toPostList(shown.posts, id, { withReposts, pin, kindsTold, time })
}

/**
 * Pages to read on with behind one that X emptied or that holds too few posts that count, the cheapest first. `ifTooDear` is for a client that
 * may not spend as much as the page might cost.
 */
export const MORE_PAGES: readonly { size: number; ifTooDear?: number }[] = [
  { size: VERDICT_POST_COUNT },
  { size: 20 },
  { size: 100, ifTooDear: 50 },
]

/** Whether the account may have more posts in the judged period that count. `counted` is how many the verdict has so far. */
export const canReadMorePosts = (
  { id, span, isWhole, readOnSize }: AccountRecord,
  size: number,
  counted: number,
): boolean => id !== null && span !== null && !isWhole && size > readOnSize && counted < VERDICT_POST_COUNT

/**
 * Reads more posts until five count, because a short page without reposts and replies may lack posts of the judged period. The smallest size asks
 * for all kinds of posts, which tells whether the account is quiet, or for the next page.
 */
export async function readMorePosts(
  { signal }: Context,
  calls: XCalls,
  before: AccountRecord,
  size: number,
  counted: number,
): Promise<AccountRecord> {
  const { id, span } = before
  if (id === null || !span) return before
  const { next, ...rest } = before
  const account = { ...rest, readOnSize: size }
  const isForWhole = size === VERDICT_POST_COUNT && next === undefined
  const page: PageQuery = size === VERDICT_POST_COUNT && next !== undefined ? { pagination_token: next } : {}
  const asked = await calls.timeline(id, span, page, { size, isFiltered: !isForWhole })
  signal.throwIfAborted()
  const timeline = readTimelineReply(asked.reply)
  if (!timeline) throw new UpstreamDown('no usable timeline', 'never')
  if (typeof timeline === 'string') return withTimelineNews(account, timeline)
  const { posts, whole } = timeline
  if (isForWhole) {
    const isDated = posts.every((post) => creationTimeOfId(post.id) !== null)
    return { ...account, isWhole: whole && posts.length < size && isDated }
  }
  const known = new Set(account.posts.map((post) => post.id))
  const referencesTold = asked.told.references
  const shown = originalPostsIn(posts, { referencesTold, span, userId: id, source: 'timeline' })
  const fresh = shown.filter((post) => !known.has(post.id))
  const fifth = fresh.filter(isIndexable)[VERDICT_POST_COUNT - counted - 1]
  const wanted = fifth ? fresh.slice(0, fresh.indexOf(fifth) + 1) : fresh
  return { ...account, posts: [...account.posts, ...wanted] }
}

/** Reads older posts of an account whose newest original posts were made too close together to accuse it. */
export async function readOlderPosts(
  context: Context,
  calls: XCalls,
  before: AccountRecord,
): Promise<AccountRecord> {
  const account = { ...before, isExtended: true }
  const { id, span, posts } = account
  const to = Math.max(...posts.map((post) => creationTimeOfId(post.id) ?? 0)) - MISSES_SPREAD_MIN_MS
  if (id === null || !span || to <= span.from) return account
  const older = { from: span.from, to }
  let failure: unknown
  const readPage = (page: PageQuery) =>
    calls.timeline(id, older, page).catch((error: unknown) => {
      failure = error
      throw error
    })
  const read = await readTimelinePages(readPage, hasVerdictPosts, context)
  if (!read.posts) {
    if (read.news) return withTimelineNews(account, read.news)
    throw failure ?? new UpstreamDown('no usable timeline', 'never')
  }
  const { referencesTold } = read
  const shown = originalPostsIn(read.posts, { referencesTold, span: older, userId: id, source: 'timeline' })
  const known = new Set(posts.map((post) => post.id))
  return { ...account, posts: [...posts, ...shown.filter((post) => !known.has(post.id))] }
}

/** Searches for any original post of the judged period, which is free if search has none. Returns null if X's page has only replies and is not the last. */
export async function searchWholeSpan(
  { signal, now }: Context,
  calls: XCalls,
  { id, span }: AccountRecord,
  name: string,
): Promise<PostRecord[] | null> {
  if (id === null || !span) return null
  const { reply, told } = await calls.searchWholeSpan(searchQueryFor({ name, userId: id }), span)
  signal.throwIfAborted()
  const answer = readSearchReply(reply)
  if (!answer) throw new UpstreamDown('no usable search', 'never')
  const referencesTold = told.references
  const shown = originalPostsIn(answer.posts, { referencesTold, span, userId: id, source: 'span_search' })
  if (shown.length === 0 && !answer.whole) return null
  for (const post of shown) addToAnswer(post, { search: { found: true, time: now() } })
  return shown
}

/** Asks X for the account once more, so that one that was locked, suspended or deleted meanwhile is not accused. */
export async function confirmAccount(
  context: Context,
  calls: XCalls,
  before: AccountRecord,
  name: string,
): Promise<AccountRecord> {
  const { user } = await lookUpAccount(name, false, calls)
  const flags = flagsOf(user)
  const account = { ...before, confirmed: context.now() }
  if (user.state === 'here' && user.id === before.id && flags.protect !== true) {
    if (!flags.no_tweet) return account
    const read = await withEmptyTimeline(context, calls, account, user.id)
    const isAnswered = read.flags.no_tweet !== null || isClosed(read.reason)
    return isAnswered ? read : before
  }
  const isOther = user.state === 'here' && user.id !== before.id
  if (isOther) return { ...account, posts: [], reason: { cause: 'swapped' } }
  return {
    ...account,
    flags: { ...flags, no_tweet: flags.protect ? before.flags.no_tweet : flags.no_tweet },
    posts: [],
    reason: user.state === 'withheld' ? ACCOUNT_FAILED : ACCOUNT_CLOSED,
  }
}

import * as v from 'valibot'
import { causeRow, isSpent, ApiError } from '../../../contract/reasons.ts'
import type { XPart } from '../../../contract/reasons.ts'
import type { AccountCheck, CheckRequest, Reason } from '../../../contract/wire.ts'
import { PRICES_MICROS } from './budget.ts'
import { findPosts } from './checkPosts.ts'
import {
  LIST_POST_COUNT,
  PostRecord,
  creationTimeOfId,
  isOriginalPost,
  withSharedAnswer,
  PostList,
  emptyListBecause,
} from './verdict/post.ts'
import { SEARCH_RESULTS_MIN, VERDICT_POST_COUNT } from './client/calls.ts'
import type { XCalls } from './client/calls.ts'
import { resultOrReason } from './replies.ts'
import type { Context, XCheckSettings } from './context.ts'
import { offersPostSearch } from './context.ts'
import {
  MORE_PAGES,
  confirmAccount,
  canReadMorePosts,
  lookUpAccount,
  readAccount,
  readOlderPosts,
  readMorePosts,
  searchWholeSpan,
  LIST_READ_POSTS_MAX,
  readPostList,
} from './readAccount.ts'
import {
  withTimelineNews,
  ACCOUNT_CACHE_TTL_MS as CACHE_TTL_MS,
  AccountRecord,
  countForVerdict,
  isClosed,
  isWithheld,
  toAccountCheck,
  judgeBySearch,
  withSpanSearchHits,
} from './verdict/account.ts'
import type { AccountAnswer } from './verdict/account.ts'
import type { PostAuthor } from './verdict/post.ts'

/** Lifetime of an answer in which something failed: long enough for many visitors who ask at the same time. */
const CACHE_GAP_TTL_MS = 60_000

/** A list without reposts is read on behind pages that X shortened; one with reposts may include as many original posts, or take a second request. */
const LISTED_POSTS_MAX = { own: LIST_READ_POSTS_MAX, all: 3 * LIST_POST_COUNT }
const LOOKUP_MICROS = PRICES_MICROS.user + PRICES_MICROS.post
const MAX_MICROS = {
  /** The lookup with a pin, and the newest originals. */
  account: LOOKUP_MICROS + VERDICT_POST_COUNT * PRICES_MICROS.post,
  /** The first search for them. */
  search: SEARCH_RESULTS_MIN * PRICES_MICROS.post,
  /** Older originals, where the newest were made within a day. */
  older: VERDICT_POST_COUNT * PRICES_MICROS.post,
  own: LOOKUP_MICROS + LISTED_POSTS_MAX.own * PRICES_MICROS.post,
  all: LOOKUP_MICROS + LISTED_POSTS_MAX.all * PRICES_MICROS.post,
} as const

/** The amount that an account check must be able to spend. Steps that would cost more are left out. */
export const FULL_CHECK_MICROS =
  MAX_MICROS.account + MAX_MICROS.search + Math.max(MAX_MICROS.own, MAX_MICROS.all)

/** Checks an account. Throws an `ApiError` if X or this server refuses its lookup. */
export async function checkAccount(context: Context, request: CheckRequest): Promise<AccountCheck> {
  const { offer } = context
  if (offer.bearerToken === '' || !offer.accountsPermitted) throw new ApiError('not_offered')
  const name = request.screen_name
  const listed = request.searchban ? (request.repost ? 'all' : 'own') : null
  // 1. Look the account up, and read its newest posts.
  const account = await readAccountCached(context, name, listed)
  // 2. Read the list, if the visitor wants one.
  const list = listed && (await readListCached(context, name, listed, account))
  const read: AccountAnswer = {
    name,
    listed,
    account: withTimelineNews(account, list?.news),
    list,
    posts: new Map(),
    failure: null,
  }
  // 3. Ask oEmbed whether it shows the posts to logged-out people, and search for them.
  let answer = await withPosts(context, read, allPostsOf(context, read))
  // 4. Read more posts while fewer than five count, and older ones if the five were made within a day.
  answer = await readMore(context, answer)
  // 5. Before a ban is reported, search for any post of the judged period (`span`). Before anything negative is, ask X for the account again.
  answer = await searchSpan(context, answer)
  answer = await confirm(context, answer)
  // 6. Judge.
  return toAccountCheck(answer, offersPostSearch(offer))
}

const accountKey = (name: string) => `account:${name.toLowerCase()}`

function readAccountCached(
  context: Context,
  name: string,
  listed: AccountAnswer['listed'],
): Promise<AccountRecord> {
  return context.cache.get(accountKey(name), AccountRecord, context, async (context) => {
    const more = MAX_MICROS.search + (listed ? MAX_MICROS[listed] : 0)
    const account = await context.spend(
      context,
      MAX_MICROS.account,
      (calls) => readAccount(context, calls, name, listed !== null),
      more,
    )
    return cacheEntryFor(account, context.now())
  })
}

/** The cache's entry for an account. Its lifetime counts from the oldest thing in it that X told. */
function cacheEntryFor(account: AccountRecord, now: number) {
  const { id, reason, isWhole, posts, time } = account
  const isGap = (reason !== null && !causeRow(reason.cause).lasts) || (posts.length === 0 && !isWhole)
  const ttlMs = id === null && reason?.cause === 'limited' ? 0 : isGap ? CACHE_GAP_TTL_MS : CACHE_TTL_MS
  const oldest = Math.min(time, ...posts.flatMap(({ answer }) => answer.search?.time ?? []))
  return { value: account, ttlMs: Math.min(ttlMs - (now - oldest), untilEnd(reason, now)) }
}

/** No answer is cached past the end of the limit that it names. */
const untilEnd = (reason: Reason | null, now: number) => (reason?.until ?? Infinity) - now

/** A post can be edited for an hour, which gives it a new id: until then its list is read again soon. */
const EDITABLE_MS = 60 * 60_000
function listTtl({ posts, evidence: { reason } }: PostList, now: number): number {
  const isEditable = posts.some(({ id }) => now - (creationTimeOfId(id) ?? 0) < EDITABLE_MS)
  return Math.min(reason || isEditable ? CACHE_GAP_TTL_MS : CACHE_TTL_MS, untilEnd(reason, now))
}

async function readListCached(
  context: Context,
  name: string,
  listed: 'own' | 'all',
  account: AccountRecord,
): Promise<PostList | null> {
  if (account.id === null || account.flags.protect || account.flags.no_tweet) return null
  // The list is kept by the account's number, because its name may have become that of another account.
  const key = `list:${listed}:${account.id}`
  const read = () =>
    context.cache.get(key, PostList, context, async (context) => {
      const value = await context.spend(context, MAX_MICROS[listed], (calls) => {
        const readPin = async () => {
          const { user, pin } = await lookUpAccount(name, true, calls)
          return user.state === 'here' && user.id === account.id ? pin : null
        }
        return readPostList(context, calls, account, listed === 'all', readPin)
      })
      return { value, ttlMs: listTtl(value, context.now()) }
    })
  const { result, reason } = await resultOrReason('timeline', context, read)
  // If others have spent the rest of the budget, the account is judged all the same.
  return result ?? emptyListBecause(reason, context.now())
}

/** All posts of a check. Of those that are in both, the original is taken: the list rests on the answers of the verdict. */
function allPostsOf({ offer }: Context, { account, list, name }: AccountAnswer): PostRecord[] {
  const { id: userId } = account
  if (userId === null) return []
  const author: PostAuthor = { name, userId, isWithheld: isWithheld(account) }
  const neighbours = account.posts.map(({ id }) => id)
  // With X's current parameter names, only the list says which post is quoted.
  const quotes = new Map(list?.posts.map(({ id, quoted }) => [id, quoted]))
  const originals = account.posts.map((post): PostRecord => {
    const quoted = post.quoted === undefined ? quotes.get(post.id) : post.quoted
    return { ...post, author, neighbours, quoted }
  })
  const others = (list?.posts ?? []).map((post) => listedPost(post, author, offer))
  return [...new Map([...originals, ...others].toReversed().map((post) => [post.id, post])).values()]
}

function listedPost(post: PostRecord, author: PostAuthor, offer: XCheckSettings): PostRecord {
  const own = post.source === 'repost' ? post : { ...post, author }
  if (!offersPostSearch(offer)) return { ...own, unsearched: 'not_offered' }
  return post.source === 'repost' ? { ...own, unsearched: 'repost' } : own
}

async function withPosts(
  context: Context,
  answer: AccountAnswer,
  posts: readonly PostRecord[],
): Promise<AccountAnswer> {
  return { ...answer, posts: new Map([...answer.posts, ...(await findPosts(context, posts))]) }
}

/** Returns the verdict so far. `assumed` replaces answers that were not requested yet, because only an accusation needs them. */
const verdictOf = ({ account, posts }: AccountAnswer, assumed: Partial<AccountRecord> = {}) =>
  account.reason
    ? { ban: null, reason: account.reason }
    : judgeBySearch([...posts.values()], { ...account, ...assumed })
const ASSUME_ALL_ASKED = { isSpanSearched: true, confirmed: Infinity }

/** 4. The cheapest page that may help comes first. */
async function readMore(context: Context, before: AccountAnswer): Promise<AccountAnswer> {
  let answer = before
  for (const { size, ifTooDear } of MORE_PAGES) {
    answer = await readMoreWith(context, answer, size)
    // If half of the page is read, replies hid the posts.
    if (ifTooDear && answer.failure && isSpent(answer.failure.cause))
      answer = await readMoreWith(context, { ...answer, failure: null }, ifTooDear)
    if (answer.failure) break
  }
  const isTooClose = verdictOf(answer, ASSUME_ALL_ASKED).reason?.cause === 'too_close'
  if (!isTooClose || answer.account.isExtended) return answer
  const { account } = answer
  return extendAccount(context, answer, MAX_MICROS.older, 'timeline', (calls) =>
    readOlderPosts(context, calls, account),
  )
}

/** Reads on with a page of this size, if it may bring what the verdict lacks. */
async function readMoreWith(context: Context, answer: AccountAnswer, size: number): Promise<AccountAnswer> {
  const { account, posts } = answer
  if (account.reason !== null || verdictOf(answer, ASSUME_ALL_ASKED).ban !== null) return answer
  const counted = countForVerdict(account.posts.map((post) => posts.get(post.id) ?? post))
  if (!canReadMorePosts(account, size, counted)) return answer
  return await extendAccount(context, answer, size * PRICES_MICROS.post, 'timeline', (calls) =>
    readMorePosts(context, calls, account, size, counted),
  )
}

/** 5a. The posts that this search shows are cached under the account's number, so that they also count after the account has changed its name. */
async function searchSpan(context: Context, answer: AccountAnswer): Promise<AccountAnswer> {
  const { account, name } = answer
  if (!verdictOf(answer, ASSUME_ALL_ASKED).ban || account.isSpanSearched) return answer
  return await addToAccount(context, answer, 'search', async () => {
    const key = `span:${account.id}`
    const schema = v.nullable(v.array(PostRecord))
    const hits = await context.cache.get(key, schema, context, async (context) => {
      const value = await context.spend(context, MAX_MICROS.search, (calls) =>
        searchWholeSpan(context, calls, account, name),
      )
      return { value, ttlMs: value && value.length > 0 ? CACHE_TTL_MS : 0 }
    })
    return hits ? withSpanSearchHits(account, hits) : account
  })
}

/** 5b. An account that was locked, suspended or emptied meanwhile, or whose name is now that of another one, is not accused, and nor are its posts. */
async function confirm(context: Context, answer: AccountAnswer): Promise<AccountAnswer> {
  const { account, posts } = answer
  const isAccused =
    account.isSpanSearched &&
    verdictOf(answer, ASSUME_ALL_ASKED).ban &&
    !verdictOf(answer, { isSpanSearched: true }).ban
  const isMissed = ({ answer }: PostRecord) => answer.search?.found === false
  const missed = [...posts.values()].filter((post) => isOriginalPost(post) && isMissed(post))
  const isEmptied =
    missed.length >= VERDICT_POST_COUNT && !missed.some(({ answer }) => answer.seen?.state === 'shown')
  const listed = (answer.list?.posts ?? []).flatMap(({ id }) => posts.get(id) ?? [])
  const isExcluding = offersPostSearch(context.offer) && listed.some(isMissed)
  const isDue = isAccused || ((isEmptied || isExcluding) && account.confirmed === null)
  if (!isDue || isClosed(account.reason)) return answer
  const confirmed = await extendAccount(context, answer, MAX_MICROS.account, 'account', (calls) =>
    confirmAccount(context, calls, account, answer.name),
  )
  return { ...confirmed, failure: confirmed.failure ?? answer.failure }
}

/** Asks X for more of the account. */
function extendAccount(
  context: Context,
  answer: AccountAnswer,
  micros: number,
  part: XPart,
  read: (calls: XCalls) => Promise<AccountRecord>,
): Promise<AccountAnswer> {
  return addToAccount(context, answer, part, () => context.spend(context, micros, read))
}

/**
 * Adds what X tells more of the account, and searches for posts that are new. If it fails, the check goes on with what is known; `part` is
 * the part of X that it asks.
 */
async function addToAccount(
  context: Context,
  answer: AccountAnswer,
  part: XPart,
  read: () => Promise<AccountRecord>,
): Promise<AccountAnswer> {
  const { cache, now } = context
  const known = new Set(answer.account.posts.map(({ id }) => id))
  const { result, reason: failure } = await resultOrReason(part, context, read)
  const account = result ?? answer.account
  await cache.set(accountKey(answer.name), cacheEntryFor(account, now()))
  const posts = allPostsOf(context, { ...answer, account })
  // A post of the list may have become one of the verdict.
  const answered = posts.flatMap((post): [string, PostRecord][] => {
    const before = answer.posts.get(post.id)
    return before ? [[post.id, withSharedAnswer(post, before)]] : []
  })
  const extended = { ...answer, account, failure, posts: new Map([...answer.posts, ...answered]) }
  // Posts of the list that search did not judge are asked for again: X has told more of them now.
  const more = posts.filter((post) => {
    if (!isOriginalPost(post)) return false
    const found = answer.posts.get(post.id)?.answer.search?.found
    return post.answer.search ? !found : !known.has(post.id) && typeof found !== 'boolean'
  })
  return more.length > 0 ? await withPosts(context, extended, more) : extended
}

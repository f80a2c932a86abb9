import * as v from 'valibot'
import type { Reason } from '../../../contract/evidence.ts'
import type { XPart } from '../../../contract/reasons.ts'
import type { AccountCheck, CheckRequest } from '../../../contract/wire.ts'
import { ApiError } from '../../http/errors.ts'
import type { Caller } from '../Upstream.ts'
import type { AnswerCache } from '../sharing.ts'
import { PRICES_MICROS } from './budget.ts'
import type { PayForCall } from './budget.ts'
import type { PostChecks } from './checkPosts.ts'
import { LIST_POST_COUNT, SEARCH_RESULTS_MIN, VERDICT_POST_COUNT } from './client/endpoints.ts'
import { OperatorRefused, RateLimited, UpstreamDown, toReason } from './client/replies.ts'
import { offersPostSearch } from './health.ts'
import type { XCheckSettings } from './health.ts'
import {
  READ_MORE_SIZES,
  confirmAccount,
  canReadMorePosts,
  lookUpAccount,
  readAccount,
  readOlderPosts,
  readMorePosts,
  searchWholeSpan,
  withTimelineNews,
} from './readAccount.ts'
import { LIST_READ_POSTS_MAX, readPostList } from './readList.ts'
import type { XTools } from './searchForPosts.ts'
import {
  ACCOUNT_CACHE_TTL_MS as CACHE_TTL_MS,
  AccountRecord,
  countForVerdict,
  isWithheld,
  toAccountCheck,
  judgeBySearch,
  withSpanSearchHits,
} from './verdict/account.ts'
import { PostList, emptyListBecause } from './verdict/list.ts'
import { PostRecord, isOriginalPost, withSharedAnswer } from './verdict/post.ts'
import type { PostAuthor } from './verdict/post.ts'
import { doesLast } from './verdict/reasons.ts'

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

type Parts = {
  offer: XCheckSettings
  tools: XTools
  postChecks: PostChecks
  cached: AnswerCache
}

/** The state of one account check. Each step adds to it. */
type Check = Parts & {
  caller: Caller
  name: string
  /** Which list the visitor wants, if any: own posts, or reposts and quotes, too. */
  listed: 'own' | 'all' | null
  account: AccountRecord
  list: PostList | null
  /** The records of all posts of the account and the list, by id. */
  posts: Map<string, PostRecord>
  /** Why the last step that the verdict needed did not succeed. */
  failure: Reason | null
}

export function createAccountCheck(parts: Parts) {
  const { offer } = parts

  return async (request: CheckRequest, caller: Caller): Promise<AccountCheck> => {
    if (offer.bearerToken === '') throw new ApiError('no_credentials')
    if (!offer.accountsPermitted) throw new ApiError('not_permitted')
    const name = request.screen_name
    const listed = request.searchban ? (request.repost ? 'all' : 'own') : null
    const asked = { ...parts, caller, name, listed } as const
    // 1. Look the account up, and read its newest posts.
    const account = await readAccountCached(asked)
    // 2. Read the list, if the visitor wants one.
    const list = await readListCached(asked, account)
    const check: Check = {
      ...asked,
      account: withTimelineNews(account, list?.news),
      list,
      posts: new Map(),
      failure: null,
    }
    // 3. Ask oEmbed whether it shows the posts to logged-out people, and search for them.
    await findPosts(check, allPostsOf(check))
    // 4. Read more posts while fewer than five count, and older ones if the five were made within a day.
    await readMore(check)
    // 5. Before a ban is reported, search for any post of the judged period (`span`). Before anything negative is, ask X for the account again.
    await searchSpan(check)
    await confirm(check)
    // 6. Judge.
    return toAccountCheck(check.account, check.posts, name, {
      ...check,
      offersPosts: offersPostSearch(offer),
    })
  }
}

type CheckInput = Pick<Check, keyof Parts | 'caller' | 'name' | 'listed'>

const accountKey = ({ name }: CheckInput) => `account:${name.toLowerCase()}`

const partsFor = ({ tools, offer }: Parts, pay: PayForCall, caller: Caller) => ({
  ...tools,
  calls: tools.callsFor(pay, caller),
  judgesBan: offer.judged.includes('search_ban'),
  signal: caller.signal,
})

function readAccountCached(asked: CheckInput): Promise<AccountRecord> {
  const { cached, tools, caller, name, listed } = asked
  return cached.get(accountKey(asked), AccountRecord, caller, async (caller) => {
    const read = (pay: PayForCall) => readAccount(name, listed !== null, partsFor(asked, pay, caller))
    const more = MAX_MICROS.search + (listed ? MAX_MICROS[listed] : 0)
    const account = await tools.budget(caller, MAX_MICROS.account, read, more)
    return cacheEntryFor(account, tools.now())
  })
}

/** The cache's entry for an account. Its lifetime counts from the oldest thing in it that X told. */
function cacheEntryFor(account: AccountRecord, now: number) {
  const { id, reason, isWhole, posts, time } = account
  const isGap = (reason !== null && !doesLast(reason)) || (posts.length === 0 && !isWhole)
  const ttlMs = id === null && reason?.cause === 'limited' ? 0 : isGap ? CACHE_GAP_TTL_MS : CACHE_TTL_MS
  const oldest = Math.min(time, ...posts.flatMap(({ search }) => search?.time ?? []))
  return { value: account, ttlMs: ttlMs - (now - oldest) }
}

async function readListCached(asked: CheckInput, account: AccountRecord): Promise<PostList | null> {
  const { cached, tools, caller, name, listed } = asked
  const isListable = account.id !== null && !account.flags.protect && !account.flags.no_tweet
  if (!listed || !isListable) return null
  const key = `list:${listed}:${name.toLowerCase()}`
  try {
    return await cached.get(key, PostList, caller, async (caller) => {
      const value = await tools.budget(caller, MAX_MICROS[listed], (pay) => {
        const { calls, now, signal } = partsFor(asked, pay, caller)
        const pinOf = async () => (await lookUpAccount(name, true, calls)).pin
        return readPostList(account, listed === 'all', { calls, now, signal, pinOf })
      })
      return { value, ttlMs: value.evidence.reason === null ? CACHE_TTL_MS : CACHE_GAP_TTL_MS }
    })
  } catch (error) {
    // Others have spent the rest of the budget: the account is judged all the same.
    if (error instanceof ApiError) {
      return emptyListBecause(toReason(error, 'timeline', tools.now()), tools.now())
    }
    throw error
  }
}

/** All posts of a check. Of those that are in both, the original is taken: the list rests on the answers of the verdict. */
function allPostsOf({ account, list, name, offer }: Check): PostRecord[] {
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

async function findPosts(check: Check, posts: readonly PostRecord[]): Promise<void> {
  const found = await check.postChecks.find(posts, check.caller)
  check.posts = new Map([...check.posts, ...found])
}

/** Returns the verdict so far. `assumed` replaces answers that were not requested yet, because only an accusation needs them. */
const verdictOf = ({ account, posts }: Check, assumed: Partial<AccountRecord> = {}) =>
  judgeBySearch([...posts.values()], { ...account, ...assumed })
const ASSUME_ALL_ASKED = { isSpanSearched: true, confirmed: Infinity }

const isOwnLimit = ({ cause }: Reason) => ['budget', 'hour', 'share'].includes(cause)

/** 4. The cheapest page that may help comes first. */
async function readMore(check: Check): Promise<void> {
  for (const size of READ_MORE_SIZES) {
    if (check.account.reason !== null || verdictOf(check, ASSUME_ALL_ASKED).ban !== null) break
    const counted = countForVerdict(check.account.posts.map((post) => check.posts.get(post.id) ?? post))
    if (!canReadMorePosts(check.account, size, counted)) continue
    await extendAccount(check, size * PRICES_MICROS.post, 'timeline', (parts) =>
      readMorePosts(check.account, size, counted, parts),
    )
    if (check.failure === null) continue
    // The largest page may cost more than one connection may ever spend: if half of it was read, replies hid the posts.
    if (size !== Math.max(...READ_MORE_SIZES) || !isOwnLimit(check.failure)) break
    check.failure = null
  }
  if (verdictOf(check, ASSUME_ALL_ASKED).reason?.cause === 'too_close' && !check.account.isExtended) {
    await extendAccount(check, MAX_MICROS.older, 'timeline', (parts) => readOlderPosts(check.account, parts))
  }
}

/** 5a. The posts that this search shows are cached under the account's number, so that they also count after the account has changed its name. */
async function searchSpan(check: Check): Promise<void> {
  const { account, cached, caller, name, tools } = check
  if (!verdictOf(check, ASSUME_ALL_ASKED).ban || account.isSpanSearched) return
  await addToAccount(check, 'search', async () => {
    const key = `span:${account.id}`
    const hits = await cached.get(key, v.nullable(v.array(PostRecord)), caller, async (caller) => {
      const search = (pay: PayForCall) => searchWholeSpan(account, name, partsFor(check, pay, caller))
      const value = await tools.budget(caller, MAX_MICROS.search, search)
      return { value, ttlMs: value && value.length > 0 ? CACHE_TTL_MS : 0 }
    })
    return hits ? withSpanSearchHits(account, hits) : account
  })
}

/** 5b. An account that was locked, suspended or emptied meanwhile, or whose name is now that of another one, is not accused, and nor are its posts. */
async function confirm(check: Check): Promise<void> {
  const { account, posts } = check
  const isAccused =
    account.isSpanSearched &&
    verdictOf(check, ASSUME_ALL_ASKED).ban &&
    !verdictOf(check, { isSpanSearched: true }).ban
  const isMissed = ({ search }: PostRecord) => search?.found === false
  const missed = [...posts.values()].filter((post) => isOriginalPost(post) && isMissed(post))
  const isEmptied = missed.length >= VERDICT_POST_COUNT && !missed.some(({ seen }) => seen?.state === 'shown')
  const listed = (check.list?.posts ?? []).flatMap(({ id }) => posts.get(id) ?? [])
  const isExcluding = offersPostSearch(check.offer) && listed.some(isMissed)
  if (isAccused || ((isEmptied || isExcluding) && account.confirmed === null)) {
    const { failure } = check
    await extendAccount(check, LOOKUP_MICROS, 'account', (parts) =>
      confirmAccount(account, check.name, parts),
    )
    check.failure ??= failure
  }
}

type ReadParts = ReturnType<typeof partsFor>

/** Asks X for more of the account. */
function extendAccount(
  check: Check,
  micros: number,
  part: XPart,
  read: (parts: ReadParts) => Promise<AccountRecord>,
): Promise<void> {
  const { caller, tools } = check
  return addToAccount(check, part, () =>
    tools.budget(caller, micros, (pay) => read(partsFor(check, pay, caller))),
  )
}

/**
 * Adds what X tells more of the account, and searches for posts that are new. If it fails, the check goes on with what is known; `part` is
 * the part of X that it asks.
 */
async function addToAccount(check: Check, part: XPart, read: () => Promise<AccountRecord>): Promise<void> {
  const { account: before, cached, caller, tools } = check
  const known = new Set(before.posts.map(({ id }) => id))
  check.failure = null
  check.account = await read().catch((error: unknown) => {
    caller.signal.throwIfAborted()
    if (!(error instanceof ApiError) && !isOfX(error)) throw error
    check.failure = toReason(error, part, tools.now())
    return before
  })
  await cached.set(accountKey(check), cacheEntryFor(check.account, tools.now()))
  // Posts of the list that search did not judge are asked for again: X has told more of them now.
  const posts = allPostsOf(check)
  const more = posts.filter((post) => {
    if (!isOriginalPost(post)) return false
    const found = check.posts.get(post.id)?.search?.found
    return post.search ? !found : !known.has(post.id) && typeof found !== 'boolean'
  })
  // A post of the list may have become one of the verdict.
  for (const post of posts) {
    const answered = check.posts.get(post.id)
    if (answered) check.posts.set(post.id, withSharedAnswer(post, answered))
  }
  if (more.length > 0) await findPosts(check, more)
}

const isOfX = (error: unknown) =>
  [RateLimited, OperatorRefused, UpstreamDown].some((kind) => error instanceof kind)

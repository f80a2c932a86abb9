import type { Page, XCalls } from './client/calls.ts'
import { VERDICT_POSTS } from './client/endpoints.ts'
import { RateLimited, UpstreamDown, replyOrReason } from './client/replies.ts'
import { readPages } from './readList.ts'
import type { Read } from './readList.ts'
import { readSearch, readTimeline, readUser } from './schemas.ts'
import type { User } from './schemas.ts'
import type { XTools } from './searchForPosts.ts'
import { SPREAD_MS, dueSpan } from './verdict/account.ts'
import type { Account } from './verdict/account.ts'
import { originalsIn } from './verdict/list.ts'
import type { Pin } from './verdict/list.ts'
import { madeAt } from './verdict/post.ts'
import type { Post } from './verdict/post.ts'
import { queryFor } from './verdict/windows.ts'

const UNKNOWN = { suspend: null, not_found: null, protect: null, no_tweet: null }
const NOTHING = {
  id: null,
  flags: UNKNOWN,
  facts: {},
  pin: null,
  reason: null,
  limit: null,
  span: null,
  posts: [],
  isWhole: true,
  isExtended: false,
  isSpanSearched: false,
  confirmed: null,
  readOnSize: 0,
} as const satisfies Partial<Account>

type Parts = Pick<XTools, 'endpoints' | 'now' | 'xNow'> & {
  calls: XCalls
  judgesBan: boolean
  signal: AbortSignal
}

const hasFive = ({ posts }: Read) => posts.length >= VERDICT_POSTS

/** Throws when X does not tell of the account; what fails later becomes a reason. */
export async function readAccount(name: string, withPin: boolean, parts: Parts): Promise<Account> {
  const { endpoints, now } = parts
  const base: Account = { ...NOTHING, posts: [], time: now() }
  let looked
  try {
    looked = await lookUpAccount(name, withPin, parts.calls)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return { ...base, reason: 'account_limited', limit: { group: 'search', until: error.until } }
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    return { ...base, flags, reason: user.state === 'withheld' ? 'account_failed' : 'account' }
  }
  const account = { ...base, flags, pin, id: user.id, facts: user.facts }
  if (flags.protect) return { ...account, reason: 'account' }
  if (flags.no_tweet) {
    const no_tweet = await hasNoPosts(user.id, parts)
    if (no_tweet) return { ...account, reason: 'account' }
    account.flags = { ...flags, no_tweet }
  }
  if (!parts.judgesBan) return { ...account, reason: 'not_offered' }
  const cooldown = endpoints.search.cooldown()
  if (cooldown?.reason === 'limited') {
    return { ...account, reason: 'limited', limit: { group: 'search', until: cooldown.until } }
  }
  if (cooldown) return { ...account, reason: cooldown.reason === 'down' ? 'search_failed' : 'operator' }
  const span = dueSpan(parts.xNow())
  const readPage = (page: Page) => parts.calls.timeline(user.id, span, page)
  const read = await readPages(readPage, hasFive, parts.signal)
  if (read.posts) {
    const { referencesTold, next } = read
    const posts = originalsIn(read.posts, { referencesTold, span, userId: user.id, source: 'timeline' })
    return { ...account, span, posts, isWhole: false, ...(next && { next }) }
  }
  const { reason, reset, isClosed } = read
  const limit = reset === undefined ? null : ({ group: 'timeline', until: reset } as const)
  return { ...account, reason, limit, flags: isClosed ? { ...account.flags, protect: null } : account.flags }
}

/** X's count can be 0 for an account that has posts: only its empty timeline says that there are none. Null if X does not answer. */
async function hasNoPosts(id: string, { calls, signal }: Parts): Promise<boolean | null> {
  const asked = calls.timeline(id, null, {}, { isFiltered: false }).then(({ reply }) => reply)
  const { reply } = await replyOrReason(asked, signal)
  const timeline = reply && readTimeline(reply)
  if (!timeline || timeline === 'closed') return null
  return timeline.posts.length > 0 ? false : timeline.whole ? true : null
}

/** Ways of reading on behind a page that X emptied or that holds too few posts that count, the cheapest first. */
export const READ_ON_SIZES = [VERDICT_POSTS, 20, 100] as const

/** Whether there may be more posts of the span that count. */
export const isReadOnDue = ({ id, span, isWhole, posts, readOnSize }: Account, size: number): boolean =>
  id !== null && span !== null && !isWhole && size > readOnSize && countingIn(posts).length < VERDICT_POSTS

/**
 * Reads on until five posts count: a short page without reposts and replies is not the whole of the span. The smallest size asks for everything,
 * which tells whether the account is quiet, or for the next page.
 */
export async function readOn(before: Account, size: number, { calls, signal }: Parts): Promise<Account> {
  const { id, span } = before
  if (id === null || !span) return before
  const { next, ...rest } = before
  const account = { ...rest, readOnSize: size }
  const isForWhole = size === VERDICT_POSTS && next === undefined
  const page: Page = size === VERDICT_POSTS && next !== undefined ? { pagination_token: next } : {}
  const asked = await calls.timeline(id, span, page, { size, isFiltered: !isForWhole })
  signal.throwIfAborted()
  const timeline = readTimeline(asked.reply)
  if (!timeline || timeline === 'closed') throw new UpstreamDown('no usable timeline', 'never')
  const { posts, whole } = timeline
  if (isForWhole) {
    const isDated = posts.every((post) => madeAt(post.id) !== null)
    return { ...account, isWhole: whole && posts.length < size && isDated }
  }
  const known = new Set(account.posts.map((post) => post.id))
  const referencesTold = asked.told.references
  const shown = originalsIn(posts, { referencesTold, span, userId: id, source: 'timeline' })
  const fresh = shown.filter((post) => !known.has(post.id))
  const missing = VERDICT_POSTS - countingIn(account.posts).length
  const fifth = countingIn(fresh)[missing - 1]
  const wanted = fifth ? fresh.slice(0, fresh.indexOf(fifth) + 1) : fresh
  return { ...account, posts: [...account.posts, ...wanted] }
}

const countingIn = (posts: readonly Post[]) => posts.filter(({ facts }) => !facts?.notIndexable)

/** Asks X for the account once more, so that one that was locked, suspended or deleted meanwhile is not accused. */
export async function confirmAccount(before: Account, name: string, parts: Parts): Promise<Account> {
  const { user } = await lookUpAccount(name, false, parts.calls)
  const flags = flagsOf(user)
  const account = { ...before, confirmed: parts.now() }
  if (user.state === 'here' && user.id === before.id && flags.protect !== true) return account
  const isOther = user.state === 'here' && user.id !== before.id
  if (isOther) return { ...account, posts: [], reason: 'account_failed' }
  return {
    ...account,
    flags: { ...flags, no_tweet: flags.protect ? before.flags.no_tweet : flags.no_tweet },
    posts: [],
    reason: user.state === 'withheld' ? 'account_failed' : 'account',
  }
}

/** For an account whose newest originals were made too close together to accuse it. */
export async function readOlder(before: Account, { calls, signal }: Parts): Promise<Account> {
  const account = { ...before, isExtended: true }
  const { id, span, posts } = account
  const to = Math.max(...posts.map((post) => madeAt(post.id) ?? 0)) - SPREAD_MS
  if (id === null || !span || to <= span.from) return account
  const older = { from: span.from, to }
  const read = await readPages((page) => calls.timeline(id, older, page), hasFive, signal)
  if (!read.posts) return account
  const { referencesTold } = read
  const shown = originalsIn(read.posts, { referencesTold, span: older, userId: id, source: 'timeline' })
  const known = new Set(posts.map((post) => post.id))
  return { ...account, posts: [...posts, ...shown.filter((post) => !known.has(post.id))] }
}

/** Searches for any original of the span, which is free if search has none. Returns null for a page of replies alone, with more to come. */
export async function searchWholeSpan(
  { id, span }: Account,
  name: string,
  { calls, signal, now }: Parts,
): Promise<Post[] | null> {
  if (id === null || !span) return null
  const { reply, told } = await calls.searchWholeSpan(queryFor({ name, userId: id }), span)
  signal.throwIfAborted()
  const answer = readSearch(reply)
  if (!answer) throw new UpstreamDown('no usable search', 'never')
  const referencesTold = told.references
  const shown = originalsIn(answer.posts, { referencesTold, span, userId: id, source: 'span_search' })
  if (shown.length === 0 && !answer.whole) return null
  for (const post of shown) post.search = { found: true, time: now() }
  return shown
}
export async function lookUpAccount(name: string, withPin: boolean, calls: XCalls) {
  const { reply, told } = await calls.user(name, withPin)
  const user = readUser(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const pin: Pin | null = withPin ? { id, told: told.pin } : null
  return { user, pin }
}

function flagsOf(user: User): Account['flags'] {
  if (user.state === 'withheld') return UNKNOWN
  if (user.state === 'suspended') return { ...UNKNOWN, suspend: true, not_found: false }
  if (user.state === 'not_found') return { ...UNKNOWN, not_found: true }
  return {
    suspend: false,
    not_found: false,
    protect: user.protected,
    no_tweet: user.posts === null ? null : user.posts === 0,
  }
}

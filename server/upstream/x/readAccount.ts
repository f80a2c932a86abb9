import type { Page, XCalls } from './client/calls.ts'
import { VERDICT_POSTS } from './client/endpoints.ts'
import type { Span } from './client/endpoints.ts'
import { RateLimited, UpstreamDown, replyOrReason } from './client/replies.ts'
import { readPages } from './readList.ts'
import type { Read } from './readList.ts'
import { quotedIn, readSearch, readTimeline, readUser, versionsIn } from './schemas.ts'
import type { User } from './schemas.ts'
import type { XTools } from './searchForPosts.ts'
import { SPREAD_MS, dueSpan } from './verdict/account.ts'
import type { Account } from './verdict/account.ts'
import type { Pin } from './verdict/list.ts'
import { factsOf, isRepost, knownIds, madeAt } from './verdict/post.ts'
import type { Original } from './verdict/post.ts'
import { queryFor } from './verdict/windows.ts'

const UNKNOWN = { suspend: null, not_found: null, protect: null, no_tweet: null }
const NOTHING = {
  id: null,
  flags: UNKNOWN,
  withheld: null,
  pin: null,
  reason: null,
  limit: null,
  span: null,
  originals: [],
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
  const base: Account = { ...NOTHING, originals: [], time: now() }
  let looked
  try {
    looked = await lookUp(name, withPin, parts.calls)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return { ...base, reason: 'account_limited', limit: { group: 'search', until: error.until } }
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    return { ...base, flags, reason: user.state === 'withheld' ? 'account_failed' : 'account' }
  }
  const account = { ...base, flags, pin, id: user.id, withheld: user.withheldIn }
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
    const originals = originalsIn(read, span, user.id)
    return { ...account, span, originals, isWhole: false, ...(read.next && { next: read.next }) }
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
export const isReadOnDue = ({ id, span, isWhole, originals, readOnSize }: Account, size: number): boolean =>
  id !== null &&
  span !== null &&
  !isWhole &&
  size > readOnSize &&
  countingIn(originals).length < VERDICT_POSTS

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
  const known = new Set(account.originals.map((post) => post.id))
  const fresh = originalsIn({ posts, referencesTold: asked.told.references }, span, id).filter(
    (post) => !known.has(post.id),
  )
  const missing = VERDICT_POSTS - countingIn(account.originals).length
  const fifth = countingIn(fresh)[missing - 1]
  const wanted = fifth ? fresh.slice(0, fresh.indexOf(fifth) + 1) : fresh
  return { ...account, originals: [...account.originals, ...wanted] }
}

const countingIn = (originals: readonly Original[]) => originals.filter(({ facts }) => !facts?.unfit)

/** Asks X for the account once more, so that one that was locked, suspended or deleted meanwhile is not accused. */
export async function confirmAccount(before: Account, name: string, parts: Parts): Promise<Account> {
  const { user } = await lookUp(name, false, parts.calls)
  const flags = flagsOf(user)
  const account = { ...before, confirmed: parts.now() }
  if (user.state === 'here' && user.id === before.id && flags.protect !== true) return account
  const isOther = user.state === 'here' && user.id !== before.id
  if (isOther) return { ...account, originals: [], reason: 'account_failed' }
  return {
    ...account,
    flags: { ...flags, no_tweet: flags.protect ? before.flags.no_tweet : flags.no_tweet },
    originals: [],
    reason: user.state === 'withheld' ? 'account_failed' : 'account',
  }
}

/** For an account whose newest originals were made too close together to accuse it. */
export async function readOlder(before: Account, { calls, signal }: Parts): Promise<Account> {
  const account = { ...before, isExtended: true }
  const { id, span, originals } = account
  const to = Math.max(...originals.map((post) => madeAt(post.id) ?? 0)) - SPREAD_MS
  if (id === null || !span || to <= span.from) return account
  const older = { from: span.from, to }
  const read = await readPages((page) => calls.timeline(id, older, page), hasFive, signal)
  if (!read.posts) return account
  const known = new Set(originals.map((post) => post.id))
  const more = originalsIn(read, older, id).filter((post) => !known.has(post.id))
  return { ...account, originals: [...originals, ...more] }
}

/** Before an account is accused, search is asked for any original of the span, which is free where it has none. */
export async function searchWholeSpan(
  account: Account,
  name: string,
  { calls, signal, now }: Parts,
): Promise<Account> {
  const { id, span, originals } = account
  if (id === null || !span) return account
  const query = queryFor({ name, userId: id })
  const { reply, told } = await calls.searchWholeSpan(query, span)
  signal.throwIfAborted()
  const answer = readSearch(reply)
  if (!answer) throw new UpstreamDown('no usable search', 'never')
  const shown = originalsIn({ posts: answer.posts, referencesTold: told.references }, span, id)
  // A page of replies, with more to come, says nothing of the posts that count.
  if (shown.length === 0 && !answer.whole) return account
  const [hits, known] = [new Set(shown.flatMap(knownIds)), new Set(originals.flatMap(knownIds))]
  // If search shows a post that it missed a moment ago, that was no miss.
  const again = originals.filter((post) => knownIds(post).some((id) => hits.has(id)))
  const unlisted = shown.filter((post) => !knownIds(post).some((id) => known.has(id)))
  // Without references, X does not tell replies, which never count, from other posts: such a hit only shows that search has the post.
  const fresh = unlisted.map((post) => (post.facts?.isComplete ? post : countedAsReply(post)))
  const isSpanSearched = again.length > 0 || fresh.every(({ facts }) => facts?.isComplete)
  const all = new Map(originals.map((post) => [post.id, post]))
  for (const post of [...again, ...fresh]) all.set(post.id, { ...post, hit: now() })
  return { ...account, isSpanSearched, originals: [...all.values()] }
}
const countedAsReply = (post: Original): Original => ({
  ...post,
  facts: {
    versions: post.facts?.versions ?? [post.id],
    unfit: post.facts?.unfit ?? 'reply',
    isComplete: false,
  },
})

export async function lookUp(name: string, withPin: boolean, calls: XCalls) {
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

function originalsIn(
  { posts, referencesTold }: Pick<Read, 'posts' | 'referencesTold'>,
  { from, to }: Span,
  userId: string,
): Original[] {
  const due = posts.flatMap((post): Original[] => {
    const versions = versionsIn(post) ?? [post.id]
    const made = madeAt(versions.at(-1) ?? post.id) ?? Number.NaN
    const facts = factsOf(post, referencesTold, { versions, userId })
    const isOther = isRepost(post) || facts?.unfit === 'reply'
    const quoted = quotedIn(post) ?? (referencesTold ? null : undefined)
    return made >= from && made <= to && !isOther ? [{ id: post.id, facts, quoted }] : []
  })
  return [...new Map(due.map((post) => [post.id, post])).values()]
}

import * as v from 'valibot'
import { METHOD_VERSION, UNJUDGED_REASONS } from '../../../../contract/evidence.ts'
import type { ItemEvidence } from '../../../../contract/evidence.ts'
import { postUrlOf } from '../../../../contract/names.ts'
import { eachBan } from '../../../../contract/outcomes.ts'
import type { AccountCheck } from '../../../../contract/wire.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Page, XCalls } from '../client/calls.ts'
import { VERDICT_POSTS } from '../client/endpoints.ts'
import { NOTHING_TOLD } from '../client/parameterNames.ts'
import { RateLimited } from '../client/replies.ts'
import type { Span } from '../client/endpoints.ts'
import { Id, quotedIn, readSearch, readUser } from '../schemas.ts'
import type { User } from '../schemas.ts'
import {
  Original,
  SPREAD_MS,
  dueSpan,
  factsOf,
  isRepost,
  judgementOf,
  knownIds,
  madeAt,
  searchVerdict,
} from './findings.ts'
import type { Finding } from './findings.ts'
import { Pin, readPages } from './list.ts'
import type { PostList, Read } from './list.ts'
import type { XTools } from './searchForPosts.ts'
import { queryFor } from './windows.ts'

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
  isSwept: v.boolean(),
})
export type Account = v.InferOutput<typeof Account>

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
  isSwept: false,
} as const satisfies Partial<Account>

type Parts = Pick<XTools, 'endpoints' | 'now' | 'xNow'> & {
  calls: XCalls
  judgesBan: boolean
  signal: AbortSignal
}

/** Throws when X does not tell of the account; what fails later becomes a reason. */
export async function readAccount(name: string, withPin: boolean, parts: Parts): Promise<Account> {
  const { endpoints, now } = parts
  const base: Account = { ...NOTHING, originals: [], time: now() }
  let looked
  try {
    looked = await lookUp(name, withPin, parts.calls)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    return { ...base, reason: 'limited', limit: { group: 'search', until: error.until } }
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    return { ...base, flags, reason: user.state === 'withheld' ? 'account_failed' : 'account' }
  }
  const account = { ...base, flags, pin, id: user.id, withheld: user.withheldIn }
  if (flags.protect || flags.no_tweet) return { ...account, reason: 'account' }
  if (!parts.judgesBan) return { ...account, reason: 'not_offered' }
  const cooldown = endpoints.search.cooldown()
  if (cooldown?.reason === 'limited') {
    return { ...account, reason: 'limited', limit: { group: 'search', until: cooldown.until } }
  }
  if (cooldown) return { ...account, reason: cooldown.reason === 'down' ? 'search_failed' : 'operator' }
  const span = dueSpan(parts.xNow())
  const readPage = (page: Page) => parts.calls.timeline(user.id, span, page)
  const read = await readPages(readPage, VERDICT_POSTS, parts.signal)
  if (read.posts) {
    const { posts, isWhole } = read
    const dated = posts.every((post) => madeAt(post.id) !== null)
    return { ...account, span, originals: originalsIn(read, span), isWhole: isWhole && dated }
  }
  const { reason, reset, isClosed } = read
  const limit = reset === undefined ? null : ({ group: 'timeline', until: reset } as const)
  return { ...account, reason, limit, flags: isClosed ? { ...flags, protect: null } : flags }
}

/** For an account whose newest originals were made too close together to accuse it. */
export async function readOlder(before: Account, { calls, signal }: Parts): Promise<Account> {
  const account = { ...before, isExtended: true }
  const { id, span, originals } = account
  const to = Math.max(...originals.map((post) => madeAt(post.id) ?? 0)) - SPREAD_MS
  if (id === null || !span || to <= span.from) return account
  const older = { from: span.from, to }
  const read = await readPages((page) => calls.timeline(id, older, page), VERDICT_POSTS, signal)
  if (!read.posts) return account
  const known = new Set(originals.map((post) => post.id))
  const more = originalsIn(read, older).filter((post) => !known.has(post.id))
  return { ...account, originals: [...originals, ...more] }
}

/** Before an account is accused, search is asked for any original of the span, which is free where it has none. */
export async function sweep(account: Account, name: string, { calls, signal, now }: Parts): Promise<Account> {
  const { id, span, originals } = account
  if (id === null || !span) return account
  const query = queryFor({ name, userId: id, listing: { isOriginals: true } })
  const { reply, told } = await calls.sweep(query, span).catch((error: unknown) => {
    signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    return NO_ANSWER
  })
  const answer = reply && readSearch(reply)
  // An empty page with more to come says nothing of the posts.
  if (!answer || (answer.posts.length === 0 && !answer.whole)) return account
  const shown = originalsIn({ posts: answer.posts, told }, span)
  const [hits, known] = [new Set(shown.flatMap(knownIds)), new Set(originals.flatMap(knownIds))]
  // One that was missed a moment ago is no miss: search contradicts itself.
  const again = originals.filter((post) => knownIds(post).some((id) => hits.has(id)))
  const fresh = shown.filter((post) => !knownIds(post).some((id) => known.has(id)))
  const all = new Map(originals.map((post) => [post.id, post]))
  for (const post of [...again, ...fresh]) all.set(post.id, { ...post, hit: now() })
  return { ...account, isSwept: true, originals: [...all.values()] }
}
const NO_ANSWER = { reply: null, told: NOTHING_TOLD } as const

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

function originalsIn({ posts, told }: Omit<Read, 'isWhole'>, { from, to }: Span): Original[] {
  const due = posts.flatMap((post): Original[] => {
    const versions = factsOf(post)?.versions ?? [post.id]
    const made = madeAt(versions.at(-1) ?? post.id) ?? Number.NaN
    const facts = factsOf(post, versions)
    const isOther = isRepost(post) || facts?.unfit === 'reply'
    const quoted = quotedIn(post) ?? (told.references ? null : undefined)
    return made >= from && made <= to && !isOther
      ? [{ id: post.id, facts: told.facts ? facts : null, quoted }]
      : []
  })
  return [...new Map(due.map((post) => [post.id, post])).values()]
}

const OPEN = { rate_limit: false }
const limitedUntil = (reset: number | undefined) => (reset === undefined ? OPEN : { rate_limit: true, reset })

export function answerOf(
  account: Account,
  findings: ReadonlyMap<string, Finding>,
  name: string,
  list: PostList | null,
  searchReset: number | undefined,
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

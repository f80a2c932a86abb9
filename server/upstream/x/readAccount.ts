import * as v from 'valibot'
import type { ItemEvidence, UnjudgedReason } from '../../../contract/evidence.ts'
import { postDate } from '../../../contract/postDate.ts'
import { AccountCheck } from '../../../contract/wire.ts'
import { outcomeOf } from './outcomeOf.ts'
import { readSearch, readTimeline } from './readPosts.ts'
import { readUser } from './readUser.ts'
import type { User } from './readUser.ts'
import { dueIds, dueSpan, searchVerdict } from './searchVerdict.ts'
import type { XCalls, XEndpoints } from './xCalls.ts'
import { RateLimited } from './xErrors.ts'
import type { XNames } from './xNames.ts'
import { Id } from './xSchemas.ts'

/** What is known of an account, and what its list of posts needs. `pin` is null where it was not asked for. */
export const Account = v.object({
  check: v.omit(AccountCheck, ['tweets']),
  id: v.nullable(Id),
  pin: v.nullable(v.object({ id: v.nullable(Id), told: v.boolean() })),
  /** Whether nothing failed on the way. */
  whole: v.boolean(),
})
export type Account = v.InferOutput<typeof Account>
export type Pin = NonNullable<Account['pin']>
type Flags = Pick<AccountCheck, 'suspend' | 'not_found' | 'protect' | 'no_tweet'>

const UNKNOWN: Flags = { suspend: null, not_found: null, protect: null, no_tweet: null }
const OPEN = { rate_limit: false }
const limitedUntil = (reset: number) => ({ rate_limit: true, reset })

export type AccountParts = {
  calls: XCalls
  endpoints: XEndpoints
  names: XNames
  now: () => number
  signal: AbortSignal
}

/** What the official API honestly shows of an account. What the lookup cannot say at all is thrown; what fails after it is told as a reason. */
export async function readAccount(name: string, withPin: boolean, parts: AccountParts): Promise<Account> {
  const { now } = parts
  let looked
  try {
    looked = await lookUp(name, withPin, parts)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    const groups = { userSearchGroup: limitedUntil(error.until), userTimelineGroup: OPEN }
    return accountOf(UNKNOWN, unjudged('limited', now()), now(), groups, false)
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here')
    return accountOf(flags, unjudged(user.state === 'withheld' ? 'account_failed' : 'account', now()), now())
  const known = { id: user.id, pin }
  if (flags.protect || flags.no_tweet) {
    return { ...accountOf(flags, unjudged('account', now()), now()), ...known }
  }
  return { ...(await readSearchBan(name, user.id, flags, parts)), ...known }
}

/** Asks for the account, with its pin if wanted. */
export async function lookUp(name: string, withPin: boolean, { calls, names }: AccountParts) {
  const { reply, used } = await calls.user(name, withPin)
  const user = readUser(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const told = used !== 'neither' && names.answered('pin', id !== null)
  return { user, pin: withPin ? { id, told } : null }
}

function flagsOf(user: User): Flags {
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

/** Looks for the account's own posts of the last days in X's search. Posts are not paid for while search cannot be asked. */
async function readSearchBan(
  name: string,
  id: string,
  flags: Flags,
  { calls, endpoints, now, signal }: AccountParts,
): Promise<Account> {
  const span = dueSpan(now())
  const without = (reason: UnjudgedReason, more: object = {}, groups?: Groups) =>
    accountOf(flags, { ...unjudged(reason, now()), ...more }, now(), groups, reason === 'no_posts')

  const rest = endpoints.search.resting()
  if (rest?.reason === 'limited') return without('limited', {}, searchLimited(rest.until))
  if (rest) return without('operator')

  const own = await outcomeOf(calls.timeline(id, span), 'posts_failed', signal)
  if (!own.reply) return without(own.reason, {}, own.reset ? timelineLimited(own.reset) : undefined)
  const timeline = readTimeline(own.reply)
  if (timeline === 'closed') {
    return accountOf({ ...flags, protect: null }, unjudged('posts_failed', now()), now(), undefined, false)
  }
  if (!timeline) return without('posts_failed')
  const due = dueIds(timeline.posts, span)
  if (due.length === 0) {
    const none = timeline.whole && timeline.posts.every(({ id }) => postDate(id) !== null)
    return without(none ? 'no_posts' : 'inconclusive', { ...span, looked: 0, found: 0 })
  }

  const asked = await outcomeOf(calls.search(name, due), 'search_failed', signal)
  const counts = { ...span, looked: due.length }
  if (!asked.reply) return without(asked.reason, counts, asked.reset ? searchLimited(asked.reset) : undefined)
  const found = readSearch(asked.reply)
  if (!found) return without('search_failed', counts)
  const { ban, ...evidence } = searchVerdict(due, found, timeline.whole)
  const item: ItemEvidence = { method: 'recent_search', ...evidence, ...span, time: now() }
  const account = accountOf(flags, item, now())
  return { ...account, check: { ...account.check, search_ban: ban } }
}

type Groups = AccountCheck['api_status']
const searchLimited = (reset: number): Groups => ({
  userSearchGroup: limitedUntil(reset),
  userTimelineGroup: OPEN,
})
const timelineLimited = (reset: number): Groups => ({
  userSearchGroup: OPEN,
  userTimelineGroup: limitedUntil(reset),
})

const unjudged = (reason: UnjudgedReason, time: number): ItemEvidence => ({ method: null, reason, time })

/** The answer around what was found. No endpoint of X shows the other three bans. */
function accountOf(
  flags: Flags,
  search: ItemEvidence,
  time: number,
  groups: Groups = { userSearchGroup: OPEN, userTimelineGroup: OPEN },
  whole = true,
): Account {
  const other = unjudged('no_method', time)
  const items = {
    search_suggestion_ban: other,
    search_ban: search,
    ghost_ban: other,
    reply_deboosting: other,
  }
  return {
    check: {
      ...flags,
      search_suggestion_ban: null,
      search_ban: null,
      ghost_ban: null,
      reply_deboosting: null,
      api_status: groups,
      evidence: { time, items },
    },
    id: null,
    pin: null,
    whole,
  }
}

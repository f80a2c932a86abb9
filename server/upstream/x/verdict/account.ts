import * as v from 'valibot'
import type { ItemEvidence, UnjudgedReason } from '../../../../contract/evidence.ts'
import { AccountCheck } from '../../../../contract/wire.ts'
import type { XCalls, XNames } from '../client/calls.ts'
import { RateLimited, replyOrReason } from '../client/replies.ts'
import type { Reply } from '../client/replies.ts'
import { Id, readTimeline, readUser } from '../schemas.ts'
import type { Posts, User } from '../schemas.ts'

/** What is known of an account, and what its list of posts needs. `pin` is null where it was not asked for. */
export const Account = v.object({
  check: v.omit(AccountCheck, ['tweets']),
  id: v.nullable(Id),
  pin: v.nullable(v.object({ id: v.nullable(Id), told: v.boolean() })),
  /** The account's own posts that search did not find. */
  missed: v.array(Id),
  /** Whether nothing failed on the way. */
  whole: v.boolean(),
})
export type Account = v.InferOutput<typeof Account>
export type Pin = NonNullable<Account['pin']>
export type Flags = Pick<AccountCheck, 'suspend' | 'not_found' | 'protect' | 'no_tweet'>
type Groups = AccountCheck['api_status']

export const UNKNOWN: Flags = { suspend: null, not_found: null, protect: null, no_tweet: null }

const OPEN = { rate_limit: false }
const limitedUntil = (reset: number) => ({ rate_limit: true, reset })
/** Which of X's limits holds, and until when. */
export const GROUPS = {
  open: { userSearchGroup: OPEN, userTimelineGroup: OPEN },
  search: (reset: number): Groups => ({ userSearchGroup: limitedUntil(reset), userTimelineGroup: OPEN }),
  timeline: (reset: number): Groups => ({ userSearchGroup: OPEN, userTimelineGroup: limitedUntil(reset) }),
}

/** The evidence of an item that was not judged. */
export const unjudged = (reason: UnjudgedReason, time: number): ItemEvidence => ({
  method: null,
  reason,
  time,
})

export type AccountFacts = {
  flags: Flags
  /** The search ban, and what it rests on. */
  ban?: boolean | null
  search: ItemEvidence
  time: number
  groups?: Groups
  missed?: string[]
  whole?: boolean
}

/** The account check that these facts make. No endpoint of X shows the other three bans, so they are null. */
export function accountOf({
  flags,
  ban = null,
  search,
  time,
  groups = GROUPS.open,
  missed = [],
  whole = true,
}: AccountFacts): Account {
  const other = unjudged('no_method', time)
  return {
    check: {
      ...flags,
      search_suggestion_ban: null,
      search_ban: ban,
      ghost_ban: null,
      reply_deboosting: null,
      api_status: groups,
      evidence: {
        time,
        items: {
          search_suggestion_ban: other,
          search_ban: search,
          ghost_ban: other,
          reply_deboosting: other,
        },
      },
    },
    id: null,
    pin: null,
    missed,
    whole,
  }
}

type Parts = { calls: XCalls; names: XNames; now: () => number }

/**
 * Looks an account up and judges it by `judge` where there is something to judge. Throws when X does not tell of the account; what fails
 * later becomes a reason in the evidence.
 */
export async function readAccount(
  name: string,
  withPin: boolean,
  parts: Parts,
  judge: (id: string, flags: Flags) => Promise<Account>,
): Promise<Account> {
  const time = parts.now()
  let looked
  try {
    looked = await lookUp(name, withPin, parts)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    const groups = GROUPS.search(error.until)
    return accountOf({ flags: UNKNOWN, search: unjudged('limited', time), time, groups, whole: false })
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    const reason = user.state === 'withheld' ? 'account_failed' : 'account'
    return accountOf({ flags, search: unjudged(reason, time), time })
  }
  const account =
    flags.protect || flags.no_tweet
      ? accountOf({ flags, search: unjudged('account', time), time })
      : await judge(user.id, flags)
  return { ...withCountries(account, user.withheldIn), id: user.id, pin }
}

/** Asks for the account's pinned post alone; told or not. */
export const lookUpPin = async (name: string, parts: Parts): Promise<Pin | null> =>
  (await lookUp(name, true, parts)).pin

async function lookUp(name: string, withPin: boolean, { calls, names }: Parts) {
  const { reply, used } = await calls.user(name, withPin)
  const user = readUser(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const named = used !== 'neither'
  if (named && id !== null) names.noteAnswered('pin')
  const told = named && names.hasAnswered('pin')
  return { user, pin: withPin ? { id, told } : null }
}

function withCountries(account: Account, withheld: string[] | null): Account {
  const { evidence } = account.check
  if (!withheld || !evidence) return account
  return { ...account, check: { ...account.check, evidence: { ...evidence, withheld } } }
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

/** Empty pages that are followed by asking for the next one. */
const FOLLOWED_MOST = 2

/** A timeline's posts, or why there are none. `isClosed`: X says that it may not be read. `reset` is when a rate limit ends. */
export type Pages =
  | { timeline: Posts }
  | { timeline: null; reason: UnjudgedReason; reset?: number; isClosed?: boolean }

/** Reads a timeline's first page with posts. X gives empty ones where it left out all that they would hold. */
export async function readPages(
  ask: (page: { token?: string }) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Pages> {
  let page: { token?: string } = {}
  for (let followed = 0; ; followed++) {
    const { reply, ...failure } = await replyOrReason(ask(page), 'posts_failed', signal)
    if (!reply) return { timeline: null, reason: 'posts_failed', ...failure }
    const timeline = readTimeline(reply)
    if (!timeline) return { timeline: null, reason: 'posts_failed' }
    if (timeline === 'closed') return { timeline: null, reason: 'posts_failed', isClosed: true }
    const { next } = timeline
    if (timeline.posts.length > 0 || next === undefined || followed === FOLLOWED_MOST) return { timeline }
    page = { token: next }
  }
}

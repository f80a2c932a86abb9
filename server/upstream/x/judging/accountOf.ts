import * as v from 'valibot'
import type { ItemEvidence, UnjudgedReason } from '../../../../contract/evidence.ts'
import { AccountCheck } from '../../../../contract/wire.ts'
import { Id } from '../reading/xSchemas.ts'

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

import type { ItemEvidence, UnjudgedReason } from '../../../contract/evidence.ts'
import { snowflakeDate } from '../../../contract/snowflakeDate.ts'
import type { Account, AccountFacts, Flags } from './accountOf.ts'
import { accountOf, GROUPS, unjudged } from './accountOf.ts'
import { replyOrReason } from './replyOrReason.ts'
import { readSearch, readTimeline } from './readPosts.ts'
import { dueIds, dueSpan, searchVerdict } from './searchVerdict.ts'
import type { AccountParts } from './xCalls.ts'

/** Looks for the account's own posts of the last days in X's search. A failure on the way becomes a reason in the evidence. */
export async function readSearchBan(
  name: string,
  id: string,
  flags: Flags,
  { calls, endpoints, now, signal }: AccountParts,
): Promise<Account> {
  const span = dueSpan(now())
  const without = (
    reason: UnjudgedReason,
    counts: Partial<ItemEvidence> = {},
    more: Partial<AccountFacts> = {},
  ) =>
    accountOf({
      flags,
      search: { ...unjudged(reason, now()), ...counts },
      time: now(),
      whole: false,
      ...more,
    })

  // Posts are not paid for while search cannot be asked.
  const cooldown = endpoints.search.cooldown()
  if (cooldown?.reason === 'limited') return without('limited', {}, { groups: GROUPS.search(cooldown.until) })
  if (cooldown) return without('operator')

  const own = await replyOrReason(calls.timeline(id, span), 'posts_failed', signal)
  if (!own.reply) return without(own.reason, {}, own.reset ? { groups: GROUPS.timeline(own.reset) } : {})
  const timeline = readTimeline(own.reply)
  if (timeline === 'closed') return without('posts_failed', {}, { flags: { ...flags, protect: null } })
  if (!timeline) return without('posts_failed')
  const due = dueIds(timeline.posts, span)
  if (due.length === 0) {
    const none = timeline.whole && timeline.posts.every((post) => snowflakeDate(post.id) !== null)
    return without(none ? 'no_posts' : 'inconclusive', { ...span, looked: 0, found: 0 }, { whole: none })
  }

  const asked = await replyOrReason(calls.search(name, due), 'search_failed', signal)
  const counts = { ...span, looked: due.length }
  if (!asked.reply)
    return without(asked.reason, counts, asked.reset ? { groups: GROUPS.search(asked.reset) } : {})
  const found = readSearch(asked.reply)
  if (!found) return without('search_failed', counts)
  const { ban, ...evidence } = searchVerdict(due, found, timeline.whole)
  const search = { method: 'recent_search', ...evidence, ...span, time: now() } as const
  return accountOf({ flags, ban, search, time: now() })
}

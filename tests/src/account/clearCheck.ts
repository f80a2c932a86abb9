import type { AccountCheck } from '../../../contract/wire.ts'

/** The check of an open account with posts, all four bans judged and none found, without posts or evidence. */
export const clearCheck: AccountCheck = {
  suspend: false,
  not_found: false,
  protect: false,
  no_tweet: false,
  search_suggestion_ban: false,
  search_ban: false,
  ghost_ban: false,
  reply_deboosting: false,
  api_status: { userSearchGroup: { rate_limit: false }, userTimelineGroup: { rate_limit: false } },
}

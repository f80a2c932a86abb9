import type { Ban } from '../../contract/bans.ts'

/** What the four bans are called. */
export const banNames = {
  search_suggestion_ban: 'Search Suggestion Ban',
  search_ban: 'Search Ban',
  ghost_ban: 'Ghost Ban',
  reply_deboosting: 'Reply Deboosting',
} as const satisfies Record<Ban, string>

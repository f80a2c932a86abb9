import type { Ban } from '../../../contract/bans.ts'
import { xHelp } from '../../text/xHelp.ts'

/** X's page on which each ban can be seen, for one account. Screen names need no escaping in URLs. */
export const SIGHT_LINKS = {
  search_suggestion_ban: (name) => `https://x.com/search?q=${name}&f=user`,
  search_ban: (name) => `https://x.com/search?q=from%3A${name}&f=live`,
  ghost_ban: (name) => `https://x.com/${name}/with_replies`,
  reply_deboosting: (name) => `https://x.com/${name}/with_replies`,
} as const satisfies Record<Ban, (name: string) => string>

/** X's own pages on what it keeps out of search, and on what else it shows to fewer people. */
export const RULES = { search: xHelp.search, replies: xHelp.reach } as const

/** Which of these pages is about a ban. */
export const RULES_OF = {
  search_suggestion_ban: 'search',
  search_ban: 'search',
  ghost_ban: 'replies',
  reply_deboosting: 'replies',
} as const satisfies Record<Ban, keyof typeof RULES>

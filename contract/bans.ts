/** The four bans, in the order they are shown; the names are the wire's. */
export const BANS = ['search_suggestion_ban', 'search_ban', 'ghost_ban', 'reply_deboosting'] as const
export type Ban = (typeof BANS)[number]

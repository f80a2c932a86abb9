/** `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type SearchEndpoint = Extract<XEndpoint, 'search' | 'search_all'>

export type XSource = XEndpoint | 'oembed'

/** Unix milliseconds. */
export type TimeSpan = { from: number; to: number }

/** Posts of the timeline that a verdict looks for: the fewest X gives. */
export const VERDICT_POST_COUNT = 5
export const LIST_POST_COUNT = 20
/** Highest cost of looking up one post, in prices of posts: X's current names include its author, who costs two, and the post that it replies to. */
export const LOOKUP_COST_POSTS = 4
export const SEARCH_RESULTS_MIN = 10
const SEARCH_MAX = 100

export const clampSearchResults = (most: number) => Math.min(Math.max(most, SEARCH_RESULTS_MIN), SEARCH_MAX)

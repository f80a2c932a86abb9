/** Endpoints of X's API; X counts each on its own. `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type SearchEndpoint = Extract<XEndpoint, 'search' | 'search_all'>

/** Where X's answers come from: the endpoints of its API, and its public oEmbed. */
export const X_SOURCES = [...X_ENDPOINTS, 'oembed'] as const
export type XSource = (typeof X_SOURCES)[number]

/** Times in Unix milliseconds, which X reads in seconds. */
export type Span = { from: number; to: number }

/** Posts of the timeline that a verdict looks for, the fewest X gives … */
export const VERDICT_POSTS = 5
/** … and posts of the list. */
export const LIST_POSTS = 20
/** Results that X gives to one search at least, and at most on every endpoint. */
export const SEARCH_LEAST = 10
const SEARCH_MOST = 100

/** Results that are asked for where so many posts may come back. */
export const resultsFor = (most: number) => Math.min(Math.max(most, SEARCH_LEAST), SEARCH_MOST)

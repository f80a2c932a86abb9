/** Endpoints of X's API; X counts each on its own. `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
/** Calls that X grants an app in a quarter of an hour. */
export const X_QUOTAS = {
  user: 300,
  timeline: 10_000,
  search: 450,
  search_all: 300,
  posts: 3500,
} as const satisfies Record<XEndpoint, number>
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
/** What one looked-up post costs at most, in prices of posts: the newer names bring along its author, who costs two, and what it answers. */
export const LOOKUP_POSTS = 4
/** Results that X gives to one search at least, and at most on every endpoint. */
export const SEARCH_MIN = 10
const SEARCH_MAX = 100

/** Results that are asked for where so many posts may come back. */
export const resultsFor = (most: number) => Math.min(Math.max(most, SEARCH_MIN), SEARCH_MAX)

/** Endpoints of X's API; X counts each on its own. `search_all` reaches back to the first post, `search` seven days. */
export const X_ENDPOINTS = ['user', 'timeline', 'search', 'search_all', 'posts'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type SearchEndpoint = Extract<XEndpoint, 'search' | 'search_all'>

/** Where X's answers come from: the endpoints of its API, and its public oEmbed. */
export const X_SOURCES = [...X_ENDPOINTS, 'oembed'] as const
export type XSource = (typeof X_SOURCES)[number]

/** Times in Unix milliseconds, which X reads in seconds. */
export type Span = { from: number; to: number }

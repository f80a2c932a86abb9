/** Posts of the timeline that a verdict looks for, the fewest X gives … */
export const VERDICT_POSTS = 5
/** … and posts of the list. */
export const LIST_POSTS = 20
/** Results that X gives to one search at least, and at most on every endpoint. */
export const SEARCH_LEAST = 10
const SEARCH_MOST = 100

/** Results that are asked for where so many posts may come back. */
export const resultsFor = (most: number) => Math.min(Math.max(most, SEARCH_LEAST), SEARCH_MOST)

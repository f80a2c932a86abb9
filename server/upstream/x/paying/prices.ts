import * as v from 'valibot'

/** Millionths of a dollar in a dollar: sums of money are whole numbers everywhere. */
export const MICROS_PER_DOLLAR = 1_000_000

/**
 * What X charges for each resource that it returns, in millionths of a dollar, as its price list said on 2026-08-07. Calls that fail
 * are free. X charges most resources once in a UTC day, but promises that only softly: every returned resource is counted here.
 */
export const PRICES = { user: 10_000, post: 5_000 } as const

/** X does not say whether posts in `includes` are charged: they are counted. */
const Returned = v.object({
  data: v.optional(v.unknown()),
  includes: v.fallback(
    v.object({
      tweets: v.fallback(v.array(v.unknown()), []),
      posts: v.fallback(v.array(v.unknown()), []),
      users: v.fallback(v.array(v.unknown()), []),
    }),
    { tweets: [], posts: [], users: [] },
  ),
})

/** What an answer of X with status 200 costs. */
export function microsOf(json: unknown, kind: keyof typeof PRICES): number {
  const { data, includes } = v.parse(v.fallback(Returned, NOTHING), json)
  const returned = Array.isArray(data) ? data.length : data === undefined || data === null ? 0 : 1
  const posts = includes.tweets.length + includes.posts.length
  return returned * PRICES[kind] + posts * PRICES.post + includes.users.length * PRICES.user
}
const NOTHING = { data: undefined, includes: { tweets: [], posts: [], users: [] } }

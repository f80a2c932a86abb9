import type { Ask } from './askX.ts'
import type { Pay } from './budget.ts'
import type { Reply } from './fetchBounded.ts'
import { PRICES } from './prices.ts'
import type { Span } from './searchVerdict.ts'
import type { Generation, Variants, XNames } from './xNames.ts'

/** One way to ask per endpoint: X counts each on its own. */
export const X_ENDPOINTS = ['user', 'timeline', 'search'] as const
export type XEndpoint = (typeof X_ENDPOINTS)[number]
export type XEndpoints = Readonly<Record<XEndpoint, Ask>>

/** Posts of the timeline that a verdict looks for, the fewest X gives … */
const VERDICT_POSTS = 5
/** … results that search is asked for, the fewest X gives … */
const SEARCH_POSTS = 10
/** … and posts of the list. */
export const LIST_POSTS = 20

/** What the parts of a check can cost at worst, in millionths of a dollar. A list with reposts may bring as many posts that they repeat, or take a second question. */
export const WORST_MICROS = {
  verdict: PRICES.user + PRICES.post + (VERDICT_POSTS + SEARCH_POSTS) * PRICES.post,
  own: PRICES.user + PRICES.post + LIST_POSTS * PRICES.post,
  all: PRICES.user + PRICES.post + 3 * LIST_POSTS * PRICES.post,
} as const

/** The field costs nothing; the expansion, which the new names know alone, brings the pinned post along. */
const PIN: Variants = {
  before: { 'user.fields': 'pinned_tweet_id' },
  after: { expansions: 'pinned_post_id' },
}
const REFERENCES: Variants = {
  before: { 'tweet.fields': 'referenced_tweets' },
  after: { expansions: 'referenced_posts' },
}
/** Without reposts, references only tell quotes apart: not worth the posts that the new expansion brings along. */
const CHEAP_REFERENCES: Variants = { ...REFERENCES, after: {} }

type XCalls = ReturnType<typeof xCalls>
/** What one account check works with. */
export type AccountParts = {
  calls: XCalls
  endpoints: XEndpoints
  names: XNames
  now: () => number
  signal: AbortSignal
}

/** The calls of one account check, each paid from its budget. Everything but the named variants is valid in both generations of X's names. */
export function xCalls(endpoints: XEndpoints, base: string, names: XNames, pay: Pay, signal: AbortSignal) {
  const paid =
    (endpoint: XEndpoint, worstPosts: number) =>
    (url: URL): Promise<Reply> =>
      pay({
        endpoint,
        kind: endpoint === 'user' ? 'user' : 'post',
        worstMicros: worstPosts * PRICES.post + (endpoint === 'user' ? PRICES.user : 0),
        call: (meter) => endpoints[endpoint](url, signal, meter),
      })

  return {
    user(name: string, withPin: boolean): Promise<{ reply: Reply; used: Generation }> {
      const url = withQuery(`/2/users/by/username/${name}`, base, {
        'user.fields': 'protected,public_metrics',
      })
      const send = paid('user', withPin ? 1 : 0)
      return withPin ? names.ask(url, PIN, send) : send(url).then((reply) => ({ reply, used: 'neither' }))
    },
    /** The newest own posts of a span. */
    timeline(id: string, { from, to }: Span): Promise<Reply> {
      const query = { max_results: String(VERDICT_POSTS), exclude: 'retweets', ...spanOf(from, to) }
      return paid('timeline', VERDICT_POSTS)(withQuery(`/2/users/${id}/tweets`, base, query))
    },
    /** What search finds of an account between the oldest and the newest of these ids, reposts left out. */
    search(name: string, ids: string[]): Promise<Reply> {
      const inOrder = ids.map(BigInt).sort((a, b) => (a < b ? -1 : 1))
      const query = {
        query: `from:${name} -is:retweet`,
        max_results: String(SEARCH_POSTS),
        since_id: String((inOrder.at(0) ?? 1n) - 1n),
        until_id: String((inOrder.at(-1) ?? 0n) + 1n),
      }
      return paid('search', SEARCH_POSTS)(withQuery('/2/tweets/search/recent', base, query))
    },
    /** The newest posts, own ones alone or with reposts. */
    list(id: string, withReposts: boolean): Promise<{ reply: Reply; used: Generation }> {
      const query = { max_results: String(LIST_POSTS), ...(withReposts ? {} : { exclude: 'retweets' }) }
      const send = paid('timeline', LIST_POSTS * (withReposts ? 2 : 1))
      return names.ask(
        withQuery(`/2/users/${id}/tweets`, base, query),
        withReposts ? REFERENCES : CHEAP_REFERENCES,
        send,
      )
    },
  }
}

/** Times in seconds, as X's document has them. */
const spanOf = (from: number, to: number) => ({
  start_time: `${new Date(from).toISOString().slice(0, 19)}Z`,
  end_time: `${new Date(to).toISOString().slice(0, 19)}Z`,
})

function withQuery(path: string, base: string, query: Record<string, string>): URL {
  const url = new URL(path, base)
  url.search = new URLSearchParams(query).toString()
  return url
}

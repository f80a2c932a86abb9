import type { Caller } from '../../Caller.ts'
import type { Pay } from '../paying/budget.ts'
import { PRICES } from '../paying/prices.ts'
import type { XEndpoints } from './Ask.ts'
import type { SearchEndpoint, Span, XEndpoint } from './endpoints.ts'
import { LIST_POSTS, resultsFor, VERDICT_POSTS } from './pageSizes.ts'
import type { Reply } from './Reply.ts'
import type { NamedReply, Variants, XNames } from './xNames.ts'

/** The field costs nothing; the expansion, which the new names know alone, brings the pinned post along. */
const PIN: Variants = {
  before: { 'user.fields': 'pinned_tweet_id' },
  after: { expansions: 'pinned_post_id' },
}
const REFERENCES: Variants = {
  before: { 'tweet.fields': 'referenced_tweets' },
  after: { expansions: 'referenced_posts' },
}
/** Where references only tell quotes apart, they are not worth the posts that the new expansion brings along. */
const CHEAP_REFERENCES: Variants = { ...REFERENCES, after: {} }

/** What a search is asked: posts of an author within ids, ends included, or within times. */
export type Search = {
  endpoint: SearchEndpoint
  query: string
  within: { ids: { first: string; last: string } } | { times: Span }
  /** Posts that are expected to come back at most. */
  most: number
  /** Whether references are wanted, which tell what a post quotes, at the price of the posts that the new names bring along. */
  references: boolean
}

/** What an account's timeline is asked for beyond its first page. */
type Page = { token?: string }

export type XCalls = ReturnType<typeof xCalls>

/** The calls of one check, each paid from its budget. Everything but the named variants is valid in both generations of X's names. */
export function xCalls(endpoints: XEndpoints, base: string, names: XNames, pay: Pay, caller: Caller) {
  const paid =
    (endpoint: XEndpoint, worstPosts: number) =>
    (url: URL): Promise<Reply> =>
      pay({
        endpoint,
        kind: endpoint === 'user' ? 'user' : 'post',
        worstMicros: worstPosts * PRICES.post + (endpoint === 'user' ? PRICES.user : 0),
        call: (meter) => endpoints[endpoint](url, caller, meter),
      })

  return {
    user(name: string, withPin: boolean): Promise<NamedReply> {
      const url = withQuery(`/2/users/by/username/${name}`, base, {
        'user.fields': 'protected,public_metrics,withheld',
      })
      const send = paid('user', withPin ? 1 : 0)
      return withPin ? names.ask(url, PIN, send) : send(url).then((reply) => ({ reply, used: 'neither' }))
    },
    /** The newest original posts of a span. */
    timeline(id: string, span: Span, page: Page = {}): Promise<Reply> {
      const query = {
        max_results: String(VERDICT_POSTS),
        exclude: 'retweets,replies',
        ...timesOf(span),
        ...pageOf(page),
      }
      return paid('timeline', VERDICT_POSTS)(withQuery(`/2/users/${id}/tweets`, base, query))
    },
    search({ endpoint, query, within, most, references }: Search): Promise<NamedReply> {
      const isOne = 'ids' in within ? within.ids.first === within.ids.last : most === 1
      const results = resultsFor(most)
      const url = withQuery(`/2/tweets/${PATHS[endpoint]}`, base, {
        query,
        max_results: String(results),
        ...('ids' in within ? idsOf(within.ids) : timesOf(within.times)),
      })
      const returned = isOne ? 1 : results
      const send = paid(endpoint, returned * (references ? 2 : 1))
      return references
        ? names.ask(url, REFERENCES, send)
        : send(url).then((reply) => ({ reply, used: 'neither' }))
    },
    /** Posts by their ids, which tells their other versions. */
    posts(ids: readonly string[]): Promise<Reply> {
      return paid('posts', ids.length)(withQuery('/2/tweets', base, { ids: ids.join(',') }))
    },
    /** The newest posts, own ones alone or with reposts. */
    list(id: string, withReposts: boolean, page: Page = {}): Promise<NamedReply> {
      const query = {
        max_results: String(LIST_POSTS),
        ...(withReposts ? {} : { exclude: 'retweets' }),
        ...pageOf(page),
      }
      const send = paid('timeline', LIST_POSTS * (withReposts ? 2 : 1))
      return names.ask(
        withQuery(`/2/users/${id}/tweets`, base, query),
        withReposts ? REFERENCES : CHEAP_REFERENCES,
        send,
      )
    },
  }
}

const PATHS = { search: 'search/recent', search_all: 'search/all' } as const satisfies Record<
  SearchEndpoint,
  string
>

const pageOf = ({ token }: Page) => (token === undefined ? {} : { pagination_token: token })

/** X takes ids outside the window: those before its first and after its last. */
const idsOf = ({ first, last }: { first: string; last: string }) => ({
  since_id: String(BigInt(first) - 1n),
  until_id: String(BigInt(last) + 1n),
})

/** Times in seconds, as X's document has them. */
const timesOf = ({ from, to }: Span) => ({
  start_time: `${new Date(from).toISOString().slice(0, 19)}Z`,
  end_time: `${new Date(to).toISOString().slice(0, 19)}Z`,
})

function withQuery(path: string, base: string, query: Record<string, string>): URL {
  const url = new URL(path, base)
  url.search = new URLSearchParams(query).toString()
  return url
}

import { steadyClock } from '../../../http/steadyClock.ts'
import type { Caller } from '../../Upstream.ts'
import { PRICES } from '../budget.ts'
import type { Pay } from '../budget.ts'
import { fetchBounded } from './client.ts'
import type { XEndpoints } from './client.ts'
import { LIST_POSTS, LOOKUP_COST_POSTS, SEARCH_MIN, VERDICT_POSTS, resultsFor } from './endpoints.ts'
import type { SearchEndpoint, Span, XEndpoint } from './endpoints.ts'
import type { Reply } from './replies.ts'
import { API_FAULTS, operatorFaultOf } from './faults.ts'

/** No valid name: X checks the token before it refuses the name, and failed calls are free. */
const NOBODY = '-'
const TIMEOUT_MS = 5000
const BYTES_MAX = 64 * 1024

/** A free call, so that an operator learns of a wrong token when the server starts. */
export async function tryToken(apiBase: string, bearerToken: string) {
  const url = new URL(`/2/users/by/username/${NOBODY}`, apiBase)
  const headers = { Authorization: `Bearer ${bearerToken}` }
  const reply = await fetchBounded(url, headers, BYTES_MAX, AbortSignal.timeout(TIMEOUT_MS)).catch(() => null)
  if (!reply) return untaken('X did not answer, so whether it takes the token is not known.')
  const fault = operatorFaultOf(reply)
  if (fault) return untaken(API_FAULTS[fault])
  const isAnswer = reply.json !== undefined && [200, 400, 404].includes(reply.status)
  if (!isAnswer) return untaken(`X answered ${reply.status}, so whether it takes the token is not known.`)
  return { isTaken: true, said: 'X_BEARER_TOKEN was tried: X takes it.' }
}

const untaken = (why: string) => ({ isTaken: false, said: `X_BEARER_TOKEN was tried: ${why}` })

/** X renamed query parameters in 2026. `neither`: they are left out. */
type Generation = 'before' | 'after' | 'neither'
type Variants = Readonly<Record<Exclude<Generation, 'neither'>, Readonly<Record<string, string>>>>

export type NamedReply = { reply: Reply; used: Generation }

export type XNames = ReturnType<typeof createXNames>

type Send = (url: URL) => Promise<Reply>

const REMEMBER_MS = 60 * 60_000
const ALL: readonly Generation[] = ['before', 'after', 'neither']

/** Sends requests with the names that X accepts. A trial costs one refused call, which is free. */
export function createXNames(now: () => number) {
  const clock = steadyClock(now)
  /** A generation holds for all requests, `neither` for those with these variants: the constants below. */
  const known = new Map<Variants | 'all', { generation: Generation; until: number }>()
  let trial: Promise<NamedReply> | null = null
  const lately = (key: Variants | 'all') => {
    const last = known.get(key)
    return last && last.until > clock() ? last.generation : null
  }
  const accepted = (variants: Variants) => lately(variants) ?? lately('all')

  async function sendUntilAccepted(url: URL, variants: Variants, send: Send): Promise<NamedReply> {
    const first = accepted(variants)
    const order = first ? [first, ...ALL.filter((other) => other !== first)] : ALL
    for (const used of order) {
      const reply = await send(used === 'neither' ? url : withParameters(url, variants[used]))
      if (reply.status === 200 && used !== accepted(variants)) {
        known.set(used === 'neither' ? variants : 'all', { generation: used, until: clock() + REMEMBER_MS })
      }
      if (reply.status !== 400 || used === order.at(-1)) return { reply, used }
    }
    throw new Error('unreachable')
  }

  /** One request finds out what X accepts; others wait for it instead of being refused too. */
  return async (url: URL, variants: Variants, send: Send): Promise<NamedReply> => {
    while (!accepted(variants)) {
      if (!trial) {
        trial = sendUntilAccepted(url, variants, send)
        return await trial.finally(() => (trial = null))
      }
      await trial.catch(() => undefined)
    }
    return sendUntilAccepted(url, variants, send)
  }
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    const before = full.searchParams.get(name)
    full.searchParams.set(name, before ? `${before},${value}` : value)
  }
  return full
}

/** The field costs nothing; the expansion, which the new names know alone, brings the pinned post along. */
const PIN: Variants = {
  before: { 'user.fields': 'pinned_tweet_id' },
  after: { expansions: 'pinned_post_id' },
}
const REFERENCES: Variants = {
  before: { 'tweet.fields': 'referenced_tweets' },
  after: { expansions: 'referenced_posts' },
}
/** Their values tell whether a missing post is evidence. */
const FIELDS = 'community_id,possibly_sensitive,withheld'
const CHEAP: Variants = {
  before: { 'tweet.fields': `${FIELDS},referenced_tweets` },
  after: { 'post.fields': FIELDS },
}
/** The new expansion costs the price of the included posts. */
const WITH_REFERENCES: Variants = {
  before: CHEAP.before,
  after: { 'post.fields': FIELDS, expansions: 'referenced_posts' },
}
const WITH_AUTHOR: Variants = {
  before: { 'tweet.fields': `${FIELDS},referenced_tweets,author_id` },
  after: { 'post.fields': FIELDS, expansions: 'referenced_posts,author_id' },
}

/** `ids` are inclusive. */
export type Search = {
  endpoint: SearchEndpoint
  query: string
  within: { ids: { first: string; last: string } } | { times: Span }
  most: number
  /** Tell what a post quotes, at the price of the posts that the new names include. */
  references: boolean
}

export type Page = { pagination_token?: string }
export type XCalls = ReturnType<typeof xCalls>

export function xCalls(endpoints: XEndpoints, base: string, withNames: XNames, pay: Pay, caller: Caller) {
  /** One call with these query parameters; `variants` are those that X may know under either name. */
  function ask(
    endpoint: XEndpoint,
    path: string,
    query: Record<string, string>,
    variants: Variants | null,
    worstPosts: number,
  ): Promise<NamedReply> {
    const url = new URL(path, base)
    url.search = new URLSearchParams(query).toString()
    const send = (url: URL) =>
      pay({
        endpoint,
        kind: endpoint === 'user' ? 'user' : 'post',
        worstMicros: worstPosts * PRICES.post + (endpoint === 'user' ? PRICES.user : 0),
        call: (meter) => endpoints[endpoint](url, caller, meter),
      })
    return variants ? withNames(url, variants, send) : send(url).then((reply) => ({ reply, used: 'neither' }))
  }

  return {
    user(name: string, withPin: boolean): Promise<NamedReply> {
      const query = { 'user.fields': 'protected,public_metrics,withheld' }
      return ask('user', `/2/users/by/username/${name}`, query, withPin ? PIN : null, withPin ? 1 : 0)
    },
    timeline(id: string, span: Span, page: Page = {}): Promise<NamedReply> {
      const query = {
        max_results: String(VERDICT_POSTS),
        exclude: 'retweets,replies',
        ...timesOf(span),
        ...page,
      }
      return ask('timeline', `/2/users/${id}/tweets`, query, CHEAP, VERDICT_POSTS)
    },
    sweep(query: string, span: Span): Promise<NamedReply> {
      const given = { query, max_results: String(SEARCH_MIN), ...timesOf(span) }
      return ask('search', PATHS.search, given, CHEAP, SEARCH_MIN)
    },
    search({ endpoint, query, within, most, references }: Search): Promise<NamedReply> {
      const isOne = 'ids' in within ? within.ids.first === within.ids.last : most === 1
      const results = resultsFor(most)
      const span = 'ids' in within ? idsOf(within.ids) : timesOf(within.times)
      const given = { query, max_results: String(results), ...span }
      const worst = (isOne ? 1 : results) * (references ? 2 : 1)
      return ask(endpoint, PATHS[endpoint], given, references ? REFERENCES : null, worst)
    },
    posts(ids: readonly string[], withAuthor: boolean): Promise<NamedReply> {
      const variants = withAuthor ? WITH_AUTHOR : WITH_REFERENCES
      return ask('posts', '/2/tweets', { ids: ids.join(',') }, variants, ids.length * LOOKUP_COST_POSTS)
    },
    list(id: string, withReposts: boolean, page: Page = {}): Promise<NamedReply> {
      const query = {
        max_results: String(LIST_POSTS),
        ...(withReposts ? {} : { exclude: 'retweets' }),
        ...page,
      }
      const variants = withReposts ? WITH_REFERENCES : CHEAP
      return ask('timeline', `/2/users/${id}/tweets`, query, variants, LIST_POSTS * (withReposts ? 2 : 1))
    },
  }
}

const PATHS = {
  search: '/2/tweets/search/recent',
  search_all: '/2/tweets/search/all',
} as const satisfies Record<SearchEndpoint, string>

const idsOf = ({ first, last }: { first: string; last: string }) => ({
  since_id: String(BigInt(first) - 1n),
  until_id: String(BigInt(last) + 1n),
})

const timesOf = ({ from, to }: Span) => ({
  start_time: `${new Date(from).toISOString().slice(0, 19)}Z`,
  end_time: `${new Date(to).toISOString().slice(0, 19)}Z`,
})

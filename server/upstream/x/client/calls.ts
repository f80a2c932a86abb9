import type { Caller } from '../../Upstream.ts'
import { PRICES_MICROS } from '../budget.ts'
import type { PayForCall } from '../budget.ts'
import { fetchWithSizeLimit } from './client.ts'
import type { EndpointClients } from './client.ts'
import {
  LIST_POST_COUNT,
  LOOKUP_COST_POSTS,
  SEARCH_RESULTS_MIN,
  VERDICT_POST_COUNT,
  clampSearchResults,
} from './endpoints.ts'
import type { SearchEndpoint, TimeSpan, XEndpoint } from './endpoints.ts'
import { NO_FIELDS_TOLD } from './parameterNames.ts'
import type { SendWithParameterNames, ReplyWithToldFields, ParameterVariants } from './parameterNames.ts'
import { API_FAULT_SENTENCES, operatorFaultOf, xClockAheadMs } from './faults.ts'

/** No valid name: X checks the token before it refuses the name, and failed calls are free. */
const NOBODY = '-'
const TIMEOUT_MS = 5000
const BYTES_MAX = 64 * 1024

/** A free call, so that an operator learns of a wrong token when the server starts. `fault` is how X refuses it, if it does. `ahead` is what X's clock is ahead of ours, in milliseconds. */
export async function tryToken(apiBase: string, bearerToken: string) {
  const url = new URL(`/2/users/by/username/${NOBODY}`, apiBase)
  const headers = { Authorization: `Bearer ${bearerToken}` }
  const reply = await fetchWithSizeLimit(url, headers, BYTES_MAX, AbortSignal.timeout(TIMEOUT_MS)).catch(
    () => null,
  )
  if (!reply)
    return { ...untaken('X did not answer, so it is not known whether X accepts the token.'), ahead: null }
  const ahead = xClockAheadMs(reply.headers, Date.now())
  const fault = operatorFaultOf(reply)
  if (fault) return { ...untaken(API_FAULT_SENTENCES[fault]), fault, ahead }
  const isAnswer = reply.json !== undefined && [200, 400, 404].includes(reply.status)
  if (!isAnswer)
    return {
      ...untaken(`X answered ${reply.status}, so it is not known whether X accepts the token.`),
      ahead,
    }
  return { isTaken: true, fault: null, said: 'X_BEARER_TOKEN was tried: X accepts it.', ahead }
}

const untaken = (why: string) => ({
  isTaken: false,
  fault: null,
  said: `X_BEARER_TOKEN was tried: ${why}`,
})

/** The field costs nothing; the expansion, the only current name, includes the pinned post. */
const PIN: ParameterVariants = {
  legacy: { parameters: { 'user.fields': 'pinned_tweet_id' }, tells: { pin: true } },
  current: { parameters: { expansions: 'pinned_post_id' }, tells: { pin: true } },
}
/** Search shows a post that X withholds like any other. */
const WITHHELD: ParameterVariants = {
  legacy: { parameters: { 'tweet.fields': 'withheld' }, tells: {} },
  current: { parameters: { 'post.fields': 'withheld' }, tells: {} },
}
const WITHHELD_AND_REFERENCES: ParameterVariants = {
  legacy: { parameters: { 'tweet.fields': 'withheld,referenced_tweets' }, tells: { references: true } },
  current: {
    parameters: { 'post.fields': 'withheld', expansions: 'referenced_posts' },
    tells: { references: true },
  },
}
/** Their values tell whether a missing post is evidence. */
const FIELDS = 'community_id,possibly_sensitive,scopes,withheld'
/** With current parameter names X tells which posts a post refers to only at the price of those posts, so they are not requested here. */
const FREE_FACTS: ParameterVariants = {
  legacy: {
    parameters: { 'tweet.fields': `${FIELDS},referenced_tweets,author_id` },
    tells: { facts: true, references: true },
  },
  current: { parameters: { 'post.fields': FIELDS }, tells: { facts: true } },
}
const FACTS_AND_REFERENCES: ParameterVariants = {
  legacy: FREE_FACTS.legacy,
  current: {
    parameters: { 'post.fields': FIELDS, expansions: 'referenced_posts' },
    tells: { facts: true, references: true },
  },
}
/** Names the author as well, at the price of a user: with the older names X tells the author's number alone for nothing. */
const FACTS_AND_AUTHOR: ParameterVariants = {
  legacy: {
    parameters: { ...FREE_FACTS.legacy.parameters, expansions: 'author_id' },
    tells: FREE_FACTS.legacy.tells,
  },
  current: {
    parameters: { 'post.fields': FIELDS, expansions: 'referenced_posts,author_id' },
    tells: { facts: true, references: true },
  },
}

/** `ids` are inclusive. */
export type SearchRequest = {
  endpoint: SearchEndpoint
  query: string
  within: { ids: { first: string; last: string } } | { times: TimeSpan }
  most: number
  /** Tell what a post quotes, at the price of the posts that the new names include. */
  references: boolean
}

export type PageQuery = { pagination_token?: string }
export type XCalls = ReturnType<typeof createXCalls>

export function createXCalls(
  endpoints: EndpointClients,
  base: string,
  sendWithNames: SendWithParameterNames,
  pay: PayForCall,
  caller: Caller,
) {
  /** One call with these query parameters; `variants` are those whose names depend on X's generation. */
  function ask(
    endpoint: XEndpoint,
    path: string,
    query: Record<string, string>,
    variants: ParameterVariants | null,
    worstPosts: number,
  ): Promise<ReplyWithToldFields> {
    const url = new URL(path, base)
    url.search = new URLSearchParams(query).toString()
    const send = (url: URL) =>
      pay({
        endpoint,
        kind: endpoint === 'user' ? 'user' : 'post',
        worstMicros: worstPosts * PRICES_MICROS.post + (endpoint === 'user' ? PRICES_MICROS.user : 0),
        call: (meter) => endpoints[endpoint](url, caller, meter),
      })
    return variants
      ? sendWithNames(url, variants, send)
      : send(url).then((reply) => ({ reply, told: NO_FIELDS_TOLD }))
  }

  return {
    user(name: string, withPin: boolean): Promise<ReplyWithToldFields> {
      const query = { 'user.fields': 'protected,public_metrics,withheld,created_at' }
      return ask('user', `/2/users/by/username/${name}`, query, withPin ? PIN : null, withPin ? 1 : 0)
    },
    /** `span` is null for all posts. `isFiltered`: without reposts and replies. X may remove them after it has cut the page, so a page can be short. */
    timeline(
      id: string,
      span: TimeSpan | null,
      page: PageQuery = {},
      { size = VERDICT_POST_COUNT, isFiltered = true } = {},
    ): Promise<ReplyWithToldFields> {
      const query = {
        max_results: String(size),
        ...(isFiltered && { exclude: 'retweets,replies' }),
        ...(span && timesOf(span)),
        ...page,
      }
      return ask('timeline', `/2/users/${id}/tweets`, query, FREE_FACTS, size)
    },
    searchWholeSpan(query: string, span: TimeSpan): Promise<ReplyWithToldFields> {
      const given = { query, max_results: String(SEARCH_RESULTS_MIN), ...timesOf(span) }
      return ask('search', PATHS.search, given, FREE_FACTS, SEARCH_RESULTS_MIN)
    },
    search({ endpoint, query, within, most, references }: SearchRequest): Promise<ReplyWithToldFields> {
      const isOne = 'ids' in within ? within.ids.first === within.ids.last : most === 1
      const results = clampSearchResults(most)
      const span = 'ids' in within ? idsOf(within.ids) : timesOf(within.times)
      const given = { query, max_results: String(results), ...span }
      const worst = (isOne ? 1 : results) * (references ? 2 : 1)
      return ask(endpoint, PATHS[endpoint], given, references ? WITHHELD_AND_REFERENCES : WITHHELD, worst)
    },
    posts(ids: readonly string[]): Promise<ReplyWithToldFields> {
      return ask(
        'posts',
        '/2/tweets',
        { ids: ids.join(','), 'user.fields': 'withheld' },
        FACTS_AND_AUTHOR,
        ids.length * LOOKUP_COST_POSTS,
      )
    },
    list(
      id: string,
      withReposts: boolean,
      page: PageQuery = {},
      size = LIST_POST_COUNT,
    ): Promise<ReplyWithToldFields> {
      const query = {
        max_results: String(size),
        ...(withReposts ? {} : { exclude: 'retweets' }),
        ...page,
      }
      const variants = withReposts ? FACTS_AND_REFERENCES : FREE_FACTS
      return ask('timeline', `/2/users/${id}/tweets`, query, variants, size * (withReposts ? 2 : 1))
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

const timesOf = ({ from, to }: TimeSpan) => ({
  start_time: `${new Date(from).toISOString().slice(0, 19)}Z`,
  end_time: `${new Date(to).toISOString().slice(0, 19)}Z`,
})

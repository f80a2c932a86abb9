import type { Caller } from '../../Upstream.ts'
import { PRICES_MICROS } from '../budget.ts'
import type { PayForCall } from '../budget.ts'
import { FREE_POST_FIELD_NAMES } from '../replies.ts'
import type { HttpReply, SearchEndpoint, XEndpoint } from '../replies.ts'
import type { EndpointClients } from './client.ts'
import { HIT_FIELD_NAMES, LIST_POST_COUNT } from '../verdict/post.ts'
import type { PostAuthor } from '../verdict/post.ts'

/** Unix milliseconds. */
export type TimeSpan = { from: number; to: number }

/** Posts of the timeline that a verdict looks for: the fewest X gives. */
export const VERDICT_POST_COUNT = 5
/** Highest cost of looking up one post, in prices of posts: X's current names include its author, who costs two, and the post that it replies to. */
export const LOOKUP_COST_POSTS = 4
export const SEARCH_RESULTS_MIN = 10
const SEARCH_MAX = 100

export const clampSearchResults = (most: number) => Math.min(Math.max(most, SEARCH_RESULTS_MIN), SEARCH_MAX)

/** The field costs nothing; the expansion, the only current name, includes the pinned post. */
const PIN: ParameterVariants = {
  legacy: { parameters: { 'user.fields': 'pinned_tweet_id' }, tells: { pin: true } },
  current: { parameters: { expansions: 'pinned_post_id' }, tells: { pin: true } },
}
const HIT_FIELDS = HIT_FIELD_NAMES.join(',')
const OF_HIT: ParameterVariants = {
  legacy: { parameters: { 'tweet.fields': HIT_FIELDS }, tells: {} },
  current: { parameters: { 'post.fields': HIT_FIELDS }, tells: {} },
}
const OF_HIT_AND_REFERENCES: ParameterVariants = {
  legacy: {
    parameters: { 'tweet.fields': `${HIT_FIELDS},referenced_tweets` },
    tells: { references: true },
  },
  current: {
    parameters: { 'post.fields': HIT_FIELDS, expansions: 'referenced_posts' },
    tells: { references: true },
  },
}
/** Their values tell whether a missing post is evidence. */
const FIELDS = FREE_POST_FIELD_NAMES.join(',')
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
      return ask(endpoint, PATHS[endpoint], given, references ? OF_HIT_AND_REFERENCES : OF_HIT, worst)
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

/** X renamed query parameters in 2026, and may take the names from before (`legacy`) or from after (`current`). */
const GENERATIONS = ['legacy', 'current'] as const
type Generation = (typeof GENERATIONS)[number]

/** The fields that X was asked for under names that it accepts. If a member is false, an absent value means "unknown". */
export type ToldFields = {
  /** X was asked which post is pinned. */
  pin: boolean
  /** X was asked for the community of a post, whether it is sensitive and where it is withheld. If X sends none of them, there is none. */
  facts: boolean
  /** X was asked which posts a post replies to, repeats or quotes. */
  references: boolean
}
export const NO_FIELDS_TOLD: ToldFields = { pin: false, facts: false, references: false }

/** Parameters that have a name of their own in each generation, and what they make X tell. */
export type ParameterVariants = Readonly<
  Record<Generation, { parameters: Readonly<Record<string, string>>; tells: Partial<ToldFields> }>
>

export type ReplyWithToldFields = { reply: HttpReply; told: ToldFields }
type Send = (url: URL) => Promise<HttpReply>
export type SendWithParameterNames = (
  url: URL,
  variants: ParameterVariants,
  send: Send,
) => Promise<ReplyWithToldFields>

/** After this long, parameters that X refused in both generations are tried again. */
const REFUSED_NAMES_MS = 60 * 60_000

/**
 * Finds out which generation of names X takes: at the first call with these parameters, and again after a 400 that names one of them. Parameters that
 * X refuses in both are left out. A trial costs one refused call, which is free. `clock` is in milliseconds and only goes forward.
 */
export function createSendWithParameterNames(
  clock: () => number = () => performance.now(),
): SendWithParameterNames {
  let accepted: Generation | null = null
  const refusedUntil = new Map<ParameterVariants, number>()
  const answered = new Set<ParameterVariants>()
  let trial: Promise<ReplyWithToldFields> | null = null

  const isRefused = (variants: ParameterVariants) => (refusedUntil.get(variants) ?? -Infinity) > clock()

  async function sendUntilAccepted(
    url: URL,
    variants: ParameterVariants,
    send: Send,
  ): Promise<ReplyWithToldFields> {
    for (const generation of accepted
      ? [accepted, ...GENERATIONS.filter((one) => one !== accepted)]
      : GENERATIONS) {
      if (isRefused(variants)) break
      const { parameters, tells } = variants[generation]
      const reply = await send(withParameters(url, parameters))
      if (reply.status === 200) {
        accepted = generation
        answered.add(variants)
      }
      const mayBeNames = reply.status === 400 && (!answered.has(variants) || namesOne(reply, variants))
      if (!mayBeNames) return { reply, told: { ...NO_FIELDS_TOLD, ...tells } }
    }
    const reply = await send(url)
    // A 400 was about the names only if the same request is taken without them.
    if (reply.status === 200 && !isRefused(variants)) refusedUntil.set(variants, clock() + REFUSED_NAMES_MS)
    return { reply, told: NO_FIELDS_TOLD }
  }

  /** While one request finds out what X takes, the others wait for it instead of being refused too. */
  return async (url, variants, send) => {
    while (accepted === null && !isRefused(variants)) {
      if (!trial) {
        trial = sendUntilAccepted(url, variants, send)
        return await trial.finally(() => (trial = null))
      }
      await trial.catch(() => undefined)
    }
    return await sendUntilAccepted(url, variants, send)
  }
}

/** Whether X's words name a parameter of ours, or a value of one: its answers to invalid parameters do. */
function namesOne({ json }: HttpReply, variants: ParameterVariants): boolean {
  const said = JSON.stringify(json) ?? ''
  const parameters = GENERATIONS.flatMap((generation) => Object.entries(variants[generation].parameters))
  const words = parameters.flatMap(([name, value]) => `${name},${value}`.split(','))
  return words.some((word) => said.includes(word))
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    const given = full.searchParams.get(name)
    full.searchParams.set(name, given ? `${given},${value}` : value)
  }
  return full
}

/**
 * Posts are looked for by the author's name and number, since old posts may be indexed under a former name. Without filters: X's `-is:reply` also hides posts that
 * begin with @name and answer nothing.
 */
export function searchQueryFor({ name, userId }: PostAuthor): string {
  if (userId === null) return `from:${name}`
  return isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
}

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)

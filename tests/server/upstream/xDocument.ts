/**
 * What X's published document of its API allows for the calls of a check, made by hand: versions 2.166, with the names
 * from before the renaming, and 2.167, with those after it (2026-08-07).
 */
type Rule = (value: string) => boolean
type Call = { path: RegExp; parameters: Record<string, Rule> }

const between =
  (min: number, max: number): Rule =>
  (value) =>
    /^[0-9]+$/.test(value) && Number(value) >= min && Number(value) <= max
/** A list without repeats, of these words alone. */
const listOf =
  (...words: string[]): Rule =>
  (value) => {
    const given = value.split(',')
    return given.every((word) => words.includes(word)) && new Set(given).size === given.length
  }
const isId: Rule = (value) => /^[0-9]{1,19}$/.test(value)
const isTime: Rule = (value) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) && !Number.isNaN(Date.parse(value))
const isQuery: Rule = (value) => value.length >= 1 && value.length <= 4096

const USER_PATH = /^\/2\/users\/by\/username\/[A-Za-z0-9_]{1,15}$/
const TIMELINE_PATH = /^\/2\/users\/[0-9]{1,19}\/tweets$/
const SEARCH_PATH = /^\/2\/tweets\/search\/(?:recent|all)$/
const POSTS_PATH = /^\/2\/tweets$/
const isToken: Rule = (value) => value.length >= 1
/** Between 1 and 100 ids. */
const areIds: Rule = (value) => value.split(',').length <= 100 && value.split(',').every(isId)
const PAGE = { since_id: isId, until_id: isId, start_time: isTime, end_time: isTime }
const TIMELINE = {
  ...PAGE,
  max_results: between(5, 100),
  exclude: listOf('replies', 'retweets'),
  pagination_token: isToken,
}
const SEARCH = {
  ...PAGE,
  query: isQuery,
  pagination_token: isToken,
  max_results: between(10, 100),
  sort_order: listOf('recency', 'relevancy'),
}

/** Fields of a post that both generations know. */
const FIELDS = ['id', 'text', 'created_at', 'community_id', 'possibly_sensitive', 'withheld', 'scopes']
const TWEET_FIELDS = {
  'tweet.fields': listOf(...FIELDS, 'referenced_tweets', 'author_id', 'in_reply_to_user_id'),
}
const TWEET_EXPANSIONS = { expansions: listOf('referenced_tweets.id') }
const POST_FIELDS = { 'post.fields': listOf(...FIELDS), expansions: listOf('referenced_posts', 'author_id') }

/** Only the words that a check could have use for. */
/** The fields of a user that have one name in both generations. */
const USER_FIELDS = ['id', 'name', 'username', 'protected', 'public_metrics', 'withheld', 'created_at']
const GENERATIONS = {
  before: [
    {
      path: USER_PATH,
      parameters: {
        'user.fields': listOf(...USER_FIELDS, 'pinned_tweet_id'),
        expansions: listOf('pinned_tweet_id'),
        ...TWEET_FIELDS,
      },
    },
    { path: TIMELINE_PATH, parameters: { ...TIMELINE, ...TWEET_FIELDS, ...TWEET_EXPANSIONS } },
    { path: SEARCH_PATH, parameters: { ...SEARCH, ...TWEET_FIELDS, ...TWEET_EXPANSIONS } },
    {
      path: POSTS_PATH,
      parameters: {
        ids: areIds,
        ...TWEET_FIELDS,
        'user.fields': listOf(...USER_FIELDS),
        expansions: listOf('referenced_tweets.id', 'author_id'),
      },
    },
  ],
  after: [
    {
      path: USER_PATH,
      parameters: {
        'user.fields': listOf(...USER_FIELDS),
        expansions: listOf('pinned_post_id'),
        'post.fields': listOf('id', 'text', 'created_at'),
      },
    },
    { path: TIMELINE_PATH, parameters: { ...TIMELINE, ...POST_FIELDS } },
    { path: SEARCH_PATH, parameters: { ...SEARCH, ...POST_FIELDS } },
    {
      path: POSTS_PATH,
      parameters: {
        ids: areIds,
        ...POST_FIELDS,
        'user.fields': listOf(...USER_FIELDS),
        expansions: listOf('referenced_posts', 'author_id', 'edit_history_post_ids'),
      },
    },
  ],
} as const satisfies Record<string, Call[]>
export type GenerationName = keyof typeof GENERATIONS

/** Why a generation refuses a request; null where it accepts it. */
export function refusalOf(generation: GenerationName, pathAndQuery: string): string | null {
  const url = new URL(pathAndQuery, 'http://x')
  const call: Call | undefined = GENERATIONS[generation].find(({ path }) => path.test(url.pathname))
  if (!call) return `no such path: ${url.pathname}`
  for (const [name, value] of url.searchParams) {
    const rule = call.parameters[name]
    if (!rule) return `no such parameter: ${name}`
    if (!rule(value)) return `no such value: ${name}=${value}`
  }
  if (call.path === SEARCH_PATH && !url.searchParams.has('query')) return 'query is missing'
  return null
}

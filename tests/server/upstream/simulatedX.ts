import { PRICES_MICROS } from '../../../server/upstream/x/budget.ts'
import { htmlPage, json, notFound, oembedOf, problem, suspended } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { refusalOf } from './xDocument.ts'
import type { GenerationName } from './xDocument.ts'

/** What the public oEmbed says of a post. */
export const SHOWINGS = {
  shown: json({}),
  restricted: json({ error: 'Sorry, you are not authorized to see this status.' }, 403),
  gone: json({ error: 'Sorry, that page does not exist.' }, 404),
  firewall: htmlPage(403),
  missing: htmlPage(404),
  login: (_url, response) => void response.writeHead(302, { Location: 'https://x.com/i/flow/login' }).end(),
  payment: json({ error: 'Payment required' }, 402),
  legal: json({ error: 'Withheld' }, 451),
  empty: json({}, 403),
  gateway: json({ message: 'Forbidden' }, 403),
  page: htmlPage(200),
} satisfies Record<string, Answer>
type Showing = keyof typeof SHOWINGS

export type SimulatedPost = {
  id: string
  kind?: 'own' | 'repost' | 'quote' | 'reply'
  /** The post that it repeats, quotes or answers. */
  of?: string | undefined
  /** Whether search leaves it out. */
  hidden?: boolean
  community?: boolean
  sensitive?: boolean
  /** Whether search has it under the name that its author had before. */
  isUnderOldName?: boolean
  /** The ids that it had before it was edited. */
  earlier?: string[] | undefined
  showing?: Showing | undefined
  /** What its text holds. */
  html?: string
  /** The search, counted from the first, from which on the index has the post. */
  indexedFrom?: number
  /** It begins with the name of another account: X's `is:reply` matches it, though it answers no post. */
  isMention?: boolean | undefined
  /** It answers its own author: `exclude=replies` keeps it on the timeline. */
  isThread?: boolean
  /** The number of the account that X calls its author, where that is another one. */
  authorId?: string | undefined
  /** X has deleted it, which its oEmbed does not tell yet. */
  isDeleted?: boolean
  /** It is an advertisement, which X shows on no timeline of followers. */
  isPromoted?: boolean
  /** Countries in which X withholds it. */
  withheld?: string[] | undefined
  text?: string
  /** The name of its author that oEmbed still shows. */
  oembedAuthor?: string
  /** What X's lookup of several posts says of this one, instead of the post. */
  lookupError?: 'not authorized' | 'no answer' | undefined
}
export type SimulatedAccount = {
  posts: SimulatedPost[]
  pin?: string
  protected?: boolean
  /** Countries in which X withholds it, as it also says of each of its posts unless `isWithheldAlone`. */
  withheld?: string[] | undefined
  isWithheldAlone?: boolean
  created?: string
  /** Its number, if that is not its place in the list of accounts. */
  number?: string
  /** What X says of its timeline, although the lookup of the account shows it. */
  timelineError?: 'suspended' | 'not authorized'
  /** Pages without posts that come before the others on its timeline. */
  emptyPages?: number
  /** What X counts, where that is not the number of posts. */
  count?: number
  suspended?: boolean
  /** Nobody has its name any more, but oEmbed still shows its posts. */
  isGone?: boolean
}
/** What can be changed while X answers. */
type SimulatedState = {
  /** Search finds nothing for anybody. */
  isBlind?: boolean
  /** From this search on, it finds nothing for anybody. */
  blindFrom?: number
  /** Whether the next search answers as if it held nothing. */
  isBlank?: (url: URL) => boolean
  /** Whether X reports an error beside what it found. */
  hasErrors?: boolean
  /** Search does not have the posts of the last so many milliseconds, whoever made them. */
  lagMs?: number
  /** X cuts a page first and leaves out what `exclude` names afterwards, with or without a token for the next page. */
  cutsFirst?: boolean | 'with a token'
  /** X refuses this server the full archive. */
  refusesArchive?: boolean
  /** Called before each page of a timeline, with the number of pages before it. */
  beforePage?: (count: number) => void
  /** Called before each search, with the number of searches before it. */
  beforeSearch?: (count: number) => void
}
export type SimulatedX = {
  answer: Answer
  refused: string[]
  state: SimulatedState
  /** Every search that was answered: when, for what, and which posts it showed. */
  searched: { at: number; url: URL; ids: string[] }[]
  /** Millionths of a dollar for all that was returned; and for all that was returned for the first time, as X charges on one day. */
  cost: () => { returned: number; once: number }
}

/** All ids of a post, one for each edit, the newest last. */
export const versionsOf = ({ id, earlier = [] }: SimulatedPost) => [...earlier, id]
const dateOf = ({ id }: SimulatedPost) => Number(BigInt(id) >> 22n) + 1_288_834_974_657

function lookupErrorOf(id: string, error: SimulatedPost['lookupError']) {
  const about = { value: id, resource_id: id, resource_type: 'tweet' }
  const types = 'https://api.twitter.com/2/problems'
  if (error === 'no answer') return { ...about, title: 'Service Unavailable', status: 503 }
  return error === 'not authorized'
    ? { ...about, title: 'Authorization Error', type: `${types}/not-authorized-for-resource` }
    : { ...about, title: 'Not Found Error', type: `${types}/resource-not-found` }
}

/** An X of one generation that knows these accounts and is strict about names; a silent one ignores names that it does not know. */
export function simulatedX(
  accounts: Record<string, SimulatedAccount>,
  generation: GenerationName | 'silent',
  now: () => number = Date.now,
): SimulatedX {
  const refused: string[] = []
  const state: SimulatedState = {}
  const searched: SimulatedX['searched'] = []
  const seen = new Set<string>()
  let returned = 0
  let pages = 0
  let once = 0
  const charge = (kind: keyof typeof PRICES_MICROS, ids: string[]) => {
    returned += ids.length * PRICES_MICROS[kind]
    const fresh = ids.filter((id) => !seen.has(`${kind}${id}`))
    for (const id of fresh) seen.add(`${kind}${id}`)
    once += fresh.length * PRICES_MICROS[kind]
  }
  const after = generation === 'after'
  const names = Object.keys(accounts)
  const numberOf = (name: string) => accounts[name]?.number ?? String(names.indexOf(name) + 1)
  const nameOfNumber = (number: string) => names.find((name) => numberOf(name) === number)
  const all = () =>
    names.flatMap((author) => (accounts[author]?.posts ?? []).map((post) => Object.assign({ author }, post)))
  type Post = ReturnType<typeof all>[number]

  const TYPES = { repost: 'retweeted', quote: 'quoted', reply: 'replied_to', own: '' } as const
  function shownPost(post: Post, references: boolean, known: (word: string) => boolean) {
    const { kind = 'own', of } = post
    const { withheld: countries, isWithheldAlone } = accounts[post.author] ?? {}
    const withheld = post.withheld
      ? { country_codes: post.withheld, scope: 'tweet' }
      : countries && !isWithheldAlone && { country_codes: countries, scope: 'user' }
    const referenced = kind !== 'own' && references && of ? [{ type: TYPES[kind], id: of }] : undefined
    return {
      id: post.id,
      text: post.text ?? (kind === 'repost' ? 'RT @other: …' : '…'),
      [after ? 'edit_history_post_ids' : 'edit_history_tweet_ids']: versionsOf(post),
      ...(known('author_id') && { author_id: post.authorId ?? numberOf(post.author) }),
      ...(known('community_id') && post.community && { community_id: '77' }),
      ...(known('possibly_sensitive') && { possibly_sensitive: post.sensitive ?? false }),
      ...(known('scopes') && post.isPromoted && { scopes: { followers: false } }),
      ...(known('withheld') && withheld && { withheld }),
      ...(referenced && { [after ? 'referenced_posts' : 'referenced_tweets']: referenced }),
    }
  }

  const answer: Answer = (url, ...rest) => {
    rest[0].setHeader('Date', new Date(now()).toUTCString())
    if (url.pathname === '/oembed') return oembed(url, ...rest)
    const refusal = generation === 'silent' ? null : refusalOf(generation, url.pathname + url.search)
    if (refusal) {
      refused.push(refusal)
      return problem(400, 'invalid-request', { detail: refusal })(url, ...rest)
    }
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const known = (word: string) =>
      generation !== 'silent' && [...url.searchParams.values()].some((v) => v.split(',').includes(word))
    const references = known('referenced_tweets') || known('referenced_posts')

    const username = /^\/2\/users\/by\/username\/(\w+)$/.exec(url.pathname)?.[1]
    if (username !== undefined) return user(username)
    const timeline = /^\/2\/users\/(\d+)\/tweets$/.exec(url.pathname)?.[1]
    if (timeline) return page(nameOfNumber(timeline) ?? '')
    if (url.pathname === '/2/tweets') {
      const ids = asked('ids').split(',')
      const shown = all().filter(
        (post) => !post.isDeleted && !post.lookupError && versionsOf(post).some((id) => ids.includes(id)),
      )
      const errors = ids
        .filter((id) => !shown.some((post) => versionsOf(post).includes(id)))
        .map((id) => lookupErrorOf(id, all().find((post) => versionsOf(post).includes(id))?.lookupError))
      charge(
        'post',
        shown.map(({ id }) => id),
      )
      if (after && references) {
        charge(
          'post',
          shown.flatMap(({ of }) => of ?? []),
        )
      }
      const nameOf = ({ author, authorId }: Post) =>
        authorId === undefined ? author : (nameOfNumber(authorId) ?? `user${authorId}`)
      const isNamed = generation !== 'silent' && asked('expansions').split(',').includes('author_id')
      const authors = isNamed ? [...new Set(shown.map(nameOf))] : []
      charge('user', authors)
      const data = shown.map((post) =>
        Object.assign(shownPost(post, references, known), {
          id: versionsOf(post).find((id) => ids.includes(id)),
        }),
      )
      return json(
        data.length > 0
          ? {
              data,
              includes: includesOf(after && references ? shown : [], authors),
              ...(errors.length > 0 && { errors }),
            }
          : { errors },
      )(url, ...rest)
    }
    const isRecent = url.pathname.endsWith('/recent')
    if (state.refusesArchive && !isRecent) return problem(403, 'client-forbidden')(url, ...rest)
    state.beforeSearch?.(searched.length)
    const isBlind = state.isBlank?.(url) || state.isBlind || searched.length >= (state.blindFrom ?? Infinity)
    const matches = [...asked('query').matchAll(/from:(\w+)/g)].map(([, name = '']) =>
      /^\d+$/.test(name) ? nameOfNumber(name) : name,
    )
    const froms = new Set(matches)
    const byNumber = new Set([...asked('query').matchAll(/from:(\d+)\b/g)].map(([, number = '']) => number))
    const found = all()
      .filter(
        ({ author, isUnderOldName }) =>
          !isBlind && (isUnderOldName ? byNumber.has(numberOf(author)) : froms.has(author)),
      )
      .filter(
        ({ kind, isMention }) => (kind !== 'reply' && !isMention) || !asked('query').includes('-is:reply'),
      )
      .filter((post) => !post.isDeleted && now() - dateOf(post) >= (state.lagMs ?? 0))
      .filter(({ indexedFrom = 0 }) => searched.length >= indexedFrom)
      .filter((post) => !post.hidden && (!isRecent || now() - dateOf(post) <= 7 * 86_400_000))
      .filter(({ kind }) => kind !== 'repost')
    const ids = give(within(found)).flatMap(versionsOf)
    searched.push({ at: now(), url, ids })
    return

    function includesOf(shown: Post[], authors: string[]) {
      const posts = shown.flatMap(({ of }) => of ?? []).map((id) => ({ id, text: '…' }))
      const users = authors.map((username) => ({
        id: names.includes(username) ? numberOf(username) : username.slice('user'.length),
        name: 'N',
        username,
        ...(asked('user.fields').split(',').includes('withheld') &&
          accounts[username]?.withheld && { withheld: { country_codes: accounts[username].withheld } }),
      }))
      return { ...(posts.length > 0 && { posts }), ...(users.length > 0 && { users }) }
    }
    function within(posts: Post[]): Post[] {
      return posts
        .filter((post) => !asked('start_time') || dateOf(post) >= Date.parse(asked('start_time')))
        .filter((post) => !asked('end_time') || dateOf(post) < Date.parse(asked('end_time')))
        .filter(({ id }) => !asked('since_id') || BigInt(id) > BigInt(asked('since_id')))
        .filter(({ id }) => !asked('until_id') || BigInt(id) < BigInt(asked('until_id')))
        .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
    }
    function page(name: string): void {
      state.beforePage?.(pages++)
      const timelineError = accounts[name]?.timelineError
      if (timelineError === 'suspended') return json(suspended(name))(url, ...rest)
      if (timelineError) {
        const type = 'https://api.twitter.com/2/problems/not-authorized-for-resource'
        return json({ errors: [{ title: 'Authorization Error', type }] })(url, ...rest)
      }
      const empty = accounts[name]?.emptyPages ?? 0
      const at = Number(asked('pagination_token') || 0)
      if (at < empty) return json({ meta: { result_count: 0, next_token: String(at + 1) } })(url, ...rest)
      const excluded = asked('exclude').split(',')
      const own = within(all().filter(({ author, isDeleted }) => author === name && !isDeleted))
      const isKept = ({ kind, isThread }: Post) =>
        !(kind === 'repost' && excluded.includes('retweets')) &&
        !(kind === 'reply' && !isThread && excluded.includes('replies'))
      const most = Number(asked('max_results') || 100)
      if (state.cutsFirst === 'with a token') {
        const rest = own.slice(at - empty > 0 ? at - empty : 0)
        const next = rest.length > most ? String(own.length - rest.length + most + empty) : undefined
        give(rest.slice(0, most).filter(isKept), next)
      } else give((state.cutsFirst ? own.slice(0, most) : own).filter(isKept))
    }
    function give(posts: Post[], next?: string): Post[] {
      const most = Number(asked('max_results') || 100)
      const shown = posts.slice(0, most)
      const included = after && references ? shown.flatMap(({ of }) => of ?? []) : []
      charge('post', [...shown.map(({ id }) => id), ...included])
      const data = shown.map((post) => shownPost(post, references, known))
      const includes = included.length > 0 ? { includes: includesOf(shown, []) } : {}
      const errors = state.hasErrors
        ? { errors: [{ title: 'Not Found Error', detail: 'A quoted post.' }] }
        : {}
      const meta = {
        result_count: data.length,
        ...(posts.length > most && { next_token: 'more' }),
        ...(next && { next_token: next }),
      }
      json({ ...(data.length > 0 && { data }), ...includes, ...errors, meta })(url, ...rest)
      return shown
    }
    function user(username: string): void {
      const account = accounts[username]
      if (!account || account.isGone) return json(notFound(username))(url, ...rest)
      if (account.suspended) return json(suspended(username))(url, ...rest)
      const pinKnown = known('pinned_tweet_id') || known('pinned_post_id')
      charge('user', [username])
      if (pinKnown && after && account.pin) charge('post', [account.pin])
      const pin =
        pinKnown && account.pin ? { [after ? 'pinned_post_id' : 'pinned_tweet_id']: account.pin } : {}
      const posts = account.count ?? account.posts.filter(({ isDeleted }) => !isDeleted).length
      const count = { [after ? 'post_count' : 'tweet_count']: posts }
      const data = {
        id: numberOf(username),
        name: 'N',
        username,
        protected: account.protected ?? false,
        public_metrics: count,
        ...(account.withheld && { withheld: { country_codes: account.withheld } }),
        ...(known('created_at') && account.created && { created_at: account.created }),
        ...pin,
      }
      const includes =
        after && pinKnown && account.pin ? { includes: { posts: [{ id: account.pin, text: '…' }] } } : {}
      return json({ data, ...includes })(url, ...rest)
    }
  }

  /** Logged-out visitors see a post by any of its ids, under its author's name or none. */
  const oembed: Answer = (url, ...rest) => {
    const [, name = '', , id = ''] = new URL(url.searchParams.get('url') ?? '').pathname.split('/')
    const post = all().find((one) => versionsOf(one).includes(id) && (name === 'i' || one.author === name))
    const showing = post?.showing ?? (post ? 'shown' : 'gone')
    if (showing !== 'shown' || !post) return SHOWINGS[showing](url, ...rest)
    const { author, html = '<p>本文</p>' } = post
    json({ ...oembedOf(html), author_url: `https://twitter.com/${post.oembedAuthor ?? author}` })(
      url,
      ...rest,
    )
  }

  return { answer, refused, state, searched, cost: () => ({ returned, once }) }
}

import type { Answer } from './stubX.ts'
import { json, notFound, problem } from './stubX.ts'
import { PRICES } from '../../../server/upstream/x/prices.ts'
import type { GenerationName } from './xDocument.ts'
import { refusalOf } from './xDocument.ts'

export type SimulatedPost = { id: string; kind?: 'own' | 'repost' | 'quote'; of?: string; hidden?: boolean }
export type SimulatedAccount = { posts: SimulatedPost[]; pin?: string; protected?: boolean }
export type SimulatedX = {
  answer: Answer
  refused: string[]
  /** Millionths of a dollar for all that was returned; and for all that was returned for the first time, as X charges on one day. */
  cost: () => { returned: number; once: number }
}

/** An X of one generation that knows these accounts and is strict about names; a silent one ignores names that it does not know. */
export function simulatedX(
  accounts: Record<string, SimulatedAccount>,
  generation: GenerationName | 'silent',
): SimulatedX {
  const refused: string[] = []
  const seen = new Set<string>()
  let returned = 0
  let once = 0
  const charge = (kind: keyof typeof PRICES, ids: string[]) => {
    returned += ids.length * PRICES[kind]
    const fresh = ids.filter((id) => !seen.has(`${kind}${id}`))
    for (const id of fresh) seen.add(`${kind}${id}`)
    once += fresh.length * PRICES[kind]
  }
  const after = generation === 'after'
  const names = Object.keys(accounts)

  function postOf(post: SimulatedPost, references: boolean) {
    const type = post.kind === 'repost' ? 'retweeted' : 'quoted'
    const referenced = post.kind && post.kind !== 'own' && references ? [{ type, id: post.of }] : undefined
    return {
      id: post.id,
      text: post.kind === 'repost' ? 'RT @other: …' : '…',
      ...(referenced && { [after ? 'referenced_posts' : 'referenced_tweets']: referenced }),
    }
  }

  const answer: Answer = (url, ...rest) => {
    const refusal = generation === 'silent' ? null : refusalOf(generation, url.pathname + url.search)
    if (refusal) {
      refused.push(refusal)
      return problem(400, 'invalid-request', { detail: refusal })(url, ...rest)
    }
    const asked = (name: string) => url.searchParams.get(name) ?? ''
    const known = (word: string) =>
      generation !== 'silent' && [...url.searchParams.values()].some((v) => v.split(',').includes(word))
    const username = /^\/2\/users\/by\/username\/(\w+)$/.exec(url.pathname)?.[1]
    if (username !== undefined) {
      const index = names.indexOf(username)
      const account = accounts[username]
      if (!account) return json(notFound(username))(url, ...rest)
      const pinKnown = known('pinned_tweet_id') || known('pinned_post_id')
      charge('user', [username])
      if (pinKnown && after && account.pin) charge('post', [account.pin])
      const pin =
        pinKnown && account.pin ? { [after ? 'pinned_post_id' : 'pinned_tweet_id']: account.pin } : {}
      const count = { [after ? 'post_count' : 'tweet_count']: account.posts.length }
      const data = {
        id: String(index + 1),
        name: 'N',
        username,
        protected: account.protected ?? false,
        public_metrics: count,
        ...pin,
      }
      const includes =
        after && pinKnown && account.pin ? { includes: { posts: [{ id: account.pin, text: '…' }] } } : {}
      return json({ data, ...includes })(url, ...rest)
    }
    const timeline = /^\/2\/users\/(\d+)\/tweets$/.exec(url.pathname)?.[1]
    const name = timeline ? names[Number(timeline) - 1] : /from:(\w+)/.exec(asked('query'))?.[1]
    const all = accounts[name ?? '']?.posts ?? []
    const dateOf = ({ id }: SimulatedPost) => Number(BigInt(id) >> 22n) + 1_288_834_974_657
    const shown = all
      .filter(
        ({ kind }) => kind !== 'repost' || !(asked('exclude') || asked('query').includes('-is:retweet')),
      )
      .filter(({ hidden }) => timeline !== undefined || !hidden)
      .filter((post) => !asked('start_time') || dateOf(post) >= Date.parse(asked('start_time')))
      .filter((post) => !asked('end_time') || dateOf(post) <= Date.parse(asked('end_time')))
      .filter(({ id }) => !asked('since_id') || BigInt(id) > BigInt(asked('since_id')))
      .filter(({ id }) => !asked('until_id') || BigInt(id) < BigInt(asked('until_id')))
      .slice(0, Number(asked('max_results')))
    const references = known('referenced_tweets') || known('referenced_posts')
    const included = after && references ? shown.flatMap(({ of }) => of ?? []) : []
    charge('post', [...shown.map(({ id }) => id), ...included])
    const data = shown.map((post) => postOf(post, references))
    const includes =
      included.length > 0 ? { includes: { posts: included.map((id) => ({ id, text: '…' })) } } : {}
    json({ ...(data.length > 0 && { data }), ...includes, meta: { result_count: data.length } })(url, ...rest)
  }
  return { answer, refused, cost: () => ({ returned, once }) }
}

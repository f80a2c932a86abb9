import type { UnsearchedReason } from '../../../contract/evidence.ts'
import type { Caller } from '../Upstream.ts'
import { shareWork } from '../sharing.ts'
import type { AnswerCache, SharedWork } from '../sharing.ts'
import type { Ask } from './client/client.ts'
import { reasonOfFailure } from './client/replies.ts'
import { PostView, mayQuote, readOembed } from './schemas.ts'
import { Finding, unasked } from './verdict/post.ts'
import { REASONS } from './verdict/reasons.ts'
import type { Facts, SearchOutcome } from './verdict/post.ts'
import { searchForPosts } from './searchForPosts.ts'
import type { XTools } from './searchForPosts.ts'
import type { Listing, SearchTarget } from './verdict/windows.ts'

export type PostQuery = {
  id: string
  /** The name in a visitor's URL, which may be wrong. */
  hint?: string | null
  /** The author of a post that X has just listed: such a post is not gone. */
  author?: { name: string; userId: string }
  facts?: Facts | null
  listing?: Listing | null
  quoted?: string | null | undefined
  /** When search showed it, if it did: it is not searched for again. */
  hit?: number | undefined
  /** Why it is not searched for, if so. */
  unsearched?: UnsearchedReason | undefined
}

type PostsParts = { cached: AnswerCache; askOembed: Ask; oembedBase: string; tools: XTools }
type Group = SharedWork<void> & { clientKey: string; found: Map<string, Finding> }

const VIEW_TIMEOUT_MS = 20_000
const BATCH_TIMEOUT_MS = 36_000
/** For what is still computed when a batch times out. */
const GRACE_MS = 1500
/** For oEmbed, and findings that are free to make again. */
const CACHE_TTL_MS = 60_000
const CACHE_SEARCHED_TTL_MS = 15 * 60_000

export const viewKey = (id: string) => `look:${id}`

export function createPosts({ cached, askOembed, oembedBase, tools }: PostsParts) {
  const { now } = tools
  const underWay = new Map<string, Group>()
  /** A finding without search says less. */
  const keyOf = ({ id, unsearched }: PostQuery) => (unsearched ? `seen:${id}` : `finding:${id}`)
  const workOf = (query: PostQuery) =>
    [keyOf(query), query.hint, query.author?.name, query.hit].map((part) => part ?? '').join(' ')

  /** The URL is built from the id alone: a wrong name never decides another visitor's answer. */
  async function readView(id: string, caller: Caller, ask: Ask) {
    const url = new URL('/oembed', oembedBase)
    const query = { url: `https://x.com/i/status/${id}`, omit_script: 'true', dnt: 'true' }
    url.search = new URLSearchParams(query).toString()
    const time = now()
    const value = readOembed(await ask(url, caller), time)
    return { value, ttlMs: value.state === 'unknown' ? 0 : CACHE_TTL_MS }
  }
  /** Callers share an answer under one key, so those with an `ask` of their own need a key of their own, too. */
  const viewPost = (id: string, caller: Caller, ask = askOembed, key = viewKey(id)): Promise<PostView> =>
    cached.get(key, PostView, caller, (caller) => readView(id, caller, ask))

  /** What oEmbed says now, whatever it said before the searches. */
  async function lookAgain({ query }: ViewedPost, caller: Caller): Promise<ViewedPost> {
    try {
      const answer = await readView(query.id, caller, askOembed)
      if (answer.ttlMs > 0) await cached.set(viewKey(query.id), answer)
      return { query, seen: answer.value, failure: 'unseen' }
    } catch (error) {
      caller.signal.throwIfAborted()
      return notSeen(query, error)
    }
  }
  const notSeen = (query: PostQuery, error: unknown): ViewedPost => ({
    query,
    seen: { ...NO_VIEW, time: now() },
    failure: reasonOfFailure<UnsearchedReason>(error, VIEW_REASONS),
  })

  async function view(query: PostQuery, caller: Caller): Promise<ViewedPost> {
    try {
      const seen = await viewPost(query.id, caller)
      // X has just listed it: oEmbed is behind.
      const isWrong = seen.state === 'gone' && query.author !== undefined
      return { query, seen: isWrong ? { ...seen, state: 'unknown' } : seen, failure: 'unseen' }
    } catch (error) {
      return notSeen(query, error)
    }
  }

  async function quoteOf({ query, seen }: ViewedPost, searched: SearchOutcome, caller: Caller) {
    const marked = searched.found === true ? searched.quoted : undefined
    const quoted = marked === undefined ? query.quoted : marked
    if (quoted === undefined) return seen.oembed && !mayQuote(seen.oembed.html) ? 'none' : 'unknown'
    if (quoted === null) return 'none'
    const { state } = await viewPost(quoted, caller).catch(() => NO_VIEW)
    return state === 'gone' ? 'unknown' : state
  }

  async function findOut(posts: PostQuery[], caller: Caller, found: Map<string, Finding>): Promise<void> {
    const until = (ms: number) => AbortSignal.any([caller.signal, AbortSignal.timeout(ms)])
    const inTime = { ...caller, signal: until(VIEW_TIMEOUT_MS) }
    const seen = await Promise.all(posts.map((query) => view(query, inTime)))
    caller.signal.throwIfAborted()
    const searched = new Map<string, SearchOutcome>()
    const targets = seen.flatMap((one) => {
      const planned = toTarget(one)
      if ('found' in planned) searched.set(one.query.id, planned)
      return 'found' in planned ? [] : [planned]
    })
    const whole = { ...caller, signal: until(BATCH_TIMEOUT_MS) }
    if (targets.length > 0) {
      await searchForPosts(targets, tools, whole, searched).catch(() => caller.signal.throwIfAborted())
    }
    await Promise.all(
      seen.map(async (one) => {
        const { query } = one
        const { author } = one.seen
        const asked = searched.get(query.id) ?? unasked('queue')
        // A post may have gone, and its account may have been locked, since oEmbed was asked.
        const isAskedAgain = asked.found === false && one.seen.state === 'shown'
        const { seen, failure } = isAskedAgain ? await lookAgain(one, whole) : one
        const { state, time: seenAt } = seen
        const isUnseen = state === 'unknown' && !asked.found && query.unsearched !== 'repost'
        const said: SearchOutcome = isUnseen ? { found: null, reason: failure, time: asked.time } : asked
        const value: Finding = {
          state,
          author,
          seen: seenAt,
          quote: await quoteOf(one, said, whole),
          found: said.found,
          reason: said.found === null ? said.reason : null,
          time: said.time,
          control: said.found === false ? said.control : null,
        }
        found.set(query.id, value)
        await cached.set(keyOf(query), { value, ttlMs: ttlFor(value, now()) })
      }),
    )
  }

  function start(posts: PostQuery[], { clientKey }: Caller): void {
    const found = new Map<string, Finding>()
    const group: Group = {
      clientKey,
      found,
      ...shareWork(
        (signal) => findOut(posts, { clientKey, signal }, found),
        () => {
          for (const post of posts) if (underWay.get(workOf(post)) === group) underWay.delete(workOf(post))
        },
      ),
    }
    for (const post of posts) underWay.set(workOf(post), group)
  }

  async function readCached(posts: readonly PostQuery[]): Promise<Map<string, Finding>> {
    const kept = await Promise.all(posts.map((query) => cached.peek(keyOf(query), Finding)))
    const all = new Map<string, Finding>()
    for (const [index, { id }] of posts.entries()) if (kept[index]) all.set(id, kept[index])
    return all
  }

  /** `most` of the posts that are not cached are searched for; `isAgain` ignores the cache. Throws only when the caller has left. */
  async function find(
    posts: readonly PostQuery[],
    caller: Caller,
    most = Infinity,
    isAgain = false,
  ): Promise<Map<string, Finding>> {
    const all = isAgain ? new Map<string, Finding>() : await readCached(posts)
    caller.signal.throwIfAborted()
    const unknown = posts.filter(({ id }) => !all.has(id))
    const open = [...unknown.slice(0, most), ...unknown.slice(most).map(notAsked)]
    const fresh = open.filter((post) => !underWay.has(workOf(post)))
    if (fresh.length > 0) start(fresh, caller)
    const groups = open.map((post) => underWay.get(workOf(post)))
    const patience = AbortSignal.any([caller.signal, AbortSignal.timeout(BATCH_TIMEOUT_MS + GRACE_MS)])
    await Promise.allSettled([...new Set(groups)].map((group) => group?.join(patience)))
    caller.signal.throwIfAborted()
    const refused = open.filter(({ id }, index) => {
      const group = groups[index]
      const finding = group?.found.get(id) ?? { ...NO_FINDING, seen: now() }
      all.set(id, finding)
      return group?.clientKey !== caller.clientKey && isOfOneClient(finding)
    })
    if (refused.length > 0 && !isAgain && !patience.aborted) {
      for (const [id, finding] of await find(refused, caller, most, true)) all.set(id, finding)
    }
    return all
  }

  return { viewPost, find }
}

/** `failure` is the reason if X did not say whether it shows the post. */
type ViewedPost = { query: PostQuery; seen: PostView; failure: UnsearchedReason }
const VIEW_REASONS = { failed: 'unseen', limited: 'view_limited', operator: 'view_operator' } as const

/** A `SearchOutcome` for a post that is not searched for. */
function toTarget({ query, seen, failure }: ViewedPost): SearchTarget | SearchOutcome {
  const { id, author, facts = null, listing = null, hit, unsearched } = query
  if (hit !== undefined) return { found: true, time: hit, quoted: undefined }
  if (unsearched) return unasked(unsearched)
  if (facts?.unfit === 'other_author') return unasked('other_author')
  if (seen.state === 'gone' || (seen.state === 'unknown' && !author)) return unasked(failure)
  // A name from a URL may be anybody's: searches under it would find nothing out.
  const name = author?.name ?? seen.author
  if (name === null) return unasked('no_author')
  return {
    id,
    name,
    userId: author?.userId ?? null,
    isCertain: author !== undefined || seen.author !== null,
    facts,
    listing,
    paysReferences: !author && mayQuote(seen.oembed?.html ?? ''),
  }
}

const notAsked = (post: PostQuery): PostQuery => ({ ...post, unsearched: post.unsearched ?? 'not_asked' })
const NO_VIEW: PostView = { state: 'unknown', oembed: null, author: null, time: 0 }
const NO_FINDING: Finding = {
  state: 'unknown',
  author: null,
  seen: 0,
  quote: 'unknown',
  found: null,
  reason: 'queue',
  time: null,
  control: null,
}

const isOfOneClient = ({ reason }: Finding) => reason !== null && REASONS[reason].ofOneClient

function ttlFor({ state, seen, time, found, reason }: Finding, now: number): number {
  const age = now - (time ?? seen)
  if (state === 'gone') return CACHE_TTL_MS - age
  if (found !== null) return CACHE_SEARCHED_TTL_MS - age
  return state !== 'unknown' && reason !== null && REASONS[reason].lasts ? CACHE_TTL_MS - age : 0
}

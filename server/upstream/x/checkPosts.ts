import * as v from 'valibot'
import type { PostRef } from '../../../contract/names.ts'
import { causeRow, ApiError } from '../../../contract/reasons.ts'
import { Oembed } from '../../../contract/wire.ts'
import type { PostJudgement, Reason } from '../../../contract/wire.ts'
import { createQueue } from './client/client.ts'
import type { Queue, EndpointClient } from './client/client.ts'
import { toReason } from './replies.ts'
import { withSignals, offersPostSearch } from './context.ts'
import type { Context } from './context.ts'
import type { HttpReply } from './replies.ts'
import { searchForPosts } from './searchForPosts.ts'
import type { SearchablePost } from './searchForPosts.ts'
import {
  PostRecord,
  addToAnswer,
  isListedByX,
  judgementOf,
  notInTime,
  unsearchedBecause,
  withSharedAnswer,
  LOGGED_OUT,
} from './verdict/post.ts'
import type { PostAnswer, LoggedOutRecord } from './verdict/post.ts'

const VIEW_TIMEOUT_MS = 20_000
const BATCH_TIMEOUT_MS = 36_000
/** How many posts of one check are looked at by oEmbed at once: so a large batch leaves places in the queue to others. */
const VIEWS_AT_ONCE = 6
/** Extra time for answers that are still being computed when a batch times out. */
const GRACE_MS = 1500
const CACHE_SEARCHED_TTL_MS = 15 * 60_000

/** Results with and without search are cached under different keys. */
const keyOf = ({ id, unsearched }: PostRecord) => (unsearched ? `seen:${id}` : `post:${id}`)
/** Checks that need the same work at the same time share it. A post whose author is known, or that was found, needs other work. */
const workOf = (post: PostRecord) => [keyOf(post), post.author?.name, post.answer.search?.found].join(' ')

/** Checks a batch of posts: one judgement for each, in order. At most `searchedMax` of them are searched for. */
export async function checkPosts(
  context: Context,
  refs: readonly PostRef[],
  searchedMax = context.offer.postSearchMax,
): Promise<PostJudgement[]> {
  const unsearched = offersPostSearch(context.offer) ? undefined : 'not_offered'
  // The name in a visitor's URL may be wrong, so it is not asked for.
  const posts = refs.map(({ id }): PostRecord => ({ id, source: 'url', unsearched, answer: {} }))
  const found = await findPosts(context, posts, searchedMax)
  return refs.map(({ id }) => {
    const post = found.get(id)
    return post ? judgementOf(post) : { status: 'UNKNOWN' }
  })
}

/**
 * Returns what is known of each post by its id, after asking oEmbed and search. Search is asked for at most `searchedMax` posts that are not
 * cached; the others have the reason `not_asked`. Throws only if the signal aborts.
 */
export async function findPosts(
  context: Context,
  posts: readonly PostRecord[],
  searchedMax = Infinity,
): Promise<Map<string, PostRecord>> {
  const timeIsUp = AbortSignal.timeout(BATCH_TIMEOUT_MS)
  const inTime = withSignals(context, timeIsUp)
  // 1. Take what is cached.
  const all = await readCached(context, posts)
  context.signal.throwIfAborted()
  const unknown = posts.filter(({ id }) => !all.has(id))
  // 2. Ask oEmbed how it shows the others to logged-out people, a few at a time. Those that are not searched for come last, and are answered.
  const asked = [...unknown.slice(0, searchedMax), ...unknown.slice(searchedMax).map(notAsked)]
  const [wanted, others] = [asked.filter((post) => !isOnlySeen(post)), asked.filter(isOnlySeen)]
  const turn = createQueue({ concurrency: VIEWS_AT_ONCE })
  const soon = withSignals(inTime, AbortSignal.timeout(VIEW_TIMEOUT_MS))
  const seeAll = (posts: readonly PostRecord[]) =>
    Promise.all(
      posts.map(async (post): Promise<SearchablePost[]> => {
        const seen = { ...post }
        addToAnswer(seen, { seen: await see(soon, post, turn) })
        const target = toSearchable(seen)
        if (target) return [target]
        await finish(inTime, seen)
        all.set(post.id, withSharedAnswer(post, seen))
        return []
      }),
    )
  // 3. Search for those that search may have, together. A post that another check is searching for is searched for once.
  const patient = withSignals(context, AbortSignal.timeout(BATCH_TIMEOUT_MS + GRACE_MS))
  const search = createBatcher<SearchablePost, PostRecord>((posts, signal, settle) =>
    searchTogether(withSignals({ ...context, signal }, timeIsUp), posts, (post) => settle(post, post)),
  )
  async function searchForOne(post: SearchablePost): Promise<void> {
    const found = await context
      .searches(workOf(post), patient, ({ signal }) => search({ ...post }, signal))
      .catch((error: unknown) => {
        if (!patient.signal.aborted) toReason(error, 'search', context.now())
        return post
      })
    all.set(post.id, withSharedAnswer(post, found))
  }
  const searchingWanted = seeAll(wanted).then((targets) => Promise.all(targets.flat().map(searchForOne)))
  await Promise.all([searchingWanted, seeAll(others)])
  context.signal.throwIfAborted()
  return all
}

const notAsked = (post: PostRecord): PostRecord => ({ ...post, unsearched: post.unsearched ?? 'not_asked' })

/** Whether X was not asked because one client has used its share. */
export const isRefusedToOne = ({ answer: { search } }: PostRecord): boolean =>
  search?.found === null && causeRow(search.reason.cause).ofOneClient === true

/** A search that has just shown a post counts more than an answer that missed it. */
async function readCached(
  { cache }: Context,
  posts: readonly PostRecord[],
): Promise<Map<string, PostRecord>> {
  const kept = await Promise.all(posts.map((post) => cache.peek(keyOf(post), PostRecord)))
  const all = new Map<string, PostRecord>()
  for (const [index, post] of posts.entries()) {
    const known = kept[index]
    if (known && (known.answer.search?.found || !post.answer.search?.found))
      all.set(post.id, withSharedAnswer(post, known))
  }
  return all
}

/** Searches for the posts of one batch, and calls `answered` for each as soon as it is complete. */
async function searchTogether(
  context: Context,
  posts: readonly SearchablePost[],
  answered: (post: SearchablePost) => void,
): Promise<void> {
  const answers = new Map<SearchablePost, Promise<void>>()
  const faults: unknown[] = []
  const noteFault = (error: unknown) => void (context.signal.aborted || faults.push(error))
  const answer = (post: SearchablePost) =>
    void answers.set(
      post,
      finish(context, post).then(() => answered(post), noteFault),
    )
  await searchForPosts(context, posts, answer).catch(noteFault)
  // If the time is up, posts without a result are answered with that reason.
  if (faults.length === 0) for (const post of posts) if (!answers.has(post)) answer(post)
  await Promise.all(answers.values())
  if (faults.length > 0) throw faults[0]
}

type BatchWork<Item, Value> = (
  items: Item[],
  signal: AbortSignal,
  settle: (item: Item, value: Value) => void,
) => Promise<void>

/**
 * Works on all items together that are added in one moment, and gives each a promise of its own. The work is aborted when the signals of all
 * its items are. Items that it does not settle are rejected when it ends.
 */
export function createBatcher<Item, Value>(work: BatchWork<Item, Value>) {
  function createBatch() {
    const items = new Map<Item, PromiseWithResolvers<Value>>()
    const controller = new AbortController()
    let aborted = 0

    async function start(): Promise<void> {
      gathering = null
      const settle = (item: Item, value: Value) => items.get(item)?.resolve(value)
      const failure = await work([...items.keys()], controller.signal, settle).catch(
        (error: unknown) => error,
      )
      for (const { reject } of items.values()) reject(failure ?? new ApiError('upstream_timeout'))
    }
    queueMicrotask(() => void start())

    return (item: Item, signal: AbortSignal): Promise<Value> => {
      const answer = Promise.withResolvers<Value>()
      items.set(item, answer)
      signal.addEventListener('abort', () => {
        if (++aborted === items.size) controller.abort()
      })
      return answer.promise
    }
  }
  let gathering: ReturnType<typeof createBatch> | null = null

  return (item: Item, signal: AbortSignal): Promise<Value> => (gathering ??= createBatch())(item, signal)
}

const isOnlySeen = ({ unsearched }: PostRecord) => unsearched !== undefined

/** The post if it is to be searched for. For any other, writes down why not, and returns null. */
function toSearchable(post: PostRecord): SearchablePost | null {
  const why = whyNotToSearch(post)
  const { seen, search } = post.answer
  if (why) addToAnswer(post, { search: unsearchedBecause(why) })
  else if (seen && seen.author !== null) post.author ??= { name: seen.author, userId: null }
  return !why && !search && post.author ? Object.assign(post, { author: post.author }) : null
}

function whyNotToSearch(post: PostRecord): Reason | null {
  const { unsearched, facts } = post
  const { seen, search } = post.answer
  if (search?.found) return null
  if (unsearched) return { cause: unsearched }
  if (facts?.notIndexable === 'other_author') return { cause: 'other_author' }
  if (seen?.state === 'gone' || (seen?.state === 'unknown' && !isListedByX(post))) {
    return seen.whyUnknown ?? UNSEEN
  }
  // A name from a URL may be anybody's: searches under it would find nothing out.
  return post.author || seen?.author ? null : { cause: 'no_author' }
}
const UNSEEN: Reason = { cause: 'failed', part: 'preview' }

/** Asks oEmbed again for the post if search missed it, and for the post that it quotes. Caches the answer. */
async function finish(context: Context, post: PostRecord): Promise<void> {
  const { cache, now } = context
  const asked = post.answer.search ?? notInTime()
  let { seen } = post.answer
  // A post may have gone, and its account may have been locked, since oEmbed was asked.
  if (asked.found === false && seen?.state === 'shown') {
    seen = { ...seen, ...(await seeAgain(context, post)) }
  }
  const isUnseen = seen?.state === 'unknown' && !asked.found && post.unsearched !== 'repost'
  const search = isUnseen ? unsearchedBecause(seen?.whyUnknown ?? UNSEEN, asked.time) : asked
  addToAnswer(post, { seen, search, quote: await quoteOf(context, post) })
  await cache.set(keyOf(post), { value: post, ttlMs: ttlFor(post, now()) })
}

async function quoteOf(
  context: Context,
  { quoted, answer: { seen } }: PostRecord,
): Promise<PostAnswer['quote']> {
  if (quoted === undefined) return seen?.mayQuote === false ? 'none' : 'unknown'
  return quoted === null ? 'none' : await stateOfQuoted(context, quoted)
}

function ttlFor({ answer: { seen, search } }: PostRecord, now: number): number {
  if (!seen || !search) return 0
  const age = now - (search.time ?? seen.time)
  if (seen.state === 'gone') return VIEW_CACHE_TTL_MS - age
  if (search.found !== null) return CACHE_SEARCHED_TTL_MS - age
  return seen.state !== 'unknown' && causeRow(search.reason.cause).lasts ? VIEW_CACHE_TTL_MS - age : 0
}

/** Lifetime of oEmbed's answers, and of others that cost nothing to get again. */
const VIEW_CACHE_TTL_MS = 60_000

export const viewCacheKey = (id: string) => `look:${id}`

const NO_VIEW: LoggedOutView = { state: 'unknown', oembed: null, author: null, time: 0 }

/** The URL is built from the id alone: a wrong name never decides another visitor's answer. */
async function fetchView(context: Context, id: string, ask: EndpointClient) {
  const url = new URL('/oembed', context.oembedBase)
  const query = { url: `https://x.com/i/status/${id}`, omit_script: 'true', dnt: 'true' }
  url.search = new URLSearchParams(query).toString()
  const reply = await ask(url, context)
  const value = readOembedReply(reply, context.now())
  return { value, ttlMs: value.state === 'unknown' ? 0 : VIEW_CACHE_TTL_MS }
}

/** How oEmbed shows a post. Callers share an answer under one key, so those with an `ask` of their own need a key of their own, too. */
export async function readView(
  context: Context,
  id: string,
  ask = context.askOembed,
  key = viewCacheKey(id),
): Promise<LoggedOutView> {
  return await context.cache.get(key, LoggedOutView, context, (context) => fetchView(context, id, ask))
}

/** How oEmbed shows the post of a check, which waits for its turn. */
async function see(context: Context, post: PostRecord, turn: Queue): Promise<LoggedOutRecord> {
  try {
    const seen = toLoggedOutRecord(await turn(() => readView(context, post.id), context.signal))
    // X has just listed it: oEmbed is behind.
    return seen.state === 'gone' && isListedByX(post) ? { ...seen, state: 'unknown' } : seen
  } catch (error) {
    return { ...toLoggedOutRecord(NO_VIEW), ...notSeen(context, error) }
  }
}

/** Asks oEmbed again and does not use the answer from before the searches. */
async function seeAgain(
  context: Context,
  { id }: PostRecord,
): Promise<Pick<LoggedOutRecord, 'state' | 'time' | 'whyUnknown'>> {
  try {
    const answer = await fetchView(context, id, context.askOembed)
    if (answer.ttlMs > 0) await context.cache.set(viewCacheKey(id), answer)
    return { state: answer.value.state, time: answer.value.time }
  } catch (error) {
    context.signal.throwIfAborted()
    return notSeen(context, error)
  }
}

/** How oEmbed shows a post that another one quotes. */
async function stateOfQuoted(context: Context, id: string) {
  const { state } = await readView(context, id).catch((error: unknown) => notSeen(context, error))
  return state === 'gone' ? 'unknown' : state
}

/** If the time is up, the post counts as one that X did not show. */
const notSeen = ({ now, signal }: Context, error: unknown) => ({
  state: 'unknown' as const,
  time: now(),
  whyUnknown: signal.aborted ? UNSEEN : toReason(error, 'preview', now()),
})

/** How oEmbed shows a post, and what a preview shows of it. */
export const LoggedOutView = v.object({ ...LOGGED_OUT, oembed: v.nullable(Oembed) })
export type LoggedOutView = v.InferOutput<typeof LoggedOutView>

const Refused = v.object({
  error: v.fallback(v.string(), ''),
  errors: v.fallback(v.array(v.object({ message: v.fallback(v.string(), '') })), []),
})

/** Reads an answer of oEmbed. Only JSON from X itself counts: the answer of a firewall or proxy gives `unknown`. */
function readOembedReply(reply: HttpReply, time: number): LoggedOutView {
  const none = { oembed: null, author: null, time }
  if (!/\bjson\b/i.test(reply.headers.get('content-type') ?? '')) return { state: 'unknown', ...none }
  const oembed = v.safeParse(Oembed, reply.json)
  if (reply.status === 200 && oembed.success) {
    const [, author = null] = PROFILE.exec(oembed.output.author_url ?? '') ?? []
    return { state: 'shown', oembed: oembed.output, author, time }
  }
  const refused = v.safeParse(Refused, reply.json)
  const words = refused.success
    ? [refused.output.error, ...refused.output.errors.map(({ message }) => message)]
    : []
  const known = REFUSALS[reply.status]
  const isX = known !== undefined && words.some((said) => known.words.test(said))
  return { state: isX ? known.state : 'unknown', ...none }
}

/** Converts a view by oEmbed into the form that the post's record stores. */
function toLoggedOutRecord({ state, author, time, oembed }: LoggedOutView): LoggedOutRecord {
  return { state, author, time, mayQuote: oembed && htmlMayQuote(oembed.html) }
}

const REFUSALS: Readonly<Record<number, { state: LoggedOutView['state']; words: RegExp }>> = {
  403: { state: 'restricted', words: /not authorized to see this status/i },
  404: { state: 'gone', words: /that page does not exist/i },
}

const PROFILE = /^https:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/(\w{1,50})\/?$/

const SHORT_LINK = /https:\/\/t\.co\/([A-Za-z0-9]{1,20})\b/g
/** Links to the post's own picture or video. */
const MEDIA_LINK =
  /<a [^<>]{0,500}href="https:\/\/t\.co\/([A-Za-z0-9]{1,20})"[^<>]{0,500}>pic\.(?:x|twitter)\.com\//g

const slugsOf = (html: string, link: RegExp) => [...html.matchAll(link)].map(([, slug = '']) => slug)

/** oEmbed marks no link as a quote, so any link but the post's own picture may be one. */
export function htmlMayQuote(html: string): boolean {
  const media = new Set(slugsOf(html, MEDIA_LINK))
  return slugsOf(html, SHORT_LINK).some((slug) => !media.has(slug))
}

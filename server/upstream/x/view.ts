import type { EndpointClient } from './client/client.ts'
import { toReason } from './client/replies.ts'
import type { Context } from './context.ts'
import type { Queue } from '../queue.ts'
import { LoggedOutView, readOembedReply } from './schemas.ts'
import { isListedByX, toLoggedOutRecord } from './verdict/post.ts'
import type { LoggedOutRecord, PostRecord } from './verdict/post.ts'

/** Lifetime of oEmbed's answers, and of others that cost nothing to get again. */
export const VIEW_CACHE_TTL_MS = 60_000

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
export async function see(context: Context, post: PostRecord, turn: Queue): Promise<LoggedOutRecord> {
  try {
    const seen = toLoggedOutRecord(await turn(() => readView(context, post.id), context.signal))
    // X has just listed it: oEmbed is behind.
    return seen.state === 'gone' && isListedByX(post) ? { ...seen, state: 'unknown' } : seen
  } catch (error) {
    return { ...toLoggedOutRecord(NO_VIEW), ...notSeen(context, error) }
  }
}

/** Asks oEmbed again and does not use the answer from before the searches. */
export async function seeAgain(
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
export async function stateOfQuoted(context: Context, id: string) {
  const { state } = await readView(context, id).catch(() => NO_VIEW)
  return state === 'gone' ? 'unknown' : state
}

const notSeen = ({ now }: Context, error: unknown) => ({
  state: 'unknown' as const,
  time: now(),
  whyUnknown: toReason(error, 'preview', now()),
})

import { Oembed } from '../../contract/wire.ts'
import { getCachedAnswer, throwOnRefusal } from '../check/api.ts'
import { toFailure } from '../check/createFlow.ts'
import { decodeEntities } from '../lib/decodeEntities.ts'
import { dropOldest } from '../lib/dropOldest.ts'

export type PostPreview = { author: string; name: string | null; words: string }

/** Maximum lengths in characters of the HTML, of a post, and of an author's name. A longer post is not shown at all, instead of shortened. */
const HTML_MAX = 20_000
const WORDS_MAX = 5_000
const AUTHOR_MAX = 100

const PROFILE = /^https:\/\/(?:x|twitter)\.com\/(\w{1,50})$/

/** Extracts the first paragraph of an oEmbed response as text. The page inserts it as text only, so hostile HTML does no harm. */
export function previewFromOembed({
  html,
  author_name: author = '',
  author_url = '',
}: Oembed): PostPreview | null {
  const paragraph = /<p(?:\s[^>]*)?>([^]*?)<\/p>/i.exec(html.slice(0, HTML_MAX))?.[1] ?? ''
  const words = decodeEntities(unbroken(paragraph)).trim()
  if (words === '' || author === '' || words.length > WORDS_MAX) return null
  return { author: author.slice(0, AUTHOR_MAX), name: PROFILE.exec(author_url)?.[1] ?? null, words }
}

function unbroken(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/ ?<br\s*\/?> ?/gi, '\n')
    .replace(/<[^>]*>/g, '')
}

/** Fetches a post's preview; null if X has none. Throws if the failure may be temporary. */
export async function fetchPreview(url: string, ticket?: string): Promise<PostPreview | null> {
  try {
    const call = getCachedAnswer(`oembed?${new URLSearchParams({ url, ...(ticket && { ticket }) })}`, Oembed)
    return previewFromOembed(await throwOnRefusal(call, () => 'Failed to fetch a preview'))
  } catch (error) {
    const { status = 0 } = toFailure(error)
    if (status >= 400 && status < 500 && status !== 429) return null
    throw error
  }
}

const CONCURRENT_MAX = 4

/** After a failed fetch, no other one starts for this many milliseconds, to spare a server in trouble. */
const PAUSE_MS = 30_000

/** Maximum number of previews in memory: more than the longest list that X shows at once, and a few hundred KB at most. */
const KEPT_MAX = 500

/** `ticket` is the post's `previewTicket`, if the server gave one: with it the call is not counted in the limits. */
type PreviewRequest = {
  url: string
  ticket?: string | undefined
  signal: AbortSignal
  give: (preview: PostPreview | null) => void
}

const state = {
  /** Fetched previews by URL; null if X has none. Beyond `KEPT_MAX` the oldest one is removed. */
  known: new Map<string, PostPreview | null>(),
  /** Open requests of rows near the viewport. A request is removed when it is fulfilled or aborted, so there are at most as many as rows. */
  requests: new Set<PreviewRequest>(),
  running: new Set<string>(),
  pause: undefined as ReturnType<typeof setTimeout> | undefined,
}

/** Null if X has none, undefined if that is not known yet. */
export function cachedPreview(url: string): PostPreview | null | undefined {
  return state.known.get(url)
}

/** Calls `give` once the preview is fetched, unless the signal aborts first. */
export function requestPreview(request: PreviewRequest): void {
  state.requests.add(request)
  request.signal.addEventListener('abort', () => state.requests.delete(request), { once: true })
  serve()
}

function serve(): void {
  for (const request of state.requests) {
    const { url, ticket, give } = request
    const preview = state.known.get(url)
    if (preview !== undefined) {
      state.requests.delete(request)
      give(preview)
    } else if (!state.pause && !state.running.has(url) && state.running.size < CONCURRENT_MAX) {
      void fetchFor(url, ticket)
    }
  }
}

/** Fetches one preview and serves all rows that requested it. A failure pauses all fetches for `PAUSE_MS`. */
async function fetchFor(url: string, ticket?: string): Promise<void> {
  state.running.add(url)
  try {
    state.known.set(url, await fetchPreview(url, ticket))
    dropOldest(state.known, KEPT_MAX)
  } catch {
    clearTimeout(state.pause)
    state.pause = setTimeout(() => {
      state.pause = undefined
      serve()
    }, PAUSE_MS)
  }
  state.running.delete(url)
  serve()
}

const MARGIN = '400px 0px'

/** Calls `visit` whenever the element comes near the viewport, with a signal that aborts when the element leaves it. Returns a function that stops observing. */
export function onNearViewport(element: Element, visit: (signal: AbortSignal) => void): () => void {
  let stay: AbortController | undefined
  const notify = (entries: IntersectionObserverEntry[]) => {
    stay?.abort()
    stay = entries.at(-1)?.isIntersecting ? new AbortController() : undefined
    if (stay) visit(stay.signal)
  }
  const observer = new IntersectionObserver(notify, { rootMargin: MARGIN })
  observer.observe(element)
  return () => {
    // This discards entries that were recorded but not yet delivered.
    observer.takeRecords()
    observer.disconnect()
    stay?.abort()
  }
}

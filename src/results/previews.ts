import { fetchPreview } from './fetchPreview.ts'
import type { Preview } from './previewOf.ts'

/** Previews fetched at once: few enough to leave the connection to the rest of the page. */
const AT_ONCE = 4

/** Milliseconds without any fetch after a failed one, so as not to burden a server in trouble. */
const PAUSE = 30_000

/** Previews that are kept: more than the longest list that X shows at once, a few hundred KB at most. */
const KEPT_MAX = 500

type PreviewRequest = { url: string; signal: AbortSignal; give: (preview: Preview) => void }

/** The module's state, for the life of the page. */
const state = {
  /** Fetched previews, for rows that come near again: at most `KEPT_MAX`, of which the oldest is removed. */
  known: new Map<string, Preview | null>(),
  /** Requests of rows near the window; each is removed when it is fulfilled or aborted, so there are at most as many as rows. */
  requests: new Set<PreviewRequest>(),
  /** Fetches under way, never more than `AT_ONCE`. */
  running: 0,
  /** Until when nothing is fetched after a failure, in Unix milliseconds. */
  pausedUntil: 0,
}

/** A preview that is here already. */
export function knownPreview(url: string): Preview | null {
  return state.known.get(url) ?? null
}

/** Calls `give` once the preview is fetched, unless the signal aborts before; never when there is no preview. */
export function requestPreview(request: PreviewRequest): void {
  state.requests.add(request)
  request.signal.addEventListener('abort', () => state.requests.delete(request), { once: true })
  void serve()
}

async function serve(): Promise<void> {
  if (state.running === AT_ONCE) return
  state.running++
  for (const request of state.requests) {
    state.requests.delete(request)
    if (Date.now() > state.pausedUntil || state.known.has(request.url)) await fulfil(request)
  }
  state.running--
}

async function fulfil({ url, signal, give }: PreviewRequest): Promise<void> {
  try {
    if (!state.known.has(url)) {
      keep(url, await fetchPreview(url, signal))
    }
    const preview = state.known.get(url)
    if (preview && !signal.aborted) give(preview)
  } catch {
    if (!signal.aborted) state.pausedUntil = Date.now() + PAUSE
  }
}

function keep(url: string, preview: Preview | null): void {
  state.known.set(url, preview)
  for (const oldest of state.known.keys()) {
    if (state.known.size <= KEPT_MAX) return
    state.known.delete(oldest)
  }
}

import { fetchPreview } from './fetchPreview.ts'
import type { Preview } from './previewOf.ts'

/** Previews fetched at once: few enough to leave the connection to the rest of the page. */
const AT_ONCE = 4

/** Milliseconds without any fetch after one that went wrong: a server in trouble is left alone. */
const REST = 30_000

/** Previews that are kept: more than the longest list that X shows at once, a few hundred KB at most. */
const KEPT_MAX = 500

type Wish = { url: string; signal: AbortSignal; give: (preview: Preview) => void }

/** All that lasts here, for this page's life: only a new document begins anew. */
const state = {
  /** What was fetched: a row that comes near again shows it at once. Never more than `KEPT_MAX`: the oldest makes room. */
  known: new Map<string, Preview | null>(),
  /** Rows that are near and wait; each goes when it is served or its signal aborts, so there are no more than rows on the page. */
  wishes: new Set<Wish>(),
  /** Fetches under way, never more than `AT_ONCE`. */
  running: 0,
  /** Until when a failure keeps everyone waiting, in Unix milliseconds. */
  restUntil: 0,
}

/** A preview that is here already. */
export function knownPreview(url: string): Preview | null {
  return state.known.get(url) ?? null
}

/** Gives the preview when it is here. Aborting the signal takes the wish back; a preview that cannot be had is never given. */
export function wishPreview(wish: Wish): void {
  state.wishes.add(wish)
  wish.signal.addEventListener('abort', () => state.wishes.delete(wish), { once: true })
  void serve()
}

async function serve(): Promise<void> {
  if (state.running === AT_ONCE) return
  state.running++
  for (const wish of state.wishes) {
    state.wishes.delete(wish)
    if (Date.now() > state.restUntil || state.known.has(wish.url)) await grant(wish)
  }
  state.running--
}

async function grant({ url, signal, give }: Wish): Promise<void> {
  try {
    if (!state.known.has(url)) {
      keep(url, await fetchPreview(url, signal))
    }
    const preview = state.known.get(url)
    if (preview && !signal.aborted) give(preview)
  } catch {
    if (!signal.aborted) state.restUntil = Date.now() + REST
  }
}

function keep(url: string, preview: Preview | null): void {
  state.known.set(url, preview)
  for (const oldest of state.known.keys()) {
    if (state.known.size <= KEPT_MAX) return
    state.known.delete(oldest)
  }
}

import { fetchPreview } from './fetchPreview.ts'
import type { Preview } from './previewOf.ts'

/** Previews fetched at once: few enough to leave the connection to the rest of the page. */
const AT_ONCE = 4

/** Milliseconds without any fetch after one that went wrong: a server in trouble is left alone. */
const REST = 30_000

/** Previews that are kept: more than the longest list that X shows at once, a few hundred KB at most. */
const KEPT_MAX = 500

type Wish = { url: string; signal: AbortSignal; give: (preview: Preview) => void }

/** What was fetched, for this page's life: a row that comes near again shows it at once. The oldest of `KEPT_MAX` makes room. */
const known = new Map<string, Preview | null>()
/** Rows that are near and wait; each goes when it is served or its signal aborts, so there are no more than rows on the page. */
const wishes = new Set<Wish>()
/** Fetches under way, never more than `AT_ONCE`; and the time until which a failure keeps everyone waiting. */
let running = 0
let restUntil = 0

/** A preview that is here already. */
export function knownPreview(url: string): Preview | null {
  return known.get(url) ?? null
}

/** Gives the preview when it is here. Aborting the signal takes the wish back; a preview that cannot be had is never given. */
export function wishPreview(wish: Wish): void {
  wishes.add(wish)
  wish.signal.addEventListener('abort', () => wishes.delete(wish), { once: true })
  void serve()
}

async function serve(): Promise<void> {
  if (running === AT_ONCE) return
  running++
  for (const wish of wishes) {
    wishes.delete(wish)
    if (Date.now() > restUntil || known.has(wish.url)) await grant(wish)
  }
  running--
}

async function grant({ url, signal, give }: Wish): Promise<void> {
  try {
    if (!known.has(url)) {
      keep(url, await fetchPreview(url, signal))
    }
    const preview = known.get(url)
    if (preview && !signal.aborted) give(preview)
  } catch {
    if (!signal.aborted) restUntil = Date.now() + REST
  }
}

function keep(url: string, preview: Preview | null): void {
  known.set(url, preview)
  for (const oldest of known.keys()) {
    if (known.size <= KEPT_MAX) return
    known.delete(oldest)
  }
}

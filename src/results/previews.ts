import { fetchPreview } from './fetchPreview.ts'
import type { Preview } from './previewOf.ts'

/** Previews fetched at once: few enough to leave the connection to the rest of the page. */
const AT_ONCE = 4

/** Milliseconds without any fetch after one that went wrong: a server in trouble is left alone. */
const REST = 30_000

type Wish = { url: string; signal: AbortSignal; give: (preview: Preview) => void }

/** What was fetched, for this page's life: a row that comes near again shows it at once. */
const known = new Map<string, Preview | null>()
const wishes = new Set<Wish>()
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
      known.set(url, await fetchPreview(url, signal))
    }
    const preview = known.get(url)
    if (preview && !signal.aborted) give(preview)
  } catch {
    if (!signal.aborted) restUntil = Date.now() + REST
  }
}

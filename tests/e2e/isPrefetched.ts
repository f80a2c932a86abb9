/** Whether a page asks for this by itself, while it is idle or as posts come near the window: it tells nothing of the visitor. */
export function isPrefetched(url: string): boolean {
  return /\/api\/(?:oembed|capabilities)|\/assets\//.test(url)
}

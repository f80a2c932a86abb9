/** How far outside the window counts as near. */
const MARGIN = '400px 0px'

let observer: IntersectionObserver | undefined
const visits = new WeakMap<Element, (near: boolean) => void>()

/**
 * Runs `visit` whenever the element comes near the window, with a signal that aborts when it leaves again.
 * Returns a function that stops observing. Without `IntersectionObserver` the element never comes near.
 */
export function whenNear(element: Element, visit: (signal: AbortSignal) => void): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined
  observer ??= new IntersectionObserver(tell, { rootMargin: MARGIN })
  let stay: AbortController | undefined
  visits.set(element, (near) => {
    stay?.abort()
    stay = near ? new AbortController() : undefined
    if (stay) visit(stay.signal)
  })
  observer.observe(element)
  return () => {
    observer?.unobserve(element)
    visits.delete(element)
    stay?.abort()
  }
}

function tell(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) visits.get(target)?.(isIntersecting)
}

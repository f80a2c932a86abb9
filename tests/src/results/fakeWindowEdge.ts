import { vi } from 'vitest'

type Told = { target: Element; isIntersecting: boolean }

/** Stands in for the browser's IntersectionObserver: `tell` says that an element came near the window, or left it. */
export function fakeWindowEdge() {
  const margins: (string | undefined)[] = []
  const watched = new Set<Element>()
  const listeners: ((told: Told[]) => void)[] = []
  class Observer {
    constructor(listener: (told: Told[]) => void, { rootMargin }: IntersectionObserverInit = {}) {
      margins.push(rootMargin)
      listeners.push(listener)
    }
    observe = (element: Element) => void watched.add(element)
    unobserve = (element: Element) => void watched.delete(element)
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const tell = (target: Element, isIntersecting: boolean) => {
    for (const listener of listeners) listener([{ target, isIntersecting }])
  }
  return { margins, watched, tell }
}

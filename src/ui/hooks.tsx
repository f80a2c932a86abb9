import { atom } from 'jotai/vanilla'
import { useSetAtom } from 'jotai'
import { useLocation } from 'react-router-dom'
import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The latest arrival that was brought into view, so that a page that is shown again does not scroll. */
const answeredAtom = atom(0)

const claimAtom = atom(null, (get, set, arrival: number) => {
  const isNew = arrival > get(answeredAtom)
  if (isNew) set(answeredAtom, arrival)
  return isNew
})

/** Brings into view and focuses what the visitor waited for, once for each `arrival` (Unix milliseconds), before it is painted. */
export function useFocusOnResult<T extends HTMLElement>(arrival: number | undefined) {
  const claim = useSetAtom(claimAtom)
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (arrival === undefined || !element || !claim(arrival)) return
    bringIntoView(element)
    element.focus({ preventScroll: true })
  }, [arrival, claim])
  return ref
}

/** Whether nothing has the focus any more: what had it is gone, disabled or folded away. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  return activeElement.matches(':disabled') || activeElement.getClientRects().length === 0
}

/** Gives the focus to the place's first button, or to the place, when the pressed one is gone with a change of `moment`; before the paint. */
export function useRestoreFocus<T extends HTMLElement>(moment: unknown) {
  const place = useRef<T>(null)
  const before = useRef(moment)
  useLayoutEffect(() => {
    if (before.current === moment) return
    before.current = moment
    if (isFocusLost()) (place.current?.querySelector('button') ?? place.current)?.focus()
  }, [moment])
  return place
}

/** The title of what the page shows, in place of the page's own; null where it shows nothing that has one. */
export const titleAtom = atom<string | null>(null)

export function useTitle(title: string | null): void {
  const set = useSetAtom(titleAtom)
  useEffect(() => {
    set(title)
    return () => set(null)
  }, [set, title])
}

/** Windows from this width on show the form and the answer side by side with the posts, in pixels: there nothing moves without need. */
const WIDE_PX = 900

/** Scrolls the card that holds the element to the top of the window; in a wide one only when its beginning is out of sight. */
function bringIntoView(element: HTMLElement): void {
  const card = element.closest('section') ?? element
  const { bottom } = element.getBoundingClientRect()
  const inSight = card.getBoundingClientRect().top >= 0 && bottom <= innerHeight
  if (inSight && innerWidth >= WIDE_PX) return
  card.scrollIntoView({ block: 'start' })
}

export function useOnline(job: () => void, waits = true): void {
  useEffect(() => {
    if (!waits) return undefined
    addEventListener('online', job)
    return () => removeEventListener('online', job)
  }, [job, waits])
}

const isOnline = () => navigator.onLine !== false

export function useIsOnline(): boolean {
  return useSyncExternalStore(
    (notify) => {
      addEventListener('online', notify)
      addEventListener('offline', notify)
      return () => {
        removeEventListener('online', notify)
        removeEventListener('offline', notify)
      }
    },
    isOnline,
    isOnline,
  )
}

/** Runs `enter` when a page is shown, `leave` when it is left, and both when it comes back from the back-forward cache; going there, `halt`, which must not render. */
export function usePageLifecycle(enter: () => void, leave: () => void, halt = leave): void {
  useEffect(() => {
    enter()
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leave()
      enter()
    }
    addEventListener('pagehide', halt)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', halt)
      removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [enter, leave, halt])
}

/** Tells whether the page still has the open entry of the tab's history: a link may have been followed whose page is being loaded. */
export function useHasEntry(): () => boolean {
  const { key } = useLocation()
  return useCallback(() => (Object(history.state).key ?? 'default') === key, [key])
}

/** What a test of the browser, or of what it keeps, says; false in pages that are rendered at build time, and while they are hydrated. */
export function useInBrowser(test: () => boolean): boolean {
  return useSyncExternalStore(never, test, () => false)
}

/** Nothing tells of changes: the test is made with every rendering. */
const never = () => () => undefined

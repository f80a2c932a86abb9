import { atom } from 'jotai/vanilla'
import { useSetAtom } from 'jotai'
import { config } from '../config.ts'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** The `arrival` of the latest result that was scrolled into view, so that a page that is shown again does not scroll. */
const lastArrivalAtom = atom(0)

const claimArrivalAtom = atom(null, (get, set, arrival: number) => {
  const isNew = arrival > get(lastArrivalAtom)
  if (isNew) set(lastArrivalAtom, arrival)
  return isNew
})

/** Calls `focus` with an element before the paint, once for each `arrival` of its result (Unix milliseconds). Returns the element's ref. */
function useFocusOnArrival<T extends HTMLElement>(
  arrival: number | undefined,
  focus: (element: HTMLElement) => void,
) {
  const claim = useSetAtom(claimArrivalAtom)
  const ref = useRef<T>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (arrival !== undefined && element && claim(arrival)) focus(element)
  }, [arrival, claim, focus])
  return ref
}

/** Scrolls a result into view and focuses it, once for each `arrival` (Unix milliseconds). */
export const useFocusOnResult = <T extends HTMLElement>(arrival: number | undefined) =>
  useFocusOnArrival<T>(arrival, focusResult)

function focusResult(result: HTMLElement): void {
  bringIntoView(result)
  result.focus({ preventScroll: true })
}

/** Focuses what took the place of something that the visitor waited beside, and keeps its card in sight, once for each `arrival` (Unix milliseconds). */
export const useFocusInPlace = <T extends HTMLElement>(arrival: number | undefined) =>
  useFocusOnArrival<T>(arrival, focusInPlace)

function focusInPlace(heading: HTMLElement): void {
  heading.focus({ preventScroll: true })
  heading.closest('section')?.scrollIntoView({ block: 'nearest' })
  // The card may be higher than the window.
  heading.scrollIntoView({ block: 'nearest' })
}

/** Focuses a row and keeps it in sight, once for each `arrival` of its result (Unix milliseconds). The focus goes to its link, which has a name. */
export const useFocusOnRow = <T extends HTMLElement>(arrival: number | undefined) =>
  useFocusOnArrival<T>(arrival, focusRow)

function focusRow(row: HTMLElement): void {
  const heir = row.querySelector('a') ?? row
  heir.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

/** Whether the focus is lost, because the focused element was removed, disabled or hidden. */
export function isFocusLost(): boolean {
  const { activeElement } = document
  if (!activeElement || activeElement === document.body) return true
  return activeElement.matches(':disabled') || activeElement.getClientRects().length === 0
}

/**
 * If the focus is lost when `moment` changes, and nothing that came with the change took it, moves it before the paint to the first button in
 * the ref's element, or to that element.
 */
export function useRestoreFocus<T extends HTMLElement>(moment: unknown) {
  const place = useRef<T>(null)
  const before = useRef(moment)
  useLayoutEffect(() => {
    if (before.current === moment) return
    before.current = moment
    // After the other layout effects, which may take the focus. An effect would be later than a tap, and take the focus from where that led.
    queueMicrotask(() => {
      if (isFocusLost()) (place.current?.querySelector('button') ?? place.current)?.focus()
    })
  }, [moment])
  return place
}

/** The title of the shown content, which replaces the title of the page; null to use the page's own. */
export const pageTitleAtom = atom<string | null>(null)

export function usePageTitle(title: string | null): void {
  const set = useSetAtom(pageTitleAtom)
  useEffect(() => {
    set(title)
    return () => set(null)
  }, [set, title])
}

/** Minimum window width in pixels for two columns. */
const WIDE_PX = 900

/** A narrow window does not scroll for fewer pixels than this: a page that moves so little looks broken. */
const SCROLL_PX_MIN = 40

/** Scrolls the card that contains the element to the top of the window. In a wide window, it does so only if the card's beginning is out of sight. */
function bringIntoView(element: HTMLElement): void {
  const card = element.closest('section') ?? element
  const { bottom } = element.getBoundingClientRect()
  const { top } = card.getBoundingClientRect()
  const margin = Number.parseFloat(getComputedStyle(card).scrollMarginTop)
  const isNear = innerWidth >= WIDE_PX || Math.abs(top - margin) < SCROLL_PX_MIN
  if (top >= 0 && bottom <= innerHeight && isNear) return
  card.scrollIntoView({ block: 'start' })
}

export function useWhenOnline(job: () => void, waits = true): void {
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

/** Runs `enter` on mount and `leave` on unmount, and both when the page is restored from the back-forward cache. `halt` runs on `pagehide`, so it must not set state; default: `leave`. */
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

/** Returns the result of a test of the browser or its storage. It is false in prerendered HTML and during hydration. */
export function useBrowserTest(test: () => boolean): boolean {
  return useSyncExternalStore(neverNotifies, test, () => false)
}

const productionHostname = config.hasSiteOrigin ? new URL(config.siteOrigin).hostname : null

/** Whether the page is open on another host than production's, which not every build knows; null in prerendered HTML, which is the same for all hosts. */
export function useIsOutsideProduction(): boolean | null {
  return useSyncExternalStore(
    neverNotifies,
    () => location.hostname !== productionHostname,
    () => null,
  )
}

/** There is no event to subscribe to: the test runs with each render instead. */
const neverNotifies = () => () => undefined

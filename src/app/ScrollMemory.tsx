import { useLocation, useNavigationType } from 'react-router-dom'
import { useCallback, useLayoutEffect, useRef } from 'react'
import { dropOldest } from '../lib/dropOldest.ts'
import { usePageLifecycle } from '../ui/hooks.tsx'

/** Maximum number of remembered scroll positions: browsers keep about 50 entries in a tab's history. */
const PLACES_MAX = 50

/** A visitor who does one of these wants to be elsewhere. */
const VISITOR_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Restores scroll positions on client-side navigation as browsers do between documents: new pages start at the top or at their hash, Back and
 * Forward return to the old position. Browsers cannot do this here: they scroll before the page of the entry is rendered. In-place changes
 * (`staysInPlace`) do not scroll; reloads are left to the browser.
 */
export function ScrollMemory() {
  const { key, pathname, hash, state } = useLocation()
  const staysInPlace = Object(state as unknown).staysInPlace === true
  const type = useNavigationType()
  // Entries of links within a page all have the key `default`.
  const entry = `${key}${hash}`
  const places = useRef(new Map<string, number>())
  const shown = useRef({ entry, pathname })
  const isReturning = useRef(false)

  usePageLifecycle(takeOver, handBack)
  const remember = useCallback(() => {
    if (isReturning.current) return
    const { current } = places
    current.delete(shown.current.entry)
    current.set(shown.current.entry, scrollY)
    dropOldest(current, PLACES_MAX)
  }, [])
  useLayoutEffect(() => {
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [remember])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { entry, pathname }
    if (before.entry === entry) return undefined
    const samePage = before.pathname === pathname
    // An entry that takes the place of another one keeps its position.
    if (samePage && type === 'REPLACE') {
      remember()
      return undefined
    }
    if (samePage && (hash !== '' || (type === 'PUSH' && staysInPlace))) return undefined
    const place = type === 'POP' ? places.current.get(entry) : undefined
    const named = hash === '' ? null : document.querySelector(`#${CSS.escape(hash.slice(1))}`)
    if (place === undefined && named) named.scrollIntoView()
    else scrollTo(0, place ?? 0)
    if (place === undefined) return undefined
    isReturning.current = true
    return holdPlace(place, () => (isReturning.current = false))
  }, [entry, pathname, hash, type, staysInPlace, remember])
  return null
}

/** Keeps the window at a position while the rest of the page is rendered, until the visitor acts. Returns a function that ends it. */
function holdPlace(place: number, onEnd: () => void): () => void {
  const { style } = document.documentElement
  // Otherwise browsers scroll along with what grows above the position.
  style.setProperty('overflow-anchor', 'none')
  const go = () => scrollTo(0, place)
  let frame = 0
  const observer = new ResizeObserver(() => {
    go()
    // A column that is no longer sticky scrolls the page after it was measured.
    frame = requestAnimationFrame(go)
  })
  observer.observe(document.body)
  const end = () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    style.removeProperty('overflow-anchor')
    for (const type of VISITOR_EVENTS) removeEventListener(type, end)
    onEnd()
  }
  for (const type of VISITOR_EVENTS) addEventListener(type, end, { passive: true })
  return end
}

const takeOver = () => {
  history.scrollRestoration = 'manual'
}

/** Lets the browser record the position, so that it can restore it after a reload. */
const handBack = () => {
  history.scrollRestoration = 'auto'
}

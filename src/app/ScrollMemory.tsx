import { useLocation, useNavigationType } from 'react-router-dom'
import { useLayoutEffect, useRef } from 'react'
import { dropOldest } from '../lib/dropOldest.ts'
import { usePageLifecycle } from '../ui/hooks.tsx'

/** Maximum number of remembered scroll positions: browsers keep about 50 entries in a tab's history. */
const PLACES_MAX = 50

/**
 * Restores scroll positions on client-side navigation as browsers do between documents: new pages start at the top or at their
 * hash, Back and Forward return to the old position. In-place changes (`staysInPlace`) do not scroll; reloads are left to the browser.
 */
export function ScrollMemory() {
  const { key, pathname, hash, state } = useLocation()
  const staysInPlace = Object(state as unknown).staysInPlace === true
  const type = useNavigationType()
  const entry = `${key} ${pathname}${hash}`
  const places = useRef(new Map<string, number>())
  const shown = useRef({ entry, pathname })

  usePageLifecycle(takeOver, handBack)
  useLayoutEffect(() => {
    const { current } = places
    const remember = () => {
      current.delete(shown.current.entry)
      current.set(shown.current.entry, scrollY)
      dropOldest(current, PLACES_MAX)
    }
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { entry, pathname }
    if (before.entry === entry) return
    const samePage = before.pathname === pathname
    if (samePage && (type === 'REPLACE' || hash !== '' || (type === 'PUSH' && staysInPlace))) return
    const place = type === 'POP' ? places.current.get(entry) : undefined
    const named = hash === '' ? null : document.querySelector(`#${CSS.escape(hash.slice(1))}`)
    if (place === undefined && named) named.scrollIntoView()
    else scrollTo(0, place ?? 0)
  }, [entry, pathname, hash, type, staysInPlace])
  return null
}

const takeOver = () => {
  history.scrollRestoration = 'manual'
}

/** Lets the browser record the position, so that it can restore it after a reload. */
const handBack = () => {
  history.scrollRestoration = 'auto'
}

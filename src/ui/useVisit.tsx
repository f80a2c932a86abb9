import { useEffect } from 'react'

/**
 * Runs `enter` when a page is shown and `leave` when it is left. When it is frozen in the back-forward cache, `halt` runs instead, which
 * must not render anything; when it comes back, `leave` and `enter` run. All may run twice, since StrictMode repeats every mount.
 */
export function useVisit(enter: () => void, leave: () => void, halt = leave): void {
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

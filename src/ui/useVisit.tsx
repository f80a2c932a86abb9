import { useEffect } from 'react'

/**
 * Runs `enter` once a page is here to stay and `leave` when it is left, frozen in the back-forward cache included;
 * a page that comes back from there is entered again. StrictMode's rehearsal mount enters nothing.
 */
export function useVisit(enter: () => void, leave: () => void): void {
  useEffect(() => {
    const timer = setTimeout(enter)
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) enter()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [enter, leave])
}

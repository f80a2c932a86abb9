import { useEffect } from 'react'

/**
 * Runs `enter` when a page is there and `leave` when it is left, frozen in the back-forward cache included; a page that
 * comes back from there is entered again. Both must bear repetition: StrictMode rehearses every mount.
 */
export function useVisit(enter: () => void, leave: () => void): void {
  useEffect(() => {
    enter()
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) enter()
    }
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      leave()
    }
  }, [enter, leave])
}

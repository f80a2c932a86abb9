import { useEffect, useRef, useState } from 'react'

/** Longest time, in milliseconds, in which a page that has come back must have drawn something. */
const REVIVAL_MAX = 2_000

/**
 * Runs `enter` when a page is there and `leave` when it is left. A page that is frozen in the back-forward cache is only to `halt`, and
 * draws nothing; when it comes back it is left and entered again. All must bear repetition: StrictMode rehearses every mount.
 *
 * Firefox loses what is posted while a page is being frozen, and React posts itself a message for all that it draws: it would
 * wait for that one for ever. A page that comes back and draws nothing is therefore loaded again.
 */
export function useVisit(enter: () => void, leave: () => void, halt = leave): void {
  const [returnedAt, setReturnedAt] = useState<number>()
  const drawnAt = useRef<number>(undefined)
  useEffect(() => {
    drawnAt.current = returnedAt
  }, [returnedAt])
  useEffect(() => {
    enter()
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leave()
      enter()
      const now = performance.now()
      setReturnedAt(now)
      setTimeout(() => drawnAt.current !== now && location.reload(), REVIVAL_MAX)
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

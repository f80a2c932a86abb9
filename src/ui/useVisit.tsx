import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Milliseconds within which a page that has come back must have rendered. */
const REVIVAL_MAX = 2_000

/**
 * Runs `enter` when a page is shown and `leave` when it is left. When it is frozen in the back-forward cache, `halt` runs instead, which
 * must not render anything; when it comes back, `leave` and `enter` run. All may run twice, since StrictMode repeats every mount.
 *
 * Firefox loses messages that are posted while a page is being frozen, and React schedules its rendering with such messages: it would
 * wait for the lost one for ever. A page that comes back and renders nothing is therefore reloaded.
 */
export function useVisit(enter: () => void, leave: () => void, halt = leave): void {
  const [returnedAt, setReturnedAt] = useState<number>()
  const drawnAt = useRef<number>(undefined)
  // Not in an effect after the paint: on a device that stood still, the timer below can come before that.
  useLayoutEffect(() => {
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

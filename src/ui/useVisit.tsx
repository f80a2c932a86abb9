import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How often a page that has come back is looked at, and milliseconds between two looks. A device that stands still misses one look. */
const LOOKS = 20
const LOOK_EVERY = 100

/**
 * Runs `enter` when a page is shown and `leave` when it is left. When it is frozen in the back-forward cache, `halt` runs instead, which
 * must not render anything; when it comes back, `leave` and `enter` run. All may run twice, since StrictMode repeats every mount.
 *
 * Firefox loses messages that are posted while a page is being frozen, and React schedules its rendering with such messages: it would
 * wait for the lost one for ever. A page that comes back and renders nothing is therefore reloaded.
 */
export function useVisit(enter: () => void, leave: () => void, halt = leave): void {
  const [returnedAt, setReturnedAt] = useState(0)
  const drawnAt = useRef(0)
  useLayoutEffect(() => {
    drawnAt.current = returnedAt
  }, [returnedAt])
  useEffect(() => {
    enter()
    let looking: ReturnType<typeof setInterval> | undefined
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leave()
      enter()
      const now = performance.now()
      setReturnedAt(now)
      clearInterval(looking)
      let looks = 0
      looking = setInterval(() => {
        if (drawnAt.current === now) clearInterval(looking)
        else if (++looks === LOOKS) location.reload()
      }, LOOK_EVERY)
    }
    addEventListener('pagehide', halt)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', halt)
      removeEventListener('pageshow', comeBack)
      clearInterval(looking)
      leave()
    }
  }, [enter, leave, halt])
}

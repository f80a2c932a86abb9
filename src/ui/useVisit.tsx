import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * How often a page that has come back is looked at, and milliseconds between two looks. Each look waits for a message of its own, which
 * comes after React's, if that comes at all: a device that stands still is waited for.
 */
const LOOKS = 10
const LOOK_EVERY = 50

/**
 * Runs `enter` when a page is shown and `leave` when it is left. When it is frozen in the back-forward cache, `halt` runs instead, which
 * must not render anything; when it comes back, `leave` and `enter` run. All may run twice, since StrictMode repeats every mount.
 *
 * Firefox and WebKit lose messages that are posted while a page is being frozen, and React schedules its rendering with such messages: it would
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
    let looking: MessagePort | undefined
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leave()
      enter()
      const now = performance.now()
      setReturnedAt(now)
      looking?.close()
      looking = lookAfter(() => drawnAt.current === now)
    }
    addEventListener('pagehide', halt)
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pagehide', halt)
      removeEventListener('pageshow', comeBack)
      looking?.close()
      leave()
    }
  }, [enter, leave, halt])
}

/** Reloads the page unless it has rendered within a few looks. To close the port ends the looking. */
function lookAfter(hasRendered: () => boolean): MessagePort {
  const { port1, port2 } = new MessageChannel()
  let looks = 0
  port1.onmessage = () => {
    if (hasRendered()) port1.close()
    else if (++looks === LOOKS) location.reload()
    else setTimeout(() => port2.postMessage(null), LOOK_EVERY)
  }
  port2.postMessage(null)
  return port1
}

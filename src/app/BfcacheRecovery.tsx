import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Each poll waits for a macrotask that runs after React's, so a slow device is not mistaken for a stuck page. */
const POLLS_MAX = 10
const POLL_INTERVAL_MS = 50

/**
 * Reloads a page that was restored from the back-forward cache but no longer renders. Firefox and WebKit can lose the
 * `MessageChannel` messages with which React schedules its work.
 */
export function BfcacheRecovery() {
  const [returnedAt, setReturnedAt] = useState(0)
  const drawnAt = useRef(0)
  useLayoutEffect(() => {
    drawnAt.current = returnedAt
  }, [returnedAt])
  useEffect(() => {
    let polling: MessagePort | undefined
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      const now = performance.now()
      setReturnedAt(now)
      polling?.close()
      polling = reloadUnlessRendered(() => drawnAt.current === now)
    }
    addEventListener('pageshow', comeBack)
    return () => {
      removeEventListener('pageshow', comeBack)
      polling?.close()
    }
  }, [])
  return null
}

/** Reloads the page if `hasRendered` stays false for all polls. Closing the returned port stops the polls. */
function reloadUnlessRendered(hasRendered: () => boolean): MessagePort {
  const { port1, port2 } = new MessageChannel()
  let polls = 0
  port1.onmessage = () => {
    if (hasRendered()) port1.close()
    else if (++polls === POLLS_MAX) location.reload()
    else setTimeout(() => port2.postMessage(null), POLL_INTERVAL_MS)
  }
  port2.postMessage(null)
  return port1
}

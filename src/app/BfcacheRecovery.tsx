import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Each look waits for a message of its own, which comes after React's: a device that stands still is waited for. */
const POLLS_MAX = 10
const POLL_INTERVAL_MS = 50

/** Reloads a page that comes back from the back-forward cache and does not render: Firefox and WebKit lose the messages by which React schedules its work. */
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

/** To close the port ends the looking. */
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

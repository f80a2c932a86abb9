/** Milliseconds after which it yields to timers, too: a stream of messages may keep them waiting. */
const TIMERS = 100

const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
let timersAt = 0
port1.onmessage = () => waiting.shift()?.()

/** Yields to messages and input that have arrived, and resumes at once: after a timer it would take milliseconds. */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const now = performance.now()
    if (now - timersAt > TIMERS) {
      timersAt = now
      setTimeout(resolve)
    } else {
      waiting.push(resolve)
      port2.postMessage(null)
    }
  })
}

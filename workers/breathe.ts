/** Milliseconds after which timers get their turn, too: a stream of messages may keep them waiting. */
const TIMERS = 100

const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []
let timersAt = 0
port1.onmessage = () => waiting.shift()?.()

/** Lets in what has arrived meanwhile, and goes on at once: timers alone would wait for milliseconds. */
export function breathe(): Promise<void> {
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

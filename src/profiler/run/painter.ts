/** Least milliseconds between two paints: at most 2.5 a second. */
const INTERVAL = 400

/** Painting takes at most one part in this many of the time: on slow phones there are fewer paints. */
const PARTS = 10

/** Longest wait for a frame, in milliseconds: a hidden tab never gets one. */
const FRAME = 100

/** Says when it is time to paint, and waits until a paint is over so that it never runs beside a search. */
export function painter() {
  let paintedAt = performance.now()
  let interval = INTERVAL
  return {
    isDue: () => performance.now() - paintedAt >= interval,
    async paint(draw: () => void): Promise<void> {
      const startedAt = performance.now()
      draw()
      await frame()
      paintedAt = performance.now()
      interval = Math.max(INTERVAL, (paintedAt - startedAt) * PARTS)
    },
  }
}

function frame(): Promise<void> {
  return new Promise((resolve) => {
    // The timer behind the frame's callback fires once the frame has been painted.
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, FRAME)
  })
}

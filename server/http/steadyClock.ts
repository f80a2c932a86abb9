/** Milliseconds that only go forward: the length of a wait is measured with them, since the clock of a machine may be set back. */
const steady = () => performance.timeOrigin + performance.now()

/** The steady clock beside a given one. A clock that a test brings along is its own. */
export function steadyClock(now: () => number): () => number {
  return now === Date.now ? steady : now
}

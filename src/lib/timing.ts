/** The product's own entries in the browser's performance timeline. The names are stable: scripts outside rely on them. */
export type TimingName = 'pow:solve' | 'pow:range' | 'check:ip' | 'check:challenge' | 'check:call'

/** The most entries of one name in the timeline, which is then cleared of them. Observers still see every entry. */
const ENTRIES_MAX = 200

const counts: Partial<Record<TimingName, number>> = {}

/** Adds what began at `startedAt` and ends now. Never throws: some browsers know no detail, some no timeline. */
export function addTiming(
  name: TimingName,
  startedAt: number,
  detail: Record<string, number | boolean>,
): void {
  try {
    const count = counts[name] ?? 0
    if (count === ENTRIES_MAX) performance.clearMeasures(name)
    counts[name] = count === ENTRIES_MAX ? 1 : count + 1
    performance.measure(name, { start: startedAt, end: performance.now(), detail })
  } catch {
    // A check works without the timeline.
  }
}

/** Runs a step and adds it to the timeline; `detail.ok` tells whether it went well. */
export async function timed<T>(name: TimingName, step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  let ok = false
  try {
    const value = await step()
    ok = true
    return value
  } finally {
    addTiming(name, startedAt, { ok })
  }
}

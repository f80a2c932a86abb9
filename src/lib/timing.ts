/** Names of the app's own entries in the browser's performance timeline. They must not change, because external scripts rely on them. */
export type TimingName = 'pow:solve' | 'pow:range' | 'check:ip' | 'check:challenge' | 'check:call'

/** Maximum number of entries of one name in the timeline. When it is reached, they are cleared; observers still receive every entry. */
const ENTRIES_MAX = 200

const counts: Partial<Record<TimingName, number>> = {}

/** Adds an entry from `startedAt` until now. It never throws: some browsers do not support `detail`, and some have no timeline. */
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
    // Checks do not depend on the timeline, so its failures are ignored.
  }
}

/** Runs a step and adds it to the timeline. `detail.ok` says whether it succeeded. */
export async function withTiming<T>(name: TimingName, step: () => Promise<T>): Promise<T> {
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

/** The names of the locks that this document held or holds. A duplicate is another document, so it knows none of them. */
const ownNames = new Set<string>()

/**
 * Holds a lock of this name, which other tabs can see, until a job ends. Several tabs may hold it, because visitors may start the same check
 * twice. Browsers have no locks outside secure contexts.
 */
export function holdLock(name: string, job: Promise<unknown>): void {
  ownNames.add(name)
  const ended = job.then(ignore, ignore)
  // In a task of its own, because requesting a lock would delay the job's first call by milliseconds on a phone.
  if ('locks' in navigator)
    setTimeout(() => navigator.locks.request(name, { mode: 'shared' }, () => ended).catch(ignore))
}

/**
 * Whether a page that was just opened is the duplicate of a tab in which a job with this lock is still running: browsers copy the history
 * and the session storage. The page that a reload replaces may hold its lock for another moment, so a reload is never a duplicate. Neither
 * is a page that returns to a job of its own, which may be ending still.
 */
export async function isDuplicateOfRunning(name: string): Promise<boolean> {
  if (ownNames.has(name)) return false
  const [opened] = performance.getEntriesByType('navigation')
  if (opened instanceof PerformanceNavigationTiming && opened.type === 'reload') return false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock === null)
  } catch {
    return false
  }
}

const ignore = () => undefined

/** Longest wait for an idle moment, and the wait where the browser does not tell of any, in milliseconds. */
type Waits = { latest: number; untold: number }

/** For what nobody waits for. */
const PATIENT: Waits = { latest: 2_000, untold: 1_000 }

/** Runs `job` once the page has nothing else to do, and returns how to call that off. */
export function whenIdle(job: () => void, { latest, untold } = PATIENT): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(job, untold)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: latest })
  return () => cancelIdleCallback(handle)
}

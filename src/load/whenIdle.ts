/** Longest that something waits for an idle moment, and its wait where the browser does not tell of any, in milliseconds. */
const LATEST = 2_000
const UNTOLD = 1_000

/** Runs `job` once the page has nothing else to do, and returns how to call that off. */
export function whenIdle(job: () => void, latest = LATEST, untold = UNTOLD): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(job, untold)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: latest })
  return () => cancelIdleCallback(handle)
}

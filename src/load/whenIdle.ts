/** Longest that something waits for an idle moment, and its wait where the browser does not tell of any, in milliseconds. */
const LATEST = 2_000
const UNTOLD = 1_000

/** Runs `job` once the page has nothing else to do, and returns how to call that off. */
export function whenIdle(job: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(job, UNTOLD)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: LATEST })
  return () => cancelIdleCallback(handle)
}

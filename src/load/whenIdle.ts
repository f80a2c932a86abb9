/** Longest wait for an idle moment, and the wait where the browser has no `requestIdleCallback`, in milliseconds. */
const LATEST = 2_000
const UNTOLD = 1_000

/** Runs `job` once the page is idle, and returns a function that cancels it. */
export function whenIdle(job: () => void, latest = LATEST, untold = UNTOLD): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(job, untold)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(job, { timeout: latest })
  return () => cancelIdleCallback(handle)
}

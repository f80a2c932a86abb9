import { useSyncExternalStore } from 'react'

/** What a test of the browser, or of what it keeps, says; false in pages that are rendered at build time, and while they come alive. */
export function useInBrowser(test: () => boolean): boolean {
  return useSyncExternalStore(never, test, () => false)
}

/** Nothing tells of changes: the test is made with every rendering. */
function never(): () => void {
  return () => undefined
}

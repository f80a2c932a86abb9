import { useEffect } from 'react'

/** Runs `job` when the connection comes back, while `waits` is true. */
export function useOnline(job: () => void, waits = true): void {
  useEffect(() => {
    if (!waits) return undefined
    addEventListener('online', job)
    return () => removeEventListener('online', job)
  }, [job, waits])
}

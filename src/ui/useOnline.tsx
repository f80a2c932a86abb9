import { useEffect } from 'react'

/** Runs `job` when the connection comes back, for as long as it `waits` for one. */
export function useOnline(job: () => void, waits = true): void {
  useEffect(() => {
    if (!waits) return undefined
    addEventListener('online', job)
    return () => removeEventListener('online', job)
  }, [job, waits])
}

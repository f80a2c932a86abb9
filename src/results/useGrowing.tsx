import { useEffect, useState } from 'react'

/** Counts from 1 up to `total`, one step an idle moment: so a long page is put together without a long task. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= total) return undefined
    const step = () => setCount((count) => count + 1)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(step, 30)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(step, { timeout: 500 })
    return () => cancelIdleCallback(handle)
  }, [count, total])
  return count
}

import { useEffect, useState } from 'react'
import { whenIdle } from '../load/whenIdle.ts'

/** Shorter waits than `whenIdle`'s own, since a reader waits for the rest of the page. */
const LATEST = 500
const UNTOLD = 30

/** Counts from 1 up to `total`, one step in each idle moment, so that a long page is rendered without a long task. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => setCount((count) => count + 1), LATEST, UNTOLD)
  }, [count, total])
  return count
}

import { useEffect, useState } from 'react'
import { whenIdle } from '../load/whenIdle.ts'

/** As in `whenIdle`, but a reader waits for the rest of the page. */
const LATEST = 500
const UNTOLD = 30

/** Counts from 1 up to `total`, one step an idle moment: so a long page is put together without a long task. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => setCount((count) => count + 1), LATEST, UNTOLD)
  }, [count, total])
  return count
}

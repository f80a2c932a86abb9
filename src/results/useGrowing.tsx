import { useEffect, useState } from 'react'
import { whenIdle } from '../load/whenIdle.ts'

/** A reader waits for the rest of the page. */
const WAITS = { latest: 500, untold: 30 }

/** Counts from 1 up to `total`, one step an idle moment: so a long page is put together without a long task. */
export function useGrowing(total: number): number {
  const [count, setCount] = useState(1)
  useEffect(() => {
    if (count >= total) return undefined
    return whenIdle(() => setCount((count) => count + 1), WAITS)
  }, [count, total])
  return count
}

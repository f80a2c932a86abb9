import { useEffect } from 'react'
import type { Part } from './createPart.ts'
import { whenIdle } from './whenIdle.ts'

type Ahead = readonly Pick<Part<unknown>, 'ahead'>[]
type Connection = { saveData?: boolean }

/**
 * Fetches parts before they are needed: once the page is idle or, where the browser saves data, at the first focus; and
 * again when the connection comes back.
 */
export function useAhead(parts: Ahead): void {
  useEffect(() => {
    const fetchAll = async () => {
      for (const part of parts) await part.ahead()
    }
    const start = () => void fetchAll()
    const cancel = savesData() ? onFirstFocus(start) : whenIdle(start)
    addEventListener('online', start)
    return () => {
      cancel()
      removeEventListener('online', start)
    }
  }, [parts])
}

function savesData(): boolean {
  return Boolean((navigator as { connection?: Connection }).connection?.saveData)
}

function onFirstFocus(start: () => void): () => void {
  addEventListener('focusin', start, { once: true })
  return () => removeEventListener('focusin', start)
}

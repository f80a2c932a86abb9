import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { OfflineNotice } from '../ui/Notice.tsx'
import { OfflineError, whenIdle } from './loadChunk.ts'
import type { Part } from './loadChunk.ts'

type LatePartProps<P extends object> = { part: Part<ComponentType<P>>; props: P }

/** A component that is fetched when it is first rendered; shows nothing until then. */
export function LatePart<P extends object>({ part, props }: LatePartProps<P>) {
  const [here, setHere] = useState(part.loaded)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (here || failure !== null) return
    part.load().then((component) => setHere(() => component), setFailure)
  }, [part, here, failure])
  if (here) return createElement(here, props)
  if (failure === null) return null
  if (!(failure instanceof OfflineError)) throw failure
  return <OfflineNotice retry={() => setFailure(null)} />
}

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

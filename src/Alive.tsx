import { useEffect } from 'react'
import type { ReactNode } from 'react'

type AliveProps = { root: HTMLElement; replay?: () => void; children: ReactNode }

/** Marks the page as alive, for whoever automates it: from then on it answers to clicks. */
export function Alive({ root, replay, children }: AliveProps) {
  // After the effects of all that it holds: only then do all fields listen to their atoms.
  useEffect(() => {
    replay?.()
    queueMicrotask(() => root.setAttribute('data-alive', ''))
  }, [root, replay])
  return children
}

import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { OfflineNotice } from '../ui/OfflineNotice.tsx'
import type { Part } from './createPart.ts'
import { OfflineError } from './loadChunk.ts'

/** A component that is fetched when it is drawn; nothing until it is here. */
export function LatePart({ part }: { part: Part<ComponentType> }) {
  const [here, setHere] = useState(part.loaded)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (here || failure !== null) return
    part.load().then((component) => setHere(() => component), setFailure)
  }, [part, here, failure])
  if (here) return createElement(here)
  if (failure === null) return null
  if (!(failure instanceof OfflineError)) throw failure
  return <OfflineNotice retry={() => setFailure(null)} />
}

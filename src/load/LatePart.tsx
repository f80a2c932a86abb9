import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { OfflineNotice } from '../ui/OfflineNotice.tsx'
import type { Part } from './createPart.ts'
import { OfflineError } from './loadChunk.ts'

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

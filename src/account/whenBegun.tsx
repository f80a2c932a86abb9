import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../load/loadChunk.ts'
import { flowStateAtom } from './accountAtoms.ts'

/**
 * A part of the page that a check fills, loaded when one begins: nobody needs it to type a name. Where that fails it is
 * tried again at the check's next step; only an answer that cannot be shown is worth a reload.
 */
export function whenBegun(load: () => Promise<ComponentType>) {
  let Loaded: ComponentType | undefined
  return function Part() {
    const state = useAtomValue(flowStateAtom)
    const [, setReady] = useState(Loaded !== undefined)
    useEffect(() => {
      if (state === 'idle' || Loaded) return
      void (async () => {
        try {
          Loaded = await (state === 'done' ? loadChunk(load) : load())
          setReady(true)
        } catch {
          // The next step tries again.
        }
      })()
    }, [state])
    return Loaded && <Loaded />
  }
}

import { useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from '../check/loadChunk.ts'
import { begunAtom } from './accountAtoms.ts'

/** A card that a check fills, loaded when it begins: nobody needs it to type a name. */
export function whenBegun(load: () => Promise<ComponentType>) {
  const Card = lazy(async () => ({ default: await loadChunk(load) }))
  return function CardWhenBegun() {
    return (
      useAtomValue(begunAtom) && (
        <Suspense>
          <Card />
        </Suspense>
      )
    )
  }
}

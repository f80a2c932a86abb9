import { useAtomValue } from 'jotai'
import { useSyncExternalStore } from 'react'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { guideAtom } from './guide/guideAtoms.ts'
import { isGuideKept } from './guide/guideKey.ts'

export const guidedCheckPart = createPart(async () => (await import('./guide/GuidedCheck.tsx')).GuidedCheck)

/** The guided check, once it was begun here, or where this tab was left in the middle of one. */
export function GuideSlot() {
  const isBegun = useAtomValue(guideAtom) !== null
  const isKept = useSyncExternalStore(never, isGuideKept, () => false)
  return isBegun || isKept ? <LatePart part={guidedCheckPart} props={{}} /> : null
}

function never(): () => void {
  return () => undefined
}

import { useAtomValue } from 'jotai'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { useInBrowser } from '../ui/useInBrowser.tsx'
import { guideAtom } from './guide/guideAtoms.ts'
import { isGuideKept } from './guide/guideKey.ts'

export const guidedCheckPart = createPart(async () => (await import('./guide/GuidedCheck.tsx')).GuidedCheck)

/** The guided check, once it was begun here, or where this tab was left in the middle of one. */
export function GuideSlot() {
  const isBegun = useAtomValue(guideAtom) !== null
  const isKept = useInBrowser(isGuideKept)
  return isBegun || isKept ? <LatePart part={guidedCheckPart} props={{}} /> : null
}

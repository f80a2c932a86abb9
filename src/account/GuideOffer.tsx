import { useSetAtom } from 'jotai'
import { BANS } from '../../contract/bans.ts'
import { guideText } from '../text/guide.ts'
import { Button } from '../ui/Button.tsx'
import { isShareable } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { startGuideAtom } from './guide/guideAtoms.ts'

/** Offers to look, one after the other, at what was not judged. */
export function GuideOffer({ result }: { result: AccountResult }) {
  const start = useSetAtom(startGuideAtom)
  const open = BANS.filter((ban) => result[ban] === null)
  if (open.length === 0 || !isShareable(result)) return null
  return <Button onClick={() => start(result.screenName, open)}>{guideText.guided.start}</Button>
}

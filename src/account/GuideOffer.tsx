import { useSetAtom } from 'jotai'
import type { Ban } from '../../contract/bans.ts'
import { guideText } from '../text/guide.ts'
import { text } from '../text/ja.ts'
import { linkClass } from '../ui/Button.tsx'
import { startGuideAtom } from './guide/guideAtoms.ts'
import { SIGHT_LINKS } from './guide/guideLinks.ts'

type GuideOfferProps = { name: string; bans: readonly [Ban, ...Ban[]] }

/** Opens X where the first of these items can be seen, and at the same press the guide, which asks here what was seen. */
export function GuideOffer({ name, bans }: GuideOfferProps) {
  const start = useSetAtom(startGuideAtom)
  return (
    <a
      className={linkClass}
      href={SIGHT_LINKS[bans[0]](name)}
      target="_blank"
      rel="noopener noreferrer"
      onClick={() => start(name, bans)}
    >
      <span className="verdict">{guideText.guided.start}</span>
      <span className="visually-hidden">{text.newTab}</span>
      <span aria-hidden="true">↗</span>
    </a>
  )
}

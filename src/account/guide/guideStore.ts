import * as v from 'valibot'
import { BANS } from '../../../contract/bans.ts'
import { ScreenName } from '../../../contract/ScreenName.ts'
import type { Guide } from './guideAtoms.ts'
import { GUIDE_KEY } from './guideKey.ts'

/** A guided check as the tab keeps it. `step` is the item that is looked at; after the last one it is their number. */
const KeptGuide = v.pipe(
  v.object({
    name: ScreenName,
    bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
    step: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.check(({ bans, step }) => step <= bans.length, 'beyond the last item'),
  v.check(({ bans }) => new Set(bans).size === bans.length, 'an item twice'),
)

/** Keeps the guide for this tab, or forgets it. Where storage is denied it lasts as long as the page. */
export function keepGuide(guide: Guide | null): void {
  try {
    if (guide) sessionStorage.setItem(GUIDE_KEY, JSON.stringify(guide))
    else sessionStorage.removeItem(GUIDE_KEY)
  } catch {
    // Denied storage keeps nothing.
  }
}

/** The guide that this tab has kept; null where there is none that can be read. */
export function keptGuide(): Guide | null {
  try {
    const kept = v.safeParse(KeptGuide, JSON.parse(sessionStorage.getItem(GUIDE_KEY) ?? 'null'))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}

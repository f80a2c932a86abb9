import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { BANS } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { enterObservationsAtom } from '../../observations/observations.ts'
import { GUIDE_KEY } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'

/** A guided check as the tab keeps it. `step` is the item that is looked at; after the last one it is their number. */
const StoredGuide = v.pipe(
  v.object({
    name: ScreenName,
    bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
    step: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** Older pages kept a guide only while it was open. */
    isOpen: v.optional(v.boolean(), true),
  }),
  v.check(({ bans, step }) => step <= bans.length, 'beyond the last item'),
  v.check(({ bans }) => new Set(bans).size === bans.length, 'an item twice'),
)

/** The guide that this tab has kept; null where there is none that can be read. */
export function storedGuide(): Guide | null {
  try {
    const stored = v.safeParse(StoredGuide, JSON.parse(sessionStorage.getItem(GUIDE_KEY) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

/** Reads what the visitor saw of an account's items. */
export const enterItemsAtom = atom(null, async (_get, set, name: string) => {
  await set(
    enterObservationsAtom,
    BANS.map((item) => ({ name, item })),
  )
})

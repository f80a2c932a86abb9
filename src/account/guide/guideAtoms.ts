import { atom } from 'jotai/vanilla'
import type { Ban } from '../../../contract/outcomes.ts'
import { readFromTab, storeInTab } from '../../lib/tabStore.ts'
import { accountFlow } from '../accountFlow.ts'
import { shownNameAtom } from '../address.ts'

/** A guided check of one account by hand. `step` is the index of the current item; after the last item it equals `bans.length`. */
export type GuidedCheckState = { name: string; bans: readonly Ban[]; step: number; isOpen: boolean }

export const GUIDE_STORAGE_KEY = 'account.guide'

const openedGuideAtom = atom<GuidedCheckState | null>(null)
/** Whether a guided check was begun or resumed on this page, of any account. */
export const hasGuideAtom = atom((get) => get(openedGuideAtom) !== null)

/** The guide of the shown account. A guide of another account is hidden until the result of that account is shown again. */
export const guideAtom = atom((get) => {
  const guide = get(openedGuideAtom)
  return guide && guide.name === get(shownNameAtom) ? guide : null
})

const setGuideAtom = atom(null, (_get, set, guide: GuidedCheckState) => {
  set(openedGuideAtom, guide)
  storeInTab(GUIDE_STORAGE_KEY, guide)
})

export const openGuideAtom = atom(
  null,
  (get, set, name: string, bans: readonly Ban[], isAnswered: (ban: Ban) => boolean) => {
    const guide = get(guideAtom)
    const left = guide?.bans.join() === bans.join() ? guide.step : 0
    const open = left > 0 && left < bans.length ? left : bans.findIndex((ban) => !isAnswered(ban))
    set(setGuideAtom, { name, bans, step: Math.max(open, 0), isOpen: true })
  },
)

/** Takes over a guided check that the tab stored, unless one was begun on this page already. */
export const resumeGuideAtom = atom(null, (get, set, stored: GuidedCheckState | null) => {
  if (!get(openedGuideAtom)) set(openedGuideAtom, stored)
})

export const goToGuideStepAtom = atom(null, (get, set, step: number) => {
  const guide = get(guideAtom)
  if (guide) set(setGuideAtom, { ...guide, step })
})

export const closeGuideAtom = atom(null, (get, set) => {
  const guide = get(openedGuideAtom)
  if (guide) set(setGuideAtom, { ...guide, isOpen: false })
})

/** The `endedAt` of the result whose image also shows the visitor's observations, in Unix milliseconds; null for none. */
const picturedAtom = atom<number | null>(null)
export const includesObservationsInImageAtom = atom(
  (get) => get(accountFlow.doneAtom) !== null && get(picturedAtom) === get(accountFlow.doneAtom)?.endedAt,
  (get, set, isWanted: boolean) =>
    set(picturedAtom, isWanted ? (get(accountFlow.doneAtom)?.endedAt ?? null) : null),
)

/** Whether this tab has a guided check. */
export function isGuideStored(): boolean {
  return readFromTab(GUIDE_STORAGE_KEY) !== undefined
}

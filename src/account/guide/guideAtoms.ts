import { atom } from 'jotai/vanilla'
import type { Ban } from '../../../contract/outcomes.ts'
import { doneAtom, shownNameAtom } from '../accountAtoms.ts'

/** A guided check of one account: its items, which of them is looked at, and whether it is open. After the last one `step` is their number. */
export type Guide = { name: string; bans: readonly Ban[]; step: number; isOpen: boolean }

/** The session storage key under which the guided check of this tab is kept. */
export const GUIDE_KEY = 'account.guide'

/** In the address of a link for a friend: the items to look at. */
export const GUIDE_PARAMETER = 'guide'

const stateAtom = atom<Guide | null>(null)
export const hasGuideAtom = atom((get) => get(stateAtom) !== null)

/** The guide of the account that is shown; that of another one waits until its answer is shown again. */
export const guideAtom = atom((get) => {
  const guide = get(stateAtom)
  return guide && guide.name === get(shownNameAtom) ? guide : null
})

/** Every change is kept for this tab. Where storage is denied the guide lasts as long as the page. */
const setGuideAtom = atom(null, (_get, set, guide: Guide) => {
  set(stateAtom, guide)
  try {
    sessionStorage.setItem(GUIDE_KEY, JSON.stringify(guide))
  } catch {
    // Denied storage keeps nothing.
  }
})

/** The item with which a guide begins: where it was left, else the first without an answer. */
export const nextItemAtom = atom((get) => {
  const guide = get(guideAtom)
  return (bans: readonly Ban[], isAnswered: (ban: Ban) => boolean): number => {
    const left = guide && guide.bans.join() === bans.join() ? guide.step : 0
    const open = left > 0 && left < bans.length ? left : bans.findIndex((ban) => !isAnswered(ban))
    return Math.max(open, 0)
  }
})

/** Opens the guide of an account at one of its items. */
export const openGuideAtom = atom(null, (_get, set, name: string, bans: readonly Ban[], step: number) => {
  set(setGuideAtom, { name, bans, step, isOpen: true })
})

/** Takes over the guide that the tab has kept, unless there is one already. */
export const resumeGuideAtom = atom(null, (get, set, stored: Guide | null) => {
  if (!get(stateAtom)) set(stateAtom, stored)
})

/** One item on or back. */
export const moveGuideAtom = atom(null, (get, set, by: 1 | -1) => {
  const guide = get(guideAtom)
  if (!guide) return
  set(setGuideAtom, { ...guide, step: Math.min(Math.max(guide.step + by, 0), guide.bans.length) })
})

/** Closes the guide, which goes on from here when it is opened again. */
export const closeGuideAtom = atom(null, (get, set) => {
  const guide = get(stateAtom)
  if (guide) set(setGuideAtom, { ...guide, isOpen: false })
})

/** The answer whose picture also shows what the visitor saw, by when it came: only if they want that. */
const picturedAtom = atom<number | null>(null)
export const isPicturedAtom = atom(
  (get) => get(doneAtom) !== null && get(picturedAtom) === get(doneAtom)?.endedAt,
  (get, set, isWanted: boolean) => set(picturedAtom, isWanted ? (get(doneAtom)?.endedAt ?? null) : null),
)

/** Whether a guided check was left off in this tab, in X's page or when the browser discarded it, or the address asks a friend for one. */
export function isGuideStored(): boolean {
  try {
    return (
      sessionStorage.getItem(GUIDE_KEY) !== null || new URLSearchParams(location.search).has(GUIDE_PARAMETER)
    )
  } catch {
    return false
  }
}

import { atom } from 'jotai/vanilla'
import type { Ban } from '../../../contract/outcomes.ts'

/** A guided check of one account: its items, and which of them is looked at. After the last one `step` is their number. */
export type Guide = { name: string; bans: readonly Ban[]; step: number }

const stateAtom = atom<Guide | null>(null)
export const guideAtom = atom((get) => get(stateAtom))

/** Begins with the first of the items. */
export const startGuideAtom = atom(null, (_get, set, name: string, bans: readonly Ban[]) => {
  set(stateAtom, { name, bans, step: 0 })
})

/** Goes on where the tab left off, unless a guide is open already. */
export const resumeGuideAtom = atom(null, (get, set, kept: Guide | null) => {
  if (!get(stateAtom)) set(stateAtom, kept)
})

/** One item on or back. */
export const moveGuideAtom = atom(null, (get, set, by: 1 | -1) => {
  const guide = get(stateAtom)
  if (!guide) return
  set(stateAtom, { ...guide, step: Math.min(Math.max(guide.step + by, 0), guide.bans.length) })
})

export const closeGuideAtom = atom(null, (_get, set) => set(stateAtom, null))

/** Whether the picture of a result also shows what the visitor saw: only if they want that. */
export const showsFindingsAtom = atom(false)

/** The session storage key under which the guided check of this tab is kept. */
export const GUIDE_KEY = 'account.guide'

/** Whether a guided check was left off in this tab: in X's page, or when the browser discarded the tab. */
export function isGuideKept(): boolean {
  try {
    return sessionStorage.getItem(GUIDE_KEY) !== null
  } catch {
    return false
  }
}

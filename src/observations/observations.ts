import { atom } from 'jotai/vanilla'
import type { Viewer } from '../../contract/feedback.ts'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { dropOldest } from '../lib/dropOldest.ts'
import { subjectKey } from '../storage/records.ts'
import type { ObservedAnswer, Subject } from '../storage/records.ts'
import { storeObservation, observationsOf } from '../storage/stores.ts'
import { observationText } from '../text/observations.ts'
import { formatNearDay } from '../text/japanese.ts'
import { resultText } from '../text/result.ts'

/** What the visitor saw. `outcome` says whether the device stored it; `isNew` is set while that is not known yet. */
export type Observed = {
  answer: ObservedAnswer
  at: number
  viewer?: Viewer | undefined
  outcome?: StoreOutcome
  isNew?: true
}
/** The kind of account with which the visitor looks. It is stored with their next answers. */
export const viewerAtom = atom<Viewer | undefined>(undefined)

/** Maximum number of observations in memory: more than any page shows at once, about 100 KB. The oldest are removed first. */
const REMEMBERED_MAX = 1000

/** Observations by the keys of their subjects, so that none is shown, drawn or sent for another account or post. */
const stateAtom = atom<ReadonlyMap<string, Observed>>(new Map())

export const observedAtom = atom((get) => {
  const all = get(stateAtom)
  return (subject: Subject) => all.get(subjectKey(subject))
})
export type GetObserved = (subject: Subject) => Observed | undefined

/** Reads the stored observations of the subjects. Observations that were deleted on the device are removed; those that were never stored, or answered meanwhile, remain. */
export const enterObservationsAtom = atom(null, async (get, set, subjects: readonly Subject[]) => {
  if (subjects.length === 0) return
  const keys = subjects.map(subjectKey)
  const kept = await observationsOf(keys)
  const now = new Map(get(stateAtom))
  for (const key of keys) {
    const { outcome = 'kept', isNew } = now.get(key) ?? {}
    if (outcome === 'kept' && !isNew) now.delete(key)
  }
  for (const { about, answer, at, viewer } of kept)
    if (!now.has(about)) now.set(about, { answer, at, ...(viewer && { viewer }) })
  dropOldest(now, REMEMBERED_MAX)
  set(stateAtom, now)
})

export const enterItemsAtom = atom(null, async (_get, set, name: string) => {
  const subjects = BANS.map((item) => ({ name, item }))
  await set(enterObservationsAtom, subjects)
})

export const observeAtom = atom(null, async (get, set, subject: Subject, answer: ObservedAnswer) => {
  const key = subjectKey(subject)
  const at = Date.now()
  const put = (observed: Observed) => {
    const all = new Map(get(stateAtom)).set(key, observed)
    dropOldest(all, REMEMBERED_MAX)
    set(stateAtom, all)
  }
  const viewer = get(viewerAtom)
  const seen = { answer, at, ...(viewer && { viewer }) }
  put({ ...seen, isNew: true })
  const outcome = await storeObservation({ ...subject, ...seen })
  if (get(stateAtom).get(key)?.at === at) put({ ...seen, outcome })
})

/** Formats an observation, e.g. あなたの確認：見えた（11月21日）. */
export function observationSentence(ban: Ban, { answer, at }: Observed): string {
  return observationText.own(resultText.ban[ban].answers[answer], formatNearDay(at))
}

import { atom } from 'jotai/vanilla'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { dropOldest } from '../lib/dropOldest.ts'
import { observationKey } from '../storage/records.ts'
import type { ObservedAnswer, ObservationSubject, ViewerKind } from '../storage/records.ts'
import { storeObservation, readObservations } from '../storage/stores.ts'
import { observationText } from '../text/observations.ts'
import { formatNearDay } from '../text/japanese.ts'
import { resultText } from '../text/result.ts'

/** An observation as the page shows it. `outcome` says whether the device stored it; `isNew` is set while that is not known yet. */
export type ObservationOnPage = ObservedAnswerDetails & { outcome?: StoreOutcome; isNew?: true }

type ObservedAnswerDetails = { answer: ObservedAnswer; at: number; viewer?: ViewerKind }

/** Who looks. It is stored with the next answers. */
export const chosenViewerAtom = atom<ViewerKind | undefined>(undefined)

/** Maximum number of observations in memory: more than any page shows at once, about 100 KB. The oldest are removed first. */
const REMEMBERED_MAX = 1000

/** Observations by the keys of their subjects, so that none is shown, drawn or sent for another account or post. */
const observationsByKeyAtom = atom<ReadonlyMap<string, ObservationOnPage>>(new Map())

export const getObservationAtom = atom((get) => {
  const all = get(observationsByKeyAtom)
  return (subject: ObservationSubject) => all.get(observationKey(subject))
})
export type GetObservation = (subject: ObservationSubject) => ObservationOnPage | undefined

/** Reads the stored observations of the subjects. Observations that were deleted on the device are removed; those that were never stored, or that were made while the device was read, remain. */
export const loadObservationsAtom = atom(null, async (get, set, subjects: readonly ObservationSubject[]) => {
  if (subjects.length === 0) return
  const keys = subjects.map(observationKey)
  const before = get(observationsByKeyAtom)
  const kept = await readObservations(keys)
  const now = new Map(get(observationsByKeyAtom))
  for (const key of keys) {
    const { outcome = 'kept', isNew } = now.get(key) ?? {}
    if (outcome === 'kept' && !isNew && now.get(key) === before.get(key)) now.delete(key)
  }
  for (const { about, answer, at, viewer } of kept)
    if (!now.has(about)) now.set(about, { answer, at, ...(viewer && { viewer }) })
  dropOldest(now, REMEMBERED_MAX)
  set(observationsByKeyAtom, now)
})

export const loadBanObservationsAtom = atom(null, async (_get, set, name: string) => {
  const subjects = BANS.map((item) => ({ name, item }))
  await set(loadObservationsAtom, subjects)
})

/** Stores an observation, and shows it at once. */
export const recordObservationAtom = atom(
  null,
  async (get, set, subject: ObservationSubject, answer: ObservedAnswer) => {
    const viewer = get(chosenViewerAtom)
    const seen: ObservedAnswerDetails = { answer, at: Date.now(), ...(viewer && { viewer }) }
    const key = observationKey(subject)
    const showObservation = (observed: ObservationOnPage) => {
      const all = new Map(get(observationsByKeyAtom)).set(key, observed)
      dropOldest(all, REMEMBERED_MAX)
      set(observationsByKeyAtom, all)
    }
    const observed = { ...seen, isNew: true } as const
    showObservation(observed)
    const outcome = await storeObservation({ ...subject, ...seen })
    if (get(observationsByKeyAtom).get(key) === observed) showObservation({ ...seen, outcome })
  },
)

/** Formats an observation, e.g. 自分の確認：見えた（11月21日）. */
export function observationSentence(ban: Ban, { answer, at, viewer }: ObservationOnPage): string {
  return observationText.own(resultText.ban[ban].answers[answer], formatNearDay(at), viewer)
}

import { atom } from 'jotai/vanilla'
import type { ViewerKind } from '../../contract/feedback.ts'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { dropOldest } from '../lib/dropOldest.ts'
import { observationKey } from '../storage/records.ts'
import type { ObservedAnswer, ObservationSubject } from '../storage/records.ts'
import { storeObservation, observationsOf } from '../storage/stores.ts'
import { observationText } from '../text/observations.ts'
import { formatNearDay } from '../text/japanese.ts'
import { resultText } from '../text/result.ts'

/** What the visitor saw. `outcome` says whether the device stored it; `isNew` is set while that is not known yet. */
export type ShownObservation = Seen & { outcome?: StoreOutcome; isNew?: true }

/** `friend`: a friend looked, and sent the answer by a link. */
type Seen = { answer: ObservedAnswer; at: number; viewer?: ViewerKind; friend?: true }

/** The kind of account with which the visitor looks. It is stored with their next answers. */
export const viewerAtom = atom<ViewerKind | undefined>(undefined)

/** Maximum number of observations in memory: more than any page shows at once, about 100 KB. The oldest are removed first. */
const REMEMBERED_MAX = 1000

/** Observations by the keys of their subjects, so that none is shown, drawn or sent for another account or post. */
const stateAtom = atom<ReadonlyMap<string, ShownObservation>>(new Map())

export const getObservationAtom = atom((get) => {
  const all = get(stateAtom)
  return (subject: ObservationSubject) => all.get(observationKey(subject))
})
/** What the visitor saw with their own eyes; not what a friend saw. */
export const getOwnObservationAtom = atom((get) => {
  const getObserved = get(getObservationAtom)
  return (subject: ObservationSubject) => {
    const observed = getObserved(subject)
    return observed?.friend ? undefined : observed
  }
})
export type GetObservation = (subject: ObservationSubject) => ShownObservation | undefined

/** Reads the stored observations of the subjects. Observations that were deleted on the device are removed; those that were never stored, or answered meanwhile, remain. */
export const loadObservationsAtom = atom(null, async (get, set, subjects: readonly ObservationSubject[]) => {
  if (subjects.length === 0) return
  const keys = subjects.map(observationKey)
  const kept = await observationsOf(keys)
  const now = new Map(get(stateAtom))
  for (const key of keys) {
    const { outcome = 'kept', isNew } = now.get(key) ?? {}
    if (outcome === 'kept' && !isNew) now.delete(key)
  }
  for (const { about, answer, at, viewer, friend } of kept)
    if (!now.has(about)) now.set(about, { answer, at, ...(viewer && { viewer }), ...(friend && { friend }) })
  dropOldest(now, REMEMBERED_MAX)
  set(stateAtom, now)
})

export const loadBanObservationsAtom = atom(null, async (_get, set, name: string) => {
  const subjects = BANS.map((item) => ({ name, item }))
  await set(loadObservationsAtom, subjects)
})

/** Stores an observation, and shows it at once. */
const keepAtom = atom(null, async (get, set, subject: ObservationSubject, seen: Seen) => {
  const key = observationKey(subject)
  const put = (observed: ShownObservation) => {
    const all = new Map(get(stateAtom)).set(key, observed)
    dropOldest(all, REMEMBERED_MAX)
    set(stateAtom, all)
  }
  const observed = { ...seen, isNew: true } as const
  put(observed)
  const outcome = await storeObservation({ ...subject, ...seen })
  if (get(stateAtom).get(key) === observed) put({ ...seen, outcome })
  return outcome
})

export const recordObservationAtom = atom(
  null,
  async (get, set, subject: ObservationSubject, answer: ObservedAnswer) => {
    const viewer = get(viewerAtom)
    await set(keepAtom, subject, { answer, at: Date.now(), ...(viewer && { viewer }) })
  },
)

/** Records what a friend saw at `at` of items of an account. Returns the first outcome that is not `kept`, if there is one. */
export const recordFriendAnswerAtom = atom(
  null,
  async (_get, set, name: string, seen: readonly (readonly [Ban, ObservedAnswer])[], at: number) => {
    const outcomes: StoreOutcome[] = []
    for (const [item, answer] of seen) {
      outcomes.push(await set(keepAtom, { name, item }, { answer, at, friend: true }))
    }
    return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
  },
)

/** Formats an observation, e.g. あなたの確認：見えた（11月21日）. */
export function observationSentence(ban: Ban, { answer, at, friend }: ShownObservation): string {
  return observationText.own(resultText.ban[ban].answers[answer], formatNearDay(at), friend)
}

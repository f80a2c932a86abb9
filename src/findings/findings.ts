import { atom } from 'jotai/vanilla'
import type { Ban } from '../../contract/outcomes.ts'
import type { KeepOutcome } from '../storage/database.ts'
import type { PostSighting, Sighting } from '../storage/records.ts'
import { findingsOf, keepFinding, keepPostFinding, postFindingsOf } from '../storage/stores.ts'
import { guideText } from '../text/guide.ts'
import { formatNearDay } from '../text/japanese.ts'

/** What the visitor saw of one ban. `outcome` tells whether the device keeps it; it is set shortly after the answer. */
export type OwnFinding = { answer: Sighting; at: number; outcome?: KeepOutcome }
export type OwnFindings = Partial<Record<Ban, OwnFinding>>
type Findings = { name: string; items: OwnFindings }

/** One object, so that entering an account draws nothing again where there was nothing. */
const NONE: OwnFindings = {}

/** The findings of the account that is shown: one account's at a time. */
const findingsAtom = atom<Findings>({ name: '', items: NONE })
export const ownFindingsAtom = atom((get) => get(findingsAtom).items)

/** Loads the findings that the device keeps of an account. Answers given meanwhile are newer and stay. */
export const enterFindingsAtom = atom(null, async (get, set, name: string) => {
  if (get(findingsAtom).name === name) return
  set(findingsAtom, { name, items: NONE })
  const kept = await findingsOf(name)
  const now = get(findingsAtom)
  if (now.name !== name || kept.length === 0) return
  const items = Object.fromEntries(kept.map(({ ban, answer, at }) => [ban, { answer, at }]))
  set(findingsAtom, { name, items: { ...items, ...now.items } })
})

/** Records the visitor's answer. It stays on this device and does not change the verdict. */
export const answerAtom = atom(null, async (get, set, ban: Ban, answer: Sighting) => {
  const { name } = get(findingsAtom)
  const finding = { answer, at: Date.now() }
  const put = (item: OwnFinding) => {
    const now = get(findingsAtom)
    if (now.name === name) set(findingsAtom, { name, items: { ...now.items, [ban]: item } })
  }
  put(finding)
  const outcome = await keepFinding(name, ban, answer, finding.at)
  if (get(findingsAtom).items[ban]?.at === finding.at) put({ ...finding, outcome })
})

/** What the visitor saw of a ban, as it stands beside the state, e.g. あなたの確認：見えた（11月21日）. */
export function findingWords(ban: Ban, { answer, at }: OwnFinding): string {
  return guideText.see.own(guideText.see.answers(ban)[answer], formatNearDay(at))
}

/** What the visitor saw of one post. `outcome` tells whether the device keeps it; it is set shortly after the answer, which `isNew` until then. */
export type OwnPostFinding = { answer: PostSighting; at: number; outcome?: KeepOutcome; isNew?: true }

/** The findings by the ids of posts: those of the list that is shown, and what was answered since. */
export type OwnPostFindings = ReadonlyMap<string, OwnPostFinding>
const postFindingAtomsFindingsAtom = atom<OwnPostFindings>(new Map())
export const postFindingsAtom = atom((get) => get(postFindingAtomsFindingsAtom))

/** Loads the findings that the device keeps of a list's posts. Those that it does not keep, or not yet, stay. */
export const enterPostFindingsAtom = atom(null, async (get, set, ids: readonly string[]) => {
  if (ids.length === 0) return
  const kept = await postFindingsOf(ids)
  const loaded = kept.map(({ id, answer, at }) => [id, { answer, at }] as const)
  const unkept = [...get(postFindingAtomsFindingsAtom)].filter(
    ([, { outcome = 'kept', isNew }]) => isNew || outcome !== 'kept',
  )
  set(postFindingAtomsFindingsAtom, new Map<string, OwnPostFinding>([...loaded, ...unkept]))
})

/** `isHint`: X did not say whose post it is, and the name is the one of its URL. */
export type SearchLink = { id: string; href: string; name: string; isHint: boolean }

/** Records the visitor's answer. It stays on this device and does not change the verdict. */
export const answerPostAtom = atom(null, async (get, set, { id, name }: SearchLink, answer: PostSighting) => {
  const at = Date.now()
  const put = (finding: OwnPostFinding) =>
    set(postFindingAtomsFindingsAtom, new Map(get(postFindingAtomsFindingsAtom)).set(id, finding))
  put({ answer, at, isNew: true })
  const outcome = await keepPostFinding({ id, name, answer, at })
  if (get(postFindingAtomsFindingsAtom).get(id)?.at === at) put({ answer, at, outcome })
})

import { atom } from 'jotai/vanilla'
import type { Ban } from '../../../contract/bans.ts'
import type { Sighting } from '../../log/store/Finding.ts'
import type { KeepOutcome } from '../../log/store/database.ts'
import { findingsOf, keepFinding } from '../../log/store/findingStore.ts'

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

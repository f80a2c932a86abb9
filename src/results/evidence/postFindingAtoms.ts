import { atom } from 'jotai/vanilla'
import type { KeepOutcome } from '../../log/store/database.ts'
import type { PostSighting } from '../../log/store/PostFinding.ts'
import { keepPostFinding, postFindingsOf } from '../../log/store/postFindingStore.ts'
import type { SearchLink } from './searchLink.ts'

/** What the visitor saw of one post. `outcome` tells whether the device keeps it; it is set shortly after the answer, which `isNew` until then. */
export type OwnPostFinding = { answer: PostSighting; at: number; outcome?: KeepOutcome; isNew?: true }

/** The findings by the ids of posts: those of the list that is shown, and what was answered since. */
export type OwnPostFindings = ReadonlyMap<string, OwnPostFinding>
const findingsAtom = atom<OwnPostFindings>(new Map())
export const postFindingsAtom = atom((get) => get(findingsAtom))

/** Loads the findings that the device keeps of a list's posts. Those that it does not keep, or not yet, stay. */
export const enterPostFindingsAtom = atom(null, async (get, set, ids: readonly string[]) => {
  if (ids.length === 0) return
  const kept = await postFindingsOf(ids)
  const loaded = kept.map(({ id, answer, at }) => [id, { answer, at }] as const)
  const unkept = [...get(findingsAtom)].filter(
    ([, { outcome = 'kept', isNew }]) => isNew || outcome !== 'kept',
  )
  set(findingsAtom, new Map<string, OwnPostFinding>([...loaded, ...unkept]))
})

/** Records the visitor's answer. It stays on this device and does not change the verdict. */
export const answerPostAtom = atom(null, async (get, set, { id, name }: SearchLink, answer: PostSighting) => {
  const at = Date.now()
  const put = (finding: OwnPostFinding) => set(findingsAtom, new Map(get(findingsAtom)).set(id, finding))
  put({ answer, at, isNew: true })
  const outcome = await keepPostFinding({ id, name, answer, at })
  if (get(findingsAtom).get(id)?.at === at) put({ answer, at, outcome })
})

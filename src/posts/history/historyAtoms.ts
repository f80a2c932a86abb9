import { atom } from 'jotai/vanilla'
import type { History } from '../../../contract/wire.ts'
import { createPart } from '../../load/createPart.ts'

const fetchPart = createPart(async () => (await import('./fetchHistory.ts')).fetchHistory)

/** There is no state for a failed fetch: the page is then idle, with its link back to the form. */
type HistoryFlow =
  | { state: 'idle' }
  | { state: 'loading'; id: string; controller: AbortController }
  | { state: 'done'; id: string; history: History }

const IDLE: HistoryFlow = { state: 'idle' }
const flowAtom = atom<HistoryFlow>(IDLE)

export const historyLoadingAtom = atom((get) => get(flowAtom).state === 'loading')
export const historyAtom = atom((get) => {
  const flow = get(flowAtom)
  return flow.state === 'done' ? flow : null
})

/** Loads a saved batch, unless it is there or on its way already. */
export const enterHistoryAtom = atom(null, async (get, set, id: string) => {
  const flow = get(flowAtom)
  if (flow.state !== 'idle' && flow.id === id) return
  set(leaveHistoryAtom)
  const controller = new AbortController()
  const { signal } = controller
  set(flowAtom, { state: 'loading', id, controller })
  try {
    const fetchHistory = await fetchPart.load()
    const history = await fetchHistory(id, signal)
    if (!signal.aborted) set(flowAtom, { state: 'done', id, history })
  } catch {
    if (!signal.aborted) set(flowAtom, IDLE)
  }
})

/** Stops the loading without changing the screen, since the page is being frozen. `leaveHistoryAtom` follows when it comes back. */
export const haltHistoryAtom = atom(null, (get) => {
  const flow = get(flowAtom)
  if (flow.state === 'loading') flow.controller.abort()
})

export const leaveHistoryAtom = atom(null, (get, set) => {
  const flow = get(flowAtom)
  if (flow.state !== 'loading') return
  flow.controller.abort()
  set(flowAtom, IDLE)
})

import { atom } from 'jotai/vanilla'
import type { History } from '../../../contract/wire.ts'
import { createFlow } from '../../check/createFlow.ts'
import { createPart } from '../../lib/loadChunk.ts'
import { text } from '../../text/ja.ts'

const fetchPart = createPart(async () => (await import('./fetchHistory.ts')).fetchHistory)

/** What is asked for is the batch's id. Nothing is shown of a failed fetch: the page then has its link back to the form alone. */
const flow = createFlow<string, History>()
export const { doneAtom: historyAtom, haltAtom: haltHistoryAtom, leaveAtom: leaveHistoryAtom } = flow
export const historyLoadingAtom = atom((get) => get(flow.runningAtom) !== null)
/** What a screen reader announces: that it is loading, and that this is over, whatever came of it. */
export const historyAnnouncementAtom = atom((get) => {
  const state = get(flow.stateAtom)
  if (state === 'idle') return ''
  return state === 'running' ? text.history.loading : text.history.loaded
})

/** Loads a saved batch, unless it is there or on its way already. */
export const enterHistoryAtom = atom(null, async (get, set, id: string) => {
  if (get(flow.askedAtom) === id && !get(flow.failedAtom)) return
  set(flow.clearAtom)
  await set(flow.runAtom, id, async ({ signal }) => {
    const fetchHistory = await fetchPart.load()
    return await fetchHistory(id, signal)
  })
})

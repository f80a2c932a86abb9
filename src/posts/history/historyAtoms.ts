import { atom } from 'jotai/vanilla'
import type { History } from '../../../contract/wire.ts'
import { capabilitiesAtom } from '../../check/capabilities.tsx'
import { createFlow } from '../../check/createFlow.ts'
import { lazyModule } from '../../lib/loadChunk.ts'
import { text } from '../../text/ja.ts'
import { formatSecond } from '../../text/japanese.ts'

const fetchModule = lazyModule(async () => (await import('./fetchHistory.ts')).fetchHistory)

/** Asks for a batch's id. Nothing is shown of a failed fetch. */
export const historyFlow = createFlow<string, History>()
export const historyLoadingAtom = atom((get) => get(historyFlow.runningAtom) !== null)
export const retentionSentenceAtom = atom((get) =>
  text.history.keptAlways(get(historyFlow.doneAtom)?.answer.keptDays ?? get(capabilitiesAtom)?.keptDays),
)
export const historyAnnouncementAtom = atom((get) => {
  const state = get(historyFlow.stateAtom)
  if (state === 'idle') return ''
  if (state === 'running') return text.history.loading
  const saved = get(historyFlow.doneAtom)
  return saved ? text.history.time(formatSecond(saved.answer.timestamp)) : get(retentionSentenceAtom)
})

export const enterHistoryAtom = atom(null, async (get, set, id: string) => {
  if (get(historyFlow.askedAtom) === id && !get(historyFlow.failedAtom)) return
  set(historyFlow.showAtom, null)
  await set(historyFlow.runAtom, id, async ({ signal }) => {
    const fetchHistory = await fetchModule.load()
    return await fetchHistory(id, signal)
  })
})

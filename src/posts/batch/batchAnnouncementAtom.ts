import { atom } from 'jotai/vanilla'
import { text } from '../../text/ja.ts'
import { doneBatchAtom, runningBatchAtom } from './batchAtoms.ts'
import { countGroups } from '../../results/group.ts'
import { verdictOf } from '../batchVerdict.ts'

/** What a screen reader is told as the check goes on. Alerts announce themselves. */
export const batchAnnouncementAtom = atom((get) => {
  const running = get(runningBatchAtom)
  if (running) return text.phase[running.stage.name]
  const done = get(doneBatchAtom)
  return done ? verdictOf(countGroups(done.answer.results)).sentence : ''
})

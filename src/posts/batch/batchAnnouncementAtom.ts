import { atom } from 'jotai/vanilla'
import { text } from '../../text/ja.ts'
import { runningBatchAtom } from './batchAtoms.ts'

/** What a screen reader is told as the check goes on. Its end takes the focus and is read from there. */
export const batchAnnouncementAtom = atom((get) => {
  const running = get(runningBatchAtom)
  return running ? text.phase[running.stage.name] : ''
})

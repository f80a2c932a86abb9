import { atom } from 'jotai/vanilla'
import { text } from '../../text/ja.ts'
import { runningBatchAtom } from './batchAtoms.ts'

/** What a screen reader announces during a check. The outcome is not announced, since it takes the focus. */
export const batchAnnouncementAtom = atom((get) => {
  const running = get(runningBatchAtom)
  return running ? text.phase[running.stage.name] : ''
})

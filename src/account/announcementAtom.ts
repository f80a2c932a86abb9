import { atom } from 'jotai/vanilla'
import { text } from '../text/ja.ts'
import { runningAtom } from './accountAtoms.ts'

/** What a screen reader is told as the check goes on. Its end takes the focus and is read from there. */
export const announcementAtom = atom((get) => {
  const running = get(runningAtom)
  return running ? text.phase[running.stage.name] : ''
})

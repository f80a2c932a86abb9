import { atom } from 'jotai/vanilla'
import { text } from '../text/ja.ts'
import { runningAtom } from './accountAtoms.ts'

/** What a screen reader announces during a check. The outcome is not announced, since it takes the focus. */
export const announcementAtom = atom((get) => {
  const running = get(runningAtom)
  return running ? text.phase[running.stage.name] : ''
})

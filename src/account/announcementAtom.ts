import { atom } from 'jotai/vanilla'
import { text } from '../text/ja.ts'
import { doneAtom, failedAtom, runningAtom } from './accountAtoms.ts'
import { verdictOf } from './accountVerdict.ts'

/** What a screen reader is told as the check goes on. Alerts announce themselves. */
export const announcementAtom = atom((get) => {
  const running = get(runningAtom)
  if (running) return text.phase[running.stage.name]
  const done = get(doneAtom)
  if (done) return verdictOf(done.result).sentence
  return get(failedAtom) ? text.alert.title : ''
})

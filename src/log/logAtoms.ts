import { atom } from 'jotai/vanilla'
import { checkStorageSwitch } from '../storage/database.ts'
import { mergeLogFile, parseLogFile, undoMerge } from '../storage/logFile.ts'
import type { Merge } from '../storage/logFile.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import { readWholeLog } from '../storage/stores.ts'

export const storedLogAtoms = createStoredAtoms({ read: readWholeLog, keeps: checkStorageSwitch })

/** Largest file that is read, in bytes: a full log has about 3 MB. */
const FILE_SIZE_MAX = 20_000_000

/** What the page says of the last file, if it changed nothing. `isOther`: it is no file of the log. `same`: the log has all of its records. */
export const fileNoteAtom = atom<'isOther' | 'same' | null>(null)

/** Reads the log back from its own JSON file, merged with what the device has. */
export const restoreLogAtom = atom(null, async (_get, set, [file]: readonly Blob[]) => {
  set(fileNoteAtom, null)
  if (!file) return
  const text = file.size > FILE_SIZE_MAX ? '' : await file.text().catch(() => '')
  const records = parseLogFile(text)
  if (!records) return set(fileNoteAtom, 'isOther')
  let done: Merge | null = null
  await set(storedLogAtoms.changeAtom, async () => {
    const { outcome, merge } = await mergeLogFile(records)
    done = merge
    return outcome
  })
  set(showMergeAtom, done)
})

const showMergeAtom = atom(null, (_get, set, merge: Merge | null) => {
  if (!merge) return
  const restored = merge.stored.length
  if (restored === 0) set(fileNoteAtom, 'same')
  else set(storedLogAtoms.doneAtom, { restored, undo: () => undoMerge(merge) })
})

import { atom } from 'jotai/vanilla'
import { checkStorageSwitch } from '../storage/database.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import { RECORD_TABLES, readWholeLog } from '../storage/stores.ts'

export const storedLogAtoms = createStoredAtoms({
  read: readWholeLog,
  keeps: checkStorageSwitch,
  tables: RECORD_TABLES,
})

/** Ends watches whose checks were deleted, or all if the log was switched off. If their code cannot be fetched, the next check finds that out. */
export const endWatchesOfDeletedChecksAtom = atom(null, async (_get, set) => {
  const watching = await import('../watch/watchAtoms.ts').catch(() => null)
  if (watching) await set(watching.loadWatchesAtom)
})

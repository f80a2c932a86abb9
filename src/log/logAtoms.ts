import { checkStorageSwitch } from '../storage/database.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import { readWholeLog } from '../storage/stores.ts'

export const storedLogAtoms = createStoredAtoms({
  read: readWholeLog,
  keeps: checkStorageSwitch,
})

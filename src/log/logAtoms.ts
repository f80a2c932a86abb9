import { checkStorageSwitch } from '../storage/database.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import { RECORD_TABLES, readWholeLog } from '../storage/stores.ts'

export const storedLogAtoms = createStoredAtoms({
  read: readWholeLog,
  keeps: checkStorageSwitch,
  tables: RECORD_TABLES,
})

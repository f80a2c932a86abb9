import { atom } from 'jotai/vanilla'
import { storeReservedHomeSpace } from '../../lib/homeRoom.ts'
import { groupByAccount } from '../../results/changes.ts'
import { checkStorageSwitch } from '../../storage/database.ts'
import type { StoredCheck } from '../../storage/records.ts'
import { readWholeLog } from '../../storage/stores.ts'

/** Maximum number of accounts below the field; the one checked last comes first. */
const ACCOUNTS_MAX = 5

/** The last check of each account. Null until the log has been read. */
export const checkedAccountsAtom = atom<readonly StoredCheck[] | null>(null)

/** Reads the accounts from the log. While the log is switched off, there are none. */
export const loadCheckedAccountsAtom = atom(null, async (_get, set) => {
  const isOn = await checkStorageSwitch.isOn()
  const log = isOn ? await readWholeLog() : null
  const accounts = groupByAccount(log?.checks ?? [], []).flatMap(({ entries }) => entries[0]?.check ?? [])
  storeReservedHomeSpace(accounts.length > 0)
  set(checkedAccountsAtom, accounts.slice(0, ACCOUNTS_MAX))
})

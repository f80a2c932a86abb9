import type { Ban } from '../../../contract/bans.ts'
import { readLog, writeLog, readable } from './database.ts'
import type { KeepOutcome } from './database.ts'
import { Finding } from './Finding.ts'
import type { Sighting } from './Finding.ts'
import { accountKey } from './LoggedCheck.ts'
import { logIsOn } from './logSwitch.ts'

/** Keeps what the visitor saw, unless the log is switched off. */
export async function keepFinding(
  name: string,
  ban: Ban,
  answer: Sighting,
  at: number,
): Promise<KeepOutcome> {
  if (!(await logIsOn())) return 'off'
  return await writeLog((log) => log.put('findings', { account: accountKey(name), name, ban, answer, at }))
}

/** What the visitor saw of an account; empty where nothing is kept. */
export async function findingsOf(name: string): Promise<Finding[]> {
  const account = accountKey(name)
  const rows = await readLog((log) => log.getAll('findings', IDBKeyRange.bound([account], [account, []])))
  return readable(Finding, rows ?? []).records
}

import { readLog, writeLog } from './database.ts'
import type { KeepOutcome } from './database.ts'

const KEY = 'keeps-checks'
const MONTHS_KEY = 'keeps-months'

/** Whether checks are kept; on until the visitor switches it off. */
export async function logIsOn(): Promise<boolean> {
  return (await readLog((log) => log.get('settings', KEY))) !== false
}

export async function switchLog(on: boolean): Promise<KeepOutcome> {
  return await writeLog((log) => log.put('settings', on, KEY))
}

/** Whether X's reports are kept; off until the visitor switches it on. */
export async function monthsAreOn(): Promise<boolean> {
  return (await readLog((log) => log.get('settings', MONTHS_KEY))) === true
}

export async function switchMonths(on: boolean): Promise<KeepOutcome> {
  return await writeLog((log) => log.put('settings', on, MONTHS_KEY))
}

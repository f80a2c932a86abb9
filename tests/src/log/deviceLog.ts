import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { parse } from 'valibot'
import { vi } from 'vitest'
import { ScreenName } from '../../../contract/ScreenName.ts'
import { writeLog } from '../../../src/log/store/database.ts'
import type { RecordTable } from '../../../src/log/store/keptRows.ts'
import type { LoggedCheck } from '../../../src/log/store/LoggedCheck.ts'

/** A device whose log is empty; each call is another device. */
export function emptyDevice(): void {
  vi.stubGlobal('indexedDB', new IDBFactory())
}

/** A device whose browser stores nothing, as private modes do. */
export function blockedDevice(): void {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

/** A real check without a finding, but for the changes. */
export function loggedCheck(changes: Partial<LoggedCheck> = {}): LoggedCheck {
  return {
    account: 'name',
    name: parse(ScreenName, 'Name'),
    at: 1000,
    sandbox: false,
    state: 'open',
    bans: { search_suggestion_ban: false, search_ban: false, ghost_ban: false, reply_deboosting: false },
    partly: null,
    withheld: [],
    postsMissing: false,
    ticks: [],
    posts: { ok: 20, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 },
    ...changes,
  }
}

/** Writes records as an older or newer page may have done: nothing looks at them. */
export async function written(table: RecordTable, rows: readonly unknown[]): Promise<void> {
  await writeLog(async (log) => {
    const work = log.transaction(table, 'readwrite')
    await Promise.all([...rows.map((row) => work.store.put(row)), work.done])
  })
}

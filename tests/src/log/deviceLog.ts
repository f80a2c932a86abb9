import '../lib/fakeIndexedDB.ts'
import { IDBFactory } from 'fake-indexeddb'
import { parse } from 'valibot'
import { vi } from 'vitest'
import { ScreenName } from '../../../contract/wire.ts'
import { writeLog } from '../../../src/storage/database.ts'
import type { StoredBatch, StoredCheck, StoredMonth } from '../../../src/storage/records.ts'
import { recordByBan, recordByGroup } from '../../../contract/outcomes.ts'

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

/** Whose a check is. */
export const named = (name: string) => ({ account: name.toLowerCase(), name: parse(ScreenName, name) })

/** A real check without a finding, but for the changes. */
export function storedCheck(changes: Partial<StoredCheck> = {}): StoredCheck {
  return {
    ...named('Name'),
    at: 1000,
    sandbox: false,
    state: 'open',
    asked: { posts: true, reposts: true },
    limited: null,
    bans: recordByBan(() => false),
    partly: null,
    items: null,
    judged: [],
    postsMissing: false,
    missing: null,
    version: null,
    method: null,
    ticks: [],
    posts: { ...recordByGroup(() => 0), ok: 20 },
    ...changes,
  }
}

/** A real check of six posts, saved and one of them failed, but for the changes. */
export function storedBatch(changes: Partial<StoredBatch> = {}): StoredBatch {
  return {
    at: 1000,
    sandbox: false,
    counts: { ...recordByGroup(() => 0), ok: 1, excluded: 2, error: 3 },
    failed: 1,
    withheld: 0,
    sessionId: 'abc',
    keptUntil: null,
    method: null,
    judged: null,
    ...changes,
  }
}

/** A report of a month without labels, but for the changes. */
export function storedMonth(month: string, changes: Partial<StoredMonth> = {}): StoredMonth {
  const counts = { total: 10, postLabels: [], accountLabels: [], unlabelled: 0, account: null }
  return { month, at: 5, generatedAt: null, ...counts, ...changes }
}

/** Writes records as another version may have done: nothing looks at them. Checks are in the order of their times. */
export async function written(
  table: 'checks' | 'batches' | 'observations' | 'months',
  rows: readonly unknown[],
): Promise<void> {
  await writeLog(async (log) => {
    const work = log.transaction(table, 'readwrite')
    const isOrdered = table === 'checks' || table === 'batches'
    const ordered = (row: unknown) => (isOrdered ? { order: Object(row).at, ...Object(row) } : row)
    await Promise.all([...rows.map((row) => work.store.put(ordered(row))), work.done])
  })
}

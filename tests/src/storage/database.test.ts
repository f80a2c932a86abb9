import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readLog } from '../../../src/storage/database.ts'
import { emptyDevice } from '../log/deviceLog.ts'

beforeEach(() => {
  emptyDevice()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const TABLES = ['checks', 'findings', 'settings', 'months', 'postFindings', 'batches']

/** The log as a page of an earlier version left it: the tables that it knew, and a record in each but `settings`. */
async function leftBy(version: number): Promise<void> {
  const log = await openDB('device-log', version, {
    upgrade(tables) {
      tables.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
      tables.createObjectStore('findings', { keyPath: ['account', 'ban'] })
      tables.createObjectStore('settings')
      if (version > 1) tables.createObjectStore('months', { keyPath: 'month' })
      if (version > 2) tables.createObjectStore('postFindings', { keyPath: 'id' })
    },
  })
  await log.put('settings', false, 'log')
  await log.put('checks', { account: 'name', at: 1 })
  if (version > 1) await log.put('months', { month: '2026-07' })
  if (version > 2) await log.put('postFindings', { id: '7' })
  log.close()
}

it.each([1, 2, 3])(
  'keeps all that a page of version %i left, and makes the tables that it lacked',
  async (version) => {
    await leftBy(version)
    const rows = await readLog(async (log) => ({
      tables: [...log.objectStoreNames].sort(),
      log: await log.get('settings', 'log'),
      checks: await log.countFromIndex('checks', 'at'),
      months: await log.count('months'),
      postFindings: await log.count('postFindings'),
      batches: await log.count('batches'),
    }))
    expect(rows).toEqual({
      tables: [...TABLES].sort(),
      log: false,
      checks: 1,
      months: version > 1 ? 1 : 0,
      postFindings: version > 2 ? 1 : 0,
      batches: 0,
    })
  },
)

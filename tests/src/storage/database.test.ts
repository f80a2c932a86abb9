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

const TABLES = ['checks', 'findings', 'settings', 'months', 'postFindings', 'batches', 'observations']

/** The log as a page of an earlier version left it: the tables that it knew, and a record in each but `settings`. */
async function leftBy(version: number): Promise<void> {
  const log = await openDB('device-log', version, {
    upgrade(tables) {
      tables.createObjectStore('checks', { keyPath: ['account', 'at'] }).createIndex('at', 'at')
      tables.createObjectStore('findings', { keyPath: ['account', 'ban'] })
      tables.createObjectStore('settings')
      if (version > 1) tables.createObjectStore('months', { keyPath: 'month' })
      if (version > 2) tables.createObjectStore('postFindings', { keyPath: 'id' })
      if (version > 3) tables.createObjectStore('batches', { keyPath: 'at' })
    },
  })
  await log.put('settings', false, 'log')
  await log.put('checks', { account: 'name', at: 1 })
  if (version > 1) await log.put('months', { month: '2026-07' })
  await log.put('findings', { account: 'name', name: 'Name', ban: 'ghost_ban', answer: 'unsure', at: 2 })
  await log.put('findings', { account: 'name', ban: 'unknown' })
  if (version > 2) await log.put('postFindings', { id: '7', name: 'Name', answer: 'seen', at: 3 })
  log.close()
}

it.each([1, 2, 3, 4])(
  'keeps all that a page of version %i left, and makes the tables that it lacked',
  async (version) => {
    await leftBy(version)
    const rows = await readLog(async (log) => ({
      tables: [...log.objectStoreNames].sort(),
      log: await log.get('settings', 'log'),
      checks: await log.countFromIndex('checks', 'at'),
      months: await log.count('months'),
      observations: await log.getAll('observations'),
      old: (await log.count('findings')) + (await log.count('postFindings')),
      batches: await log.count('batches'),
    }))
    expect(rows).toEqual({
      tables: [...TABLES].sort(),
      log: false,
      checks: 1,
      months: version > 1 ? 1 : 0,
      observations: [
        ...(version > 2 ? [{ about: '7', name: 'Name', item: '7', answer: 'seen', at: 3 }] : []),
        { about: 'name ghost_ban', name: 'Name', item: 'ghost_ban', answer: 'unsure', at: 2 },
      ],
      old: 0,
      batches: 0,
    })
  },
)

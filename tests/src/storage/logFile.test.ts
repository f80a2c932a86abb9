import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logFileContent } from '../../../src/log/logExport.ts'
import { mergeLogFile, parseLogFile, undoMerge } from '../../../src/storage/logFile.ts'
import type { LogFileRecords } from '../../../src/storage/logFile.ts'
import { readCheckBefore, readWholeLog, storeCheck, storeObservation } from '../../../src/storage/stores.ts'
import { emptyDevice, named, storedBatch, storedCheck, storedMonth, written } from '../log/deviceLog.ts'

beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

async function shown() {
  const log = await readWholeLog()
  return log && { ...log, rows: [] }
}

async function savedFile(): Promise<string> {
  const log = await readWholeLog()
  return JSON.stringify(log && logFileContent(log))
}

async function read(text: string): Promise<LogFileRecords> {
  const records = parseLogFile(text)
  if (!records) throw new Error('no file of the log')
  return records
}

it('a log that was saved as a file is the same on a new device that reads it back', async () => {
  await storeCheck(storedCheck({ at: 1, ticks: ['search_ban 0'] }))
  await storeCheck(storedCheck({ ...named('other'), at: 2, sandbox: true }))
  await written('batches', [storedBatch()])
  await storeObservation({ name: 'name', item: 'ghost_ban', answer: 'seen', at: 3, viewer: 'friend' })
  await written('months', [storedMonth('2026-07')])
  const [before, file] = [await shown(), await savedFile()]
  emptyDevice()
  const { outcome, merge } = await mergeLogFile(await read(file))
  expect([outcome, merge?.stored.length]).toEqual(['kept', 5])
  expect(await shown()).toEqual(before)
})

it('a file is merged by account and time: each check once and in order, and the later observation stays', async () => {
  await storeCheck(storedCheck({ at: 10 }))
  await storeCheck(storedCheck({ at: 30 }))
  await storeObservation({ name: 'name', item: 'ghost_ban', answer: 'seen', at: 3 })
  await storeObservation({ name: 'name', item: 'search_ban', answer: 'seen', at: 9 })
  const before = await shown()
  const observation = (item: 'ghost_ban' | 'search_ban') => ({
    about: `name ${item}`,
    name: named('name').name,
    item,
    answer: 'unseen',
    at: 6,
  })
  const file = {
    version: 1,
    checks: [storedCheck({ at: 20 }), storedCheck({ at: 10, ticks: ['x'] }), { account: 'broken' }],
    observations: [observation('ghost_ban'), observation('search_ban')],
  }
  const records = await read(JSON.stringify(file))
  expect(records.unreadable).toBe(1)
  const { merge } = await mergeLogFile(records)
  const log = await shown()
  expect(log?.checks).toEqual([30, 20, 10].map((at) => storedCheck({ at })))
  expect(await readCheckBefore(storedCheck({ at: 30 }))).toEqual(storedCheck({ at: 20 }))
  expect(log?.observations.map(({ item, answer }) => [item, answer])).toEqual([
    ['search_ban', 'seen'],
    ['ghost_ban', 'unseen'],
  ])
  if (merge) await undoMerge(merge)
  expect(await shown()).toEqual(before)
})

it('other files are refused', () => {
  for (const text of ['', '{', '[]', '{"version":1}', '{"checks":[]}']) expect(parseLogFile(text)).toBeNull()
})

import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadRuns, removeRun, saveRun } from '../../../../src/profiler/runs/runStore.ts'
import { runOf } from './runOf.ts'

const result = runOf('trials=1', 1, 1)
const run = (number: number, imported: boolean) => ({
  id: String(number).padStart(5, '0'),
  imported,
  result,
})

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()))

it('imported runs never push out one that this device measured', async () => {
  await saveRun(run(1, false))
  for (let number = 2; number < 60; number++) await saveRun(run(number, true))
  const kept = await loadRuns()
  expect(kept).toHaveLength(59)
  expect(kept.at(-1)).toMatchObject({ id: '00001', imported: false })
})

it('of either kind the oldest go first, beyond 30 own and 200 imported ones', async () => {
  for (let number = 0; number < 40; number++) await saveRun(run(number, false))
  for (let number = 100; number < 310; number++) await saveRun(run(number, true))
  const kept = await loadRuns()
  const ids = (imported: boolean) => kept.filter((one) => one.imported === imported).map(({ id }) => id)
  expect(ids(false)).toHaveLength(30)
  expect(ids(false).at(-1)).toBe('00010')
  expect(ids(true)).toHaveLength(200)
  expect(ids(true).at(-1)).toBe('00110')
  await removeRun('00309')
  expect(await loadRuns()).toHaveLength(229)
})

it('a device that kept both kinds together keeps all of them, each in its place', async () => {
  const older = await openDB('pow-runs', 1, {
    upgrade: (database) => void database.createObjectStore('runs', { keyPath: 'id' }),
  })
  for (let number = 0; number < 30; number++) await older.put('runs', run(number, number % 2 === 0))
  await older.put('runs', { id: 'damaged', imported: 'yes' })
  older.close()
  expect(await loadRuns()).toHaveLength(30)
  for (let number = 100; number < 115; number++) await saveRun(run(number, false))
  // The fifteen own ones and the damaged row share their shelf with fifteen more; no imported one takes their room.
  const kept = await loadRuns()
  expect(kept.filter(({ imported }) => imported)).toHaveLength(15)
  expect(kept.filter(({ imported }) => !imported)).toHaveLength(29)
})

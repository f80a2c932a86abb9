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

it('an empty device has no runs', async () => {
  expect(await loadRuns()).toEqual([])
  await removeRun('00001')
  expect(await loadRuns()).toEqual([])
})

it('runs come back newest first, own and imported ones among each other, damaged ones left out', async () => {
  for (const number of [3, 1, 4, 2]) await saveRun(run(number, number % 2 === 0))
  const database = await openDB('pow-runs')
  await database.put('runs', { id: '00009', imported: false, result: {} })
  database.close()
  expect((await loadRuns()).map(({ id, imported }) => [id, imported])).toEqual([
    ['00004', true],
    ['00003', false],
    ['00002', true],
    ['00001', false],
  ])
  for (const number of [3, 4]) await removeRun(run(number, false).id)
  expect((await loadRuns()).map(({ id }) => id)).toEqual(['00002', '00001'])
})

it('a run that an older version kept gets the figures of this one, and keeps them', async () => {
  const sample = runOf('trials=60', 1, 1)
  const { milliseconds } = sample.summary
  if (!milliseconds) throw new Error('No times')
  const older = {
    ...sample,
    summary: { ...sample.summary, milliseconds: { ...milliseconds, intervals: null } },
  }
  await saveRun({ ...run(1, true), result: older })
  await saveRun({ ...run(2, false), result: { ...sample, summary: { ...sample.summary, wrong: 7 } } })
  const [current, upgraded] = await loadRuns()
  expect(upgraded?.result).toEqual(sample)
  // What has its figures is not derived again.
  expect(current?.result.summary.wrong).toBe(7)
  const database = await openDB('pow-runs')
  await vi.waitFor(async () =>
    expect((await database.get('imports', '00001')).result.summary).toEqual(sample.summary),
  )
  expect(await database.count('runs')).toBe(1)
  database.close()
})

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

import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it, vi } from 'vitest'
import type { RunResult } from '../../../../src/profiler/model/result.ts'
import {
  addRunAtom,
  importRunsAtom,
  storedResultsAtom,
  loadRunsAtom,
  otherRunAtom,
  setOtherRunAtom,
  removeRunAtom,
  lastRemovedRunAtom,
  restoreRunAtom,
  runsAtom,
  selectRunAtom,
  shownRunAtom,
} from '../../../../src/profiler/runs/runs.ts'
import { on, runOf } from './runOf.ts'

/** The device's store, whose disk can be full. */
const disk = vi.hoisted(() => ({
  kept: new Set<string>(),
  older: [] as { id: string; imported: boolean; result: unknown }[],
  full: false,
}))
vi.mock('../../../../src/profiler/runs/runStore.ts', () => ({
  loadRuns: async () => disk.older,
  saveRun: async ({ id }: { id: string }) => {
    if (disk.full) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    disk.kept.add(id)
  },
  removeRun: async (id: string) => void disk.kept.delete(id),
}))

beforeEach(() => {
  disk.kept.clear()
  disk.full = false
  disk.older = []
})

const run = runOf('trials=1')
const labelled = (label: string) => on(run, { label })
const fileOf = (value: unknown) => new File([JSON.stringify(value)], 'run.json')

/** The labels of the runs in the list, and which of them is shown and compared. */
function stateOf(store: ReturnType<typeof createStore>) {
  const label = (one: { result: RunResult } | null) => one?.result.environment.label ?? null
  return {
    list: store.get(runsAtom).list.map(label).join(''),
    shown: label(store.get(shownRunAtom)),
    other: label(store.get(otherRunAtom)),
  }
}

/** A page with runs of these labels, the last one newest. */
async function storeWith(labels: string) {
  const store = createStore()
  for (const label of labels) await store.set(addRunAtom, labelled(label))
  const idOf = (label: string) =>
    store.get(runsAtom).list.find(({ result }) => result.environment.label === label)?.id ?? ''
  return { store, idOf }
}

it('if two runs are made in one millisecond, the later one has the larger id', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
  await storeWith('A'.repeat(50))
  vi.useRealTimers()
  const ids = [...disk.kept]
  expect(ids).toHaveLength(50)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => id.startsWith('001700000000000-'))).toBe(true)
})

it('stored runs are listed after those of this visit, each once, without those that were deleted on another page', async () => {
  const { store, idOf } = await storeWith('CB')
  disk.older = [
    { id: idOf('B'), imported: false, result: labelled('B') },
    { id: '0', imported: true, result: labelled('A') },
  ]
  await store.set(loadRunsAtom)
  expect(stateOf(store)).toEqual({ list: 'BA', shown: 'B', other: null })
  expect(store.get(storedResultsAtom).map(({ environment }) => environment.label)).toEqual(['B', 'A'])
})

it('a run is compared with the shown one until it is shown itself or the comparison is ended', async () => {
  const { store, idOf } = await storeWith('ABC')
  store.set(setOtherRunAtom, idOf('A'))
  expect(stateOf(store)).toMatchObject({ shown: 'C', other: 'A' })
  store.set(selectRunAtom, idOf('B'))
  expect(stateOf(store)).toMatchObject({ shown: 'B', other: 'A' })
  store.set(selectRunAtom, idOf('A'))
  expect(stateOf(store)).toMatchObject({ shown: 'A', other: null })
  store.set(setOtherRunAtom, idOf('B'))
  store.set(setOtherRunAtom, null)
  expect(stateOf(store)).toMatchObject({ shown: 'A', other: null })
})

it('if the shown run is deleted, the one that it was compared with is shown, else none', async () => {
  const { store, idOf } = await storeWith('AB')
  store.set(setOtherRunAtom, idOf('A'))
  await store.set(removeRunAtom, idOf('B'))
  expect(stateOf(store)).toEqual({ list: 'A', shown: 'A', other: null })
  await store.set(removeRunAtom, idOf('A'))
  expect(store.get(runsAtom).shown).toBeNull()
})

it('a deleted run is gone until that is undone, and then in its place again', async () => {
  const { store, idOf } = await storeWith('ABC')
  const id = idOf('B')
  await store.set(removeRunAtom, id)
  expect(stateOf(store).list).toBe('CA')
  expect(disk.kept.has(id)).toBe(false)
  expect(store.get(lastRemovedRunAtom)?.id).toBe(id)
  await store.set(restoreRunAtom)
  expect(stateOf(store).list).toBe('CBA')
  expect(disk.kept.has(id)).toBe(true)
  expect([store.get(lastRemovedRunAtom), store.get(runsAtom).storeError]).toEqual([null, null])
  await store.set(restoreRunAtom)
  expect(stateOf(store).list).toBe('CBA')
  await store.set(removeRunAtom, 'no run')
  expect(store.get(lastRemovedRunAtom)).toBeNull()
})

it('a file with two compared runs shows them compared as they were', async () => {
  const { store } = await storeWith('A')
  const both = fileOf({ version: 1, compared: [labelled('B'), labelled('C')] })
  const imported = await store.set(importRunsAtom, { files: [both], report: () => {} })
  expect(imported).toEqual({ refused: [], full: false })
  expect(stateOf(store)).toEqual({ list: 'BCA', shown: 'B', other: 'C' })
})

it('a run that cannot be stored is shown anyway, and the page says so', async () => {
  const store = createStore()
  await store.set(loadRunsAtom)
  disk.full = true
  await store.set(addRunAtom, runOf('trials=1'))
  expect(store.get(runsAtom)).toMatchObject({ storeError: 'save', list: [{ imported: false }] })
  expect(store.get(runsAtom).shown).toBe(store.get(runsAtom).list[0]?.id)
})

import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  addRunAtom,
  loadRunsAtom,
  removeRunAtom,
  restoreRunAtom,
  runsAtom,
} from '../../../../src/profiler/runs/runsAtoms.ts'
import { runOf } from './runOf.ts'

/** The device's store, whose disk can be full. */
const disk = vi.hoisted(() => ({ kept: new Set<string>(), full: false, locked: false }))
vi.mock('../../../../src/profiler/runs/runStore.ts', () => ({
  loadRuns: async () => [],
  saveRun: async ({ id }: { id: string }) => {
    if (disk.full) throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    disk.kept.add(id)
  },
  removeRun: async (id: string) => {
    if (disk.locked) throw new DOMException('The connection was closed', 'InvalidStateError')
    disk.kept.delete(id)
  },
}))

beforeEach(() => {
  disk.kept.clear()
  disk.full = false
  disk.locked = false
})

it('a run that cannot be kept is shown all the same, and the page says so', async () => {
  const store = createStore()
  await store.set(loadRunsAtom)
  disk.full = true
  await store.set(addRunAtom, runOf('trials=1', 1, 1))
  expect(store.get(runsAtom)).toMatchObject({ trouble: 'save', list: [{ imported: false }] })
  expect(store.get(runsAtom).shown).toBe(store.get(runsAtom).list[0]?.id)
})

it('a run that cannot be deleted from the device is said to be there still', async () => {
  const store = createStore()
  await store.set(addRunAtom, runOf('trials=1', 1, 1))
  disk.locked = true
  await store.set(removeRunAtom, store.get(runsAtom).list[0]?.id ?? '')
  expect(store.get(runsAtom).trouble).toBe('remove')
  expect(disk.kept.size).toBe(1)
})

it('a deletion that is undone when the disk is full shows the run again, and says that it is not kept', async () => {
  const store = createStore()
  await store.set(addRunAtom, runOf('trials=1', 1, 1))
  await store.set(removeRunAtom, store.get(runsAtom).list[0]?.id ?? '')
  expect(disk.kept.size).toBe(0)
  disk.full = true
  await store.set(restoreRunAtom)
  expect(store.get(runsAtom)).toMatchObject({ trouble: 'save', removed: null })
  expect(store.get(runsAtom).list).toHaveLength(1)
})

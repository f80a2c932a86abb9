import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storedLogAtoms as atoms } from '../../../src/log/logAtoms.ts'
import { blockedDevice, emptyDevice, storedCheck, storedMonth, written } from '../log/deviceLog.ts'

let store: ReturnType<typeof createStore>
beforeEach(async () => {
  emptyDevice()
  store = createStore()
  await written('checks', [storedCheck({ at: 1 }), storedCheck({ at: 2 }), { account: 'broken', at: 3 }])
})
afterEach(() => void vi.unstubAllGlobals())

const card = () => store.get(atoms.cardAtom)
const times = () => store.get(atoms.allAtom)?.checks.map(({ at }) => at)
const first = () => ({ table: 'checks' as const, key: ['name', 1] })

it('the stored records are shown once they are read, with the number of unreadable ones', async () => {
  expect(card()).toEqual({ state: 'loading', isOn: true, isFull: false, unreadable: 0, done: null })
  expect(times()).toBeUndefined()
  await store.set(atoms.loadAtom)
  expect(card()).toEqual({ state: 'ready', isOn: true, isFull: false, unreadable: 1, done: null })
  expect(times()).toEqual([2, 1])
})

it('a browser that stores nothing is reported, and nothing is deleted', async () => {
  blockedDevice()
  await store.set(atoms.loadAtom)
  expect(card().state).toBe('away')
  await store.set(atoms.clearAtom)
  await store.set(atoms.removeAtom, first())
  expect(card().done).toBeNull()
})

it('removing one record can be undone until the page is left', async () => {
  await store.set(atoms.loadAtom)
  await store.set(atoms.removeAtom, first())
  expect(times()).toEqual([2])
  await store.set(atoms.undoAtom)
  expect([times(), card().done]).toEqual([[2, 1], null])
  await store.set(atoms.removeAtom, first())
  store.set(atoms.leaveAtom)
  await store.set(atoms.undoAtom)
  expect([times(), card().done]).toEqual([[2], null])
})

it('removing all records on the device, of every kind, can be undone', async () => {
  await written('observations', [
    { about: 'name search_ban', name: 'name', item: 'search_ban', answer: 'seen', at: 1 },
    { about: '7', name: 'name', item: '7', answer: 'seen', at: 1 },
  ])
  await written('months', [storedMonth('2026-07')])
  const counts = () => {
    const all = store.get(atoms.allAtom)
    return [all?.observations.length, all?.months.length]
  }
  await store.set(atoms.loadAtom)
  expect(counts()).toEqual([2, 1])
  await store.set(atoms.clearAtom)
  expect(counts()).toEqual([0, 0])
  await store.set(atoms.undoAtom)
  expect(counts()).toEqual([2, 1])
})

it('the switch of the log turns storing off and on, and is remembered', async () => {
  expect(await store.set(atoms.toggleAtom, false)).toBe(true)
  expect(card().isOn).toBe(false)
  store = createStore()
  await store.set(atoms.loadAtom)
  expect(card().isOn).toBe(false)
  await store.set(atoms.toggleAtom, true)
  expect(card().isOn).toBe(true)
})

it('a full disk is reported until the page is left or a change is stored', async () => {
  const outcome = (kept: 'full' | 'unavailable' | 'kept') => store.set(atoms.changeAtom, async () => kept)
  expect(await outcome('full')).toBe(false)
  expect(card().isFull).toBe(true)
  store.set(atoms.leaveAtom)
  expect(card().isFull).toBe(false)
  expect(await outcome('unavailable')).toBe(false)
  expect(card().isFull).toBe(false)
  await outcome('full')
  expect(await outcome('kept')).toBe(true)
  expect(card().isFull).toBe(false)
})

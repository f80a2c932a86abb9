import { atom } from 'jotai/vanilla'
import type { Result } from '../model/runResult.ts'
import { devicesOf } from './devicesOf.ts'
import { fleetRunOf } from './fleetRunOf.ts'
import type { FleetRun } from './fleetRunOf.ts'
import { readFleetFiles } from './readFleetFiles.ts'
import type { FleetProgress, RefusedPart } from './readFleetFiles.ts'

/** The most runs of a table: each is a few hundred bytes. */
export const FLEET_MAX = 5_000

type Fleet = {
  runs: readonly FleetRun[]
  refused: readonly RefusedPart[]
  /** Whether something was left out because there was no room. */
  full: boolean
  reading: FleetProgress | null
}

const EMPTY: Fleet = { runs: [], refused: [], full: false, reading: null }

/** Kept as long as the page lives: the files are the tester's. */
const stateAtom = atom<Fleet>(EMPTY)

export const fleetAtom = atom((get) => get(stateAtom))
export const fleetDevicesAtom = atom((get) => devicesOf(get(stateAtom).runs))

/** Reads files and adds what they hold. Does nothing while others are being read. */
export const addFleetFilesAtom = atom(null, async (get, set, files: readonly File[]) => {
  const before = get(stateAtom)
  if (before.reading || files.length === 0) return
  const report = (reading: FleetProgress) => set(stateAtom, { ...get(stateAtom), reading })
  report({ done: 0, all: files.length })
  const { runs, refused, full } = await readFleetFiles(files, FLEET_MAX - before.runs.length, report)
  set(stateAtom, { runs: [...before.runs, ...runs], refused, full, reading: null })
})

/** Adds runs that the device keeps. */
export const addFleetRunsAtom = atom(null, (get, set, results: readonly Result[]) => {
  const { runs } = get(stateAtom)
  const all = [...runs, ...results.map(fleetRunOf)]
  set(stateAtom, { ...EMPTY, runs: all.slice(0, FLEET_MAX), full: all.length > FLEET_MAX })
})

export const clearFleetAtom = atom(null, (_, set) => set(stateAtom, EMPTY))

import * as v from 'valibot'
import { MEASUREMENT_TABLES, withMeasurements } from '../../storage/measurements.ts'
import { MeasuredRun } from '../model/result.ts'
import type { RunResult } from '../model/result.ts'
import { withSummaries, withoutSummaries } from '../summary/summarise.ts'

const StoredRunSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(60)),
  imported: v.boolean(),
  result: MeasuredRun,
})

export type StoredRun = { id: string; imported: boolean; result: RunResult }

/**
 * Maximum numbers of stored runs of this device and of imported ones. The oldest of each kind are removed first; one kind never displaces
 * the other.
 */
const STORED_RUNS_MAX = { runs: 30, imports: 200 } as const

/** Time after which the loading of runs lets the page respond, in milliseconds. */
const SLICE_MS = 16

/**
 * Loads the stored runs, newest first. Damaged ones are left out. Rejects if the browser stores nothing (private modes, blocked storage).
 */
export async function loadRuns(): Promise<StoredRun[]> {
  const rows = await withMeasurements((database) =>
    Promise.all(MEASUREMENT_TABLES.map((table) => database.getAll(table))),
  )
  const runs: StoredRun[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const row of rows.flat()) {
    const { success, output } = v.safeParse(StoredRunSchema, row)
    if (success) runs.push({ ...output, result: withSummaries(output.result) })
    if (performance.now() < sliceEnd) continue
    await new Promise((resolve) => setTimeout(resolve))
    sliceEnd = performance.now() + SLICE_MS
  }
  return runs.sort((a, b) => (a.id < b.id ? 1 : -1))
}

export async function saveRun(run: StoredRun): Promise<void> {
  const table = run.imported ? 'imports' : 'runs'
  await withMeasurements(async (database) => {
    await database.put(table, { ...run, result: withoutSummaries(run.result) })
    const ids = await database.getAllKeys(table)
    for (const id of ids.slice(0, -STORED_RUNS_MAX[table])) await database.delete(table, id)
  })
}

export async function removeRun(id: string): Promise<void> {
  await withMeasurements(async (database) => {
    for (const table of MEASUREMENT_TABLES) await database.delete(table, id)
  })
}

import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { toDeviceRun } from '../../src/profiler/runs/devices.ts'
import type { DeviceRun } from '../../src/profiler/runs/devices.ts'
import { readRunFile } from '../../src/profiler/runs/readRunFile.ts'

/** Reads the runs of a collector's file, and counts the damaged lines: a collector that was killed may have left half a line. */
export async function readStoredRuns(file: string): Promise<{ runs: DeviceRun[]; damaged: number }> {
  const runs: DeviceRun[] = []
  let damaged = 0
  if (!existsSync(file)) return { runs, damaged }
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (!line) continue
    const read = await readRunFile(new Blob([line]))
    if ('results' in read) runs.push(...read.results.map(toDeviceRun))
    else damaged += 1
  }
  return { runs, damaged }
}

import { powFleetText as text } from '../../text/powFleet.ts'
import { readRunFile } from '../runs/readRunFile.ts'
import { fleetRunOf } from './fleetRunOf.ts'
import type { FleetRun } from './fleetRunOf.ts'

/** What was not read: a file, or a line of one, and the value that is missing or out of all reason. */
export type RefusedPart = { name: string; field: string | null }

/** What has been read so far; `all` grows where a file turns out to hold many runs. */
export type FleetProgress = { done: number; all: number }

/** Largest file of a collector, in bytes: it is read as a whole. */
const LINES_MAX = 400_000_000

/** A run or a comparison, with its name for the tester. */
type Piece = { name: string; content: Blob }

/**
 * Reads exported runs, comparisons, and a collector's file with one run a line. The page can paint between two of them: deriving
 * the figures of one takes a phone a noticeable time.
 */
export async function readFleetFiles(
  files: readonly File[],
  most: number,
  report: (progress: FleetProgress) => void,
): Promise<{ runs: FleetRun[]; refused: RefusedPart[]; full: boolean }> {
  const runs: FleetRun[] = []
  const refused: RefusedPart[] = []
  const waiting: (File | Piece)[] = [...files]
  const progress = { done: 0, all: files.length }
  for (let next = waiting.shift(); next && runs.length < most; next = waiting.shift()) {
    if (next instanceof File && isLines(next)) {
      const lines = await linesIn(next)
      if (!lines) refused.push({ name: next.name, field: null })
      waiting.unshift(...(lines ?? []))
      progress.all += (lines?.length ?? 1) - 1
      continue
    }
    const read = await readRunFile(next instanceof File ? next : next.content)
    if ('results' in read) runs.push(...read.results.map(fleetRunOf))
    else refused.push({ name: next.name, field: read.field })
    progress.done += 1
    report({ ...progress })
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { runs: runs.slice(0, most), refused, full: waiting.length > 0 || runs.length > most }
}

function isLines({ name }: File): boolean {
  return /\.(?:ndjson|jsonl)$/i.test(name)
}

async function linesIn(file: File): Promise<Piece[] | null> {
  if (file.size > LINES_MAX) return null
  const lines = (await file.text()).split('\n')
  return lines.flatMap((line, index): Piece[] =>
    line.trim() ? [{ name: text.line(file.name, index + 1), content: new Blob([line]) }] : [],
  )
}

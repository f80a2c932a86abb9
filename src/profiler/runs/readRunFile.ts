import * as v from 'valibot'
import { powText } from '../../text/pow.ts'
import { ComparedRuns, MeasuredRun } from '../model/result.ts'
import type { RunResult } from '../model/result.ts'
import { withSummaries } from '../summary/summarise.ts'

/** Largest file that is imported, in bytes. A run of 10,000 trials on 64 workers is smaller. */
const FILE_MAX = 40_000_000

const RunFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.lazy((value) => (v.is(v.object({ compared: v.unknown() }), value) ? ComparedRuns : MeasuredRun)),
)

/** Why a file was not read. `field` names the value that is missing or impossible; null if the file is not JSON or too large. */
export type RefusedFile = { field: string | null }

/**
 * Reads an exported run, or both runs of a comparison, of which the one that was shown is last. Derived figures are computed again, not
 * read from the file.
 */
export async function readRunFile(file: Blob): Promise<{ results: RunResult[] } | RefusedFile> {
  if (file.size > FILE_MAX) return { field: null }
  const read = v.safeParse(RunFile, await file.text().catch(() => ''))
  if (!read.success) return { field: v.getDotPath(read.issues[0]) }
  const [shown, other] = 'compared' in read.output ? read.output.compared : [read.output]
  const results = other ? [other, shown] : [shown]
  return { results: results.map(withSummaries) }
}

export type RefusedPart = { name: string } & RefusedFile

export type ReadProgress = { done: number; all: number }

const LINES_MAX = 400_000_000

type Piece = { name: string; content: Blob; isPart?: boolean }

/**
 * Reads exported runs, comparisons, lists of runs and files with one run per line, and passes each run to `take` until that returns false.
 * The page can paint between two files.
 */
export async function readRunFiles(
  files: readonly File[],
  take: (results: RunResult[]) => boolean,
  report: (progress: ReadProgress) => void,
): Promise<{ parts: RefusedPart[]; complete: boolean }> {
  const parts: RefusedPart[] = []
  const waiting: Piece[] = files.map((file) => ({ name: file.name, content: file }))
  const progress = { done: 0, all: files.length }
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const inside = await partsIn(next)
    if (inside) {
      waiting.unshift(...inside)
      progress.all += inside.length - 1
      continue
    }
    const read = await readRunFile(next.content)
    const more = 'field' in read || take(read.results)
    if ('field' in read) parts.push({ name: next.name, ...read })
    progress.done += 1
    report({ ...progress })
    if (!more) return { parts, complete: waiting.length === 0 }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { parts, complete: true }
}

/**
 * Splits a file with one run per line, or with a list of runs. The kind is detected from the content, because files are renamed. Null for
 * any other file.
 */
async function partsIn({ name, content, isPart }: Piece): Promise<Piece[] | null> {
  if (isPart || content.size > LINES_MAX) return null
  const whole = await content.text().catch(() => '')
  const list = parsed(whole)
  if (list !== undefined && !Array.isArray(list)) return null
  const texts = Array.isArray(list) ? list.map((run) => JSON.stringify(run)) : whole.split('\n')
  const first = texts.find((text) => text.trim())
  const isOfRuns =
    Array.isArray(list) || /\.(?:ndjson|jsonl)$/i.test(name) || parsed(first ?? '') !== undefined
  if (!isOfRuns) return null
  return texts.flatMap((text, index): Piece[] =>
    text.trim()
      ? [{ name: powText.runs.line(name, index + 1), content: new Blob([text]), isPart: true }]
      : [],
  )
}

/** Parses JSON; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

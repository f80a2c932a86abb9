import { writeFileSync } from 'node:fs'
import type { Outcome } from '../../src/profiler/automation/automation.ts'
import { ScriptError } from './exitCodes.ts'
import { figuresOf } from './figuresOf.ts'
import { tableText } from './tableText.ts'

/** Where the results go besides the terminal: as JSON, one line each, and as a table for a document. */
type Files = { json?: string | undefined; table?: string | undefined }

/** Measures, says in a few lines what came out, keeps the results if asked to, and sets the exit code: that of the worst run. */
export async function reportOutcome(measure: () => AsyncIterable<Outcome>, files: Files): Promise<void> {
  const results: NonNullable<Outcome['result']>[] = []
  const exitCodes: number[] = []
  try {
    for await (const { ending, exitCode, error, result } of measure()) {
      exitCodes.push(exitCode)
      if (result) results.push(result)
      console.log(error === null ? `The run ended: ${ending}.` : `The run failed: ${error}`)
    }
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error
    console.error(error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message)
    exitCodes.push(error.exitCode)
  }
  const rows = results.map(figuresOf)
  if (rows.length > 0) console.table(rows)
  if (files.json && rows.length > 0)
    writeFileSync(files.json, results.map((result) => `${JSON.stringify(result)}\n`).join(''))
  if (files.table && rows.length > 0) writeFileSync(files.table, tableText(files.table, rows))
  process.exitCode = worstOf(exitCodes)
}

/** No outcome is worse than any; else `failed` (1) comes before `wrong` (2), `stopped` (5), `unsure` (3) and `disturbed` (4). */
function worstOf(exitCodes: readonly number[]): number {
  const order = [1, 2, 5, 3, 4, 0]
  return exitCodes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? 1
}

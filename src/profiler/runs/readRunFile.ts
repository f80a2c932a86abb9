import * as v from 'valibot'
import { ComparedResults, Result } from '../model/result.ts'
import { summarised } from '../summary/summarise.ts'

/** Largest file that is imported, in bytes: 10,000 trials on 64 lanes stay below it. */
const FILE_MAX = 40_000_000

/** Why a file was not read: `field` names the value that is missing or out of all reason; null where the file is no JSON or too large. */
export type RefusedFile = { field: string | null }

/** Reads an exported run, or both of a comparison: the one that had been shown comes last. Derived figures are computed again, not read from the file. */
export async function readRunFile(file: Blob): Promise<{ results: Result[] } | RefusedFile> {
  if (file.size > FILE_MAX) return { field: null }
  const value = await jsonIn(file)
  if (typeof value !== 'object' || value === null) return { field: null }
  const read =
    'compared' in value
      ? v.safeParse(v.pipe(ComparedResults, v.transform(shownLast)), value)
      : v.safeParse(v.pipe(Result, v.transform(alone)), value)
  if (read.success) return { results: read.output.map(summarised) }
  const [issue] = read.issues
  return { field: v.getDotPath(issue) }
}

const alone = (result: Result): Result[] => [result]
const shownLast = ({ compared: [shown, other] }: ComparedResults): Result[] => [other, shown]

async function jsonIn(file: Blob): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return null
  }
}

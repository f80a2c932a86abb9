import { parsePostUrl } from '../../../contract/PostUrl.ts'
import type { InputRow, InputRows } from './inputRows.ts'

export type RowHint = 'notPost' | 'duplicate'

/** The hints about rows that may be mistakes, by row id. Such rows are still sent. */
export function hintsOf(rows: InputRows): ReadonlyMap<number, RowHint> {
  const hints = new Map<number, RowHint>()
  const listed = new Set<string>()
  for (const row of rows) {
    const hint = hintOf(row, listed)
    if (hint) hints.set(row.id, hint)
  }
  return hints
}

function hintOf({ value }: InputRow, listed: Set<string>): RowHint | null {
  if (value.trim() === '') return null
  const post = parsePostUrl(value)
  if (!post) return 'notPost'
  if (listed.has(post.id)) return 'duplicate'
  listed.add(post.id)
  return null
}

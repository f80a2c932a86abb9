import { parsePostUrl } from '../../../contract/PostUrl.ts'
import type { InputRow, InputRows } from './inputRows.ts'

export type RowHint = 'notPost' | 'duplicate'

/** What is odd about each row that has something odd about it, by id. It is said quietly, and sent all the same. */
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

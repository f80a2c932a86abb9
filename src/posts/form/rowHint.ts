import { linkKind } from '../../../contract/linkKind.ts'
import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { screenNameFault } from '../../../contract/screenNameFault.ts'
import { screenNameIn } from '../../../contract/screenNameIn.ts'
import type { InputRow, InputRows } from './inputRows.ts'

export type RowHint = 'notPost' | 'shortLink' | 'account' | 'elsewhere' | 'duplicate'

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
  if (!post) return mistakeOf(value.trim())
  if (listed.has(post.id)) return 'duplicate'
  listed.add(post.id)
  return null
}

/** What stands in a row that holds no post: an account is told by its URL, its @name or the title of its page. */
function mistakeOf(value: string): RowHint {
  const kind = linkKind(value)
  if (kind === 'short') return 'shortLink'
  if (kind === 'elsewhere') return kind
  const isNamed = (kind === 'x' || /[@＠]/.test(value)) && screenNameFault(screenNameIn(value)) === null
  return isNamed ? 'account' : 'notPost'
}

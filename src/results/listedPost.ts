import type { PostResult } from '../../contract/wire.ts'
import { groupOf } from './group.ts'
import type { Group } from '../../contract/postVerdicts.ts'

/** A post in a result list: a result, or a post whose check failed with a code and a message. */
export type ListedPost = PostResult & { code?: number; message?: string }

/** One row. `id` is the post's place in the results: the same URL may stand there twice. */
export type Row = { id: number; post: ListedPost; group: Group }

/**
 * Rows per list element. A batch of the usual size is one list; a huge one becomes several, each laid out only
 * near the viewport and put on the page in a task of its own.
 */
const ROWS_PER_LIST = 50

/** From more rows than this on, the excluded ones come first: fewer are seen at a glance. */
const GLANCE = 10

/** The results as lists of rows, in their order, except that among many the excluded ones come first. */
export function rowsOf(posts: readonly ListedPost[]): Row[][] {
  const rows = posts.map((post, id): Row => ({ id, post, group: groupOf(post.status) }))
  const ordered = rows.length > GLANCE ? excludedFirst(rows) : rows
  const lists: Row[][] = []
  for (let from = 0; from < ordered.length; from += ROWS_PER_LIST) {
    lists.push(ordered.slice(from, from + ROWS_PER_LIST))
  }
  return lists
}

function excludedFirst(rows: readonly Row[]): Row[] {
  const isExcluded = ({ group }: Row) => group === 'excluded'
  return [...rows.filter(isExcluded), ...rows.filter((row) => !isExcluded(row))]
}

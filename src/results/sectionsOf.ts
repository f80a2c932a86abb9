import type { Group } from '../../contract/postVerdicts.ts'
import { rowOf } from './listedPost.ts'
import type { ListedPost, Row } from './listedPost.ts'
import { postTime } from './postTime.ts'

/** A part of the list: the excluded posts, the others, or all of them where none or nothing else is excluded. */
export type Section = { kind: 'excluded' | 'others' | 'all'; rows: readonly Row[] }

/** How the rows are ordered: as the posts were given, or newest first. */
export type Order = 'given' | 'newest'

/** Rows that a section shows at first. */
const AT_FIRST = 10

/** The results in two sections, the excluded posts first. */
export function sectionsOf(posts: readonly ListedPost[], order: Order): Section[] {
  const rows = posts.map(rowOf)
  if (order === 'newest') rows.sort((a, b) => timeOf(b) - timeOf(a))
  const excluded = rows.filter(({ group }) => group === 'excluded')
  const others = rows.filter(({ group }) => group !== 'excluded')
  const sections: Section[] =
    excluded.length === 0
      ? [{ kind: 'all', rows }]
      : [
          { kind: 'excluded', rows: excluded },
          { kind: 'others', rows: others },
        ]
  return sections.filter(({ rows }) => rows.length > 0)
}

/** The place in a section from which rows are folded away: behind the first ten that are not filtered. Its length where none are. */
export function foldedFrom(rows: readonly Row[], hidden: ReadonlySet<Group>): number {
  let left = AT_FIRST
  const end = rows.findIndex(({ group }) => !hidden.has(group) && left-- === 0)
  return end === -1 ? rows.length : end
}

/** Posts without a date come last. */
function timeOf({ post }: Row): number {
  return postTime(post.url) ?? 0
}

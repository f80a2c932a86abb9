import type { PostResult, PostStatus } from '../../contract/wire.ts'

/** The four kinds of outcome that a visitor can filter by, in the order they are shown. */
export const GROUPS = ['ok', 'excluded', 'quote', 'error'] as const
export type Group = (typeof GROUPS)[number]

/** The group of every status of the wire. A status that is added there does not compile until it has a row here. */
const GROUP_OF = {
  AVAILABLE: 'ok',
  FORBIDDEN: 'excluded',
  QUATE_FORBIDDEN: 'quote',
  NOT_FOUND: 'error',
  UNKNOWN: 'error',
  INVALID_URL: 'error',
} as const satisfies Record<PostStatus, Group>

const BY_STATUS: ReadonlyMap<string, Group> = new Map(Object.entries(GROUP_OF))

/** The group of a wire status. A status that is not in the table, or none at all, is an error. */
export function groupOf(status: PostResult['status']): Group {
  return BY_STATUS.get(status ?? '') ?? 'error'
}

export type GroupCounts = Record<Group, number>

/** How many results each group holds. */
export function countGroups(results: readonly Pick<PostResult, 'status'>[]): GroupCounts {
  const counts: GroupCounts = { ok: 0, excluded: 0, quote: 0, error: 0 }
  for (const { status } of results) counts[groupOf(status)]++
  return counts
}

/** The set with one group put in or, if it was there, taken out. */
export function toggled(groups: ReadonlySet<Group>, group: Group): ReadonlySet<Group> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}

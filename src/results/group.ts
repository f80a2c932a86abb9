import { verdictOf } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import type { PostResult } from '../../contract/wire.ts'

/** The group of a wire status. An unknown or missing status is an error. */
export function groupOf(status: PostResult['status']): Group {
  return verdictOf(status).group
}

export type GroupCounts = Record<Group, number>

/** How many results each group holds. */
export function countGroups(results: readonly Pick<PostResult, 'status'>[]): GroupCounts {
  const counts: GroupCounts = { ok: 0, excluded: 0, quote: 0, error: 0 }
  for (const { status } of results) counts[groupOf(status)]++
  return counts
}

/** The set with one group added or, if it was there, removed. */
export function toggled(groups: ReadonlySet<Group>, group: Group): ReadonlySet<Group> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}

import { verdictOf } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import type { PostJudgement } from '../../contract/wire.ts'

/** What search must have said of a post in these groups: a hit where the post itself is fine, two misses where it is excluded. */
const PROOFS: ReadonlyMap<Group, boolean> = new Map([
  ['ok', true],
  ['quote', true],
  ['excluded', false],
])

/**
 * The group of a post. An unknown or missing status is an error. Where a server sends evidence, a status that says more than it
 * proves counts as unsearched.
 */
export function groupOf({ status, evidence }: PostJudgement): Group {
  const { group } = verdictOf(status)
  const proof = PROOFS.get(group)
  return !evidence || proof === undefined || evidence.found === proof ? group : 'unsearched'
}

export type GroupCounts = Record<Group, number>

/** How many results each group holds. */
export function countGroups(results: readonly PostJudgement[]): GroupCounts {
  const counts: GroupCounts = { ok: 0, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 }
  for (const result of results) counts[groupOf(result)]++
  return counts
}

/** The set with one group added or, if it was there, removed. */
export function toggled(groups: ReadonlySet<Group>, group: Group): ReadonlySet<Group> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}

import type { UnsearchedReason } from '../../contract/PostEvidence.ts'
import { verdictOf } from '../../contract/postVerdicts.ts'
import type { PostResult } from '../../contract/wire.ts'
import { countGroups } from './group.ts'

/** Whether another check, made at once, may search for a post that was not searched for. */
const PASSES = {
  not_offered: false,
  not_asked: false,
  budget: false,
  share: false,
  queue: true,
  too_young: false,
  edited: false,
  no_control: true,
  no_author: false,
  failed: true,
  limited: true,
  operator: false,
} as const satisfies Record<UnsearchedReason, boolean>

/** What could not be judged and may be judged next time. */
export function postsToRepeat<Post extends PostResult>(results: readonly Post[]): Post[] {
  return results.filter(mayChange)
}

/** How many of the errors another check may judge: not those of posts that are gone, nor of what is no post. */
export function failedCount(results: readonly PostResult[]): number {
  return countGroups(postsToRepeat(results)).error
}

function mayChange({ status, evidence }: PostResult): boolean {
  const { group, final } = verdictOf(status)
  if (group === 'error') return !final
  const reason = evidence?.found === null ? evidence.reason : null
  return reason !== null && PASSES[reason]
}

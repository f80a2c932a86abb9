import type { Group } from '../../../contract/postVerdicts.ts'

/** How many posts a kept check looked at. */
export function lookedAt(posts: Record<Group, number>): number {
  return Object.values(posts).reduce((sum, count) => sum + count, 0)
}

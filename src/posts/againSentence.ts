import { countGroups } from '../results/group.ts'
import { postsToRepeat } from '../results/postsToRepeat.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { resultText } from '../text/result.ts'

const { badge, postsVerdict: words } = resultText

/** What another check may judge, as parts of the numbers that the filters show; null where there is nothing. */
export function againSentence(posts: readonly ListedPost[]): string | null {
  const all = countGroups(posts)
  const again = countGroups(postsToRepeat(posts))
  const parts = (['error', 'unsearched'] as const)
    .filter((group) => again[group] > 0)
    .map((group) => words.againPart(badge[group], all[group], again[group]))
  return parts.length === 0 ? null : words.again(parts)
}

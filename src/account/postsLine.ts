import type { GroupCounts } from '../results/group.ts'
import { resultText } from '../text/result.ts'

/** `isFinding`: the sentence names posts that a visitor wants to see. */
type PostsLine = { sentence: string; isFinding: boolean }

/** How an account's latest posts were judged, in one sentence; null where none was. What search did not answer counts as not judged. */
export function postsLine(counts: GroupCounts): PostsLine | null {
  const { verdict } = resultText
  const { ok, excluded, quote, restricted, unsearched } = counts
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const judged = ok + quote
  const finding = (sentence: string) => ({ sentence, isFinding: true })
  const remark = (sentence: string) => ({ sentence, isFinding: false })
  if (excluded > 0) return finding(verdict.postsExcluded(total, excluded))
  if (restricted > 0) return finding(verdict.postsRestricted(total, restricted))
  if (judged === total) return remark(verdict.postsClear(total))
  if (judged > 0) return remark(verdict.postsPartly(total, judged))
  return unsearched > 0 ? remark(verdict.postsUnsearched(total)) : null
}

import { text } from '../text/ja.ts'
import type { Tone } from '../ui/Tone.ts'
import type { GroupCounts } from '../results/group.ts'

/** A batch's answer in one sentence, the worst first. Nothing is called clear that was not determined. */
export function verdictOf({ ok, excluded, quote, error }: GroupCounts): { tone: Tone; sentence: string } {
  if (excluded > 0) return { tone: 'excluded', sentence: text.post.verdict.excluded(excluded) }
  if (quote > 0) return { tone: 'excluded', sentence: text.post.verdict.quote(quote) }
  if (ok === 0) return { tone: 'unknown', sentence: text.post.verdict.unknown }
  if (error > 0) return { tone: 'unknown', sentence: text.post.verdict.partly }
  return { tone: 'ok', sentence: text.post.verdict.none }
}

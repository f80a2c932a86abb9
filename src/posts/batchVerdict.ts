import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'
import type { GroupCounts } from '../results/group.ts'

/** A batch's answer in one sentence, the worst first. Nothing is called clear that was not determined. */
export function batchVerdict({ ok, excluded, quote, error }: GroupCounts): { tone: Tone; sentence: string } {
  if (excluded > 0) return { tone: 'excluded', sentence: resultText.postsVerdict.excluded(excluded) }
  if (quote > 0) return { tone: 'warning', sentence: resultText.postsVerdict.quote(quote) }
  if (ok === 0) return { tone: 'unknown', sentence: resultText.postsVerdict.unknown }
  if (error > 0) return { tone: 'unknown', sentence: resultText.postsVerdict.partly }
  return { tone: 'ok', sentence: resultText.postsVerdict.none }
}

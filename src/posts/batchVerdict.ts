import { GROUPS } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'
import type { GroupCounts } from '../results/group.ts'

type Verdict = { tone: Tone; sentence: string }

/** What posts of a group make of the whole batch; null where they find nothing. */
const FINDINGS: Record<Group, ((count: number) => Verdict) | null> = {
  ok: null,
  excluded: (count) => ({ tone: 'excluded', sentence: resultText.postsVerdict.excluded(count) }),
  quote: (count) => ({ tone: 'warning', sentence: resultText.postsVerdict.quote(count) }),
  error: null,
}

/** A batch's answer in one sentence: the first finding of the groups, which begin with the worst. A batch counts as clear only when all of its posts were judged. */
export function batchVerdict(counts: GroupCounts): Verdict {
  for (const group of GROUPS) {
    const finding = counts[group] > 0 ? FINDINGS[group] : null
    if (finding) return finding(counts[group])
  }
  if (counts.ok === 0) return { tone: 'unknown', sentence: resultText.postsVerdict.unknown }
  if (counts.error > 0) return { tone: 'unknown', sentence: resultText.postsVerdict.partly }
  return { tone: 'ok', sentence: resultText.postsVerdict.none }
}

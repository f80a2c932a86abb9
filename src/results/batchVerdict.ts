import { GROUPS } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'
import type { GroupCounts } from './group.ts'

type Verdict = { tone: Tone; sentence: string }

const words = resultText.postsVerdict

/** What posts of a group make of the whole batch; null where they find nothing. */
const FINDINGS: Record<Group, ((count: number) => Verdict) | null> = {
  ok: null,
  excluded: (count) => ({ tone: 'excluded', sentence: words.excluded(count) }),
  quote: (count) => ({ tone: 'warning', sentence: words.quote(count) }),
  restricted: (count) => ({ tone: 'warning', sentence: words.restricted(count) }),
  unsearched: null,
  error: null,
}

/**
 * A batch's answer in one sentence: the first finding in the order of the groups. A batch counts as clear only when all of its posts
 * were judged. `failed` are the errors that another check may judge.
 */
export function batchVerdict(counts: GroupCounts, failed: number): Verdict {
  for (const group of GROUPS) {
    const finding = counts[group] > 0 ? FINDINGS[group] : null
    if (finding) return finding(counts[group])
  }
  if (failed > 0) return { tone: 'warning', sentence: words.failed(failed) }
  const open = counts.error + counts.unsearched
  if (counts.ok === 0) {
    const isUnsearched = open > 0 && counts.error === 0
    return { tone: 'unknown', sentence: isUnsearched ? words.unsearched : words.unknown }
  }
  if (open > 0) return { tone: 'unknown', sentence: words.partly }
  return { tone: 'ok', sentence: words.none }
}

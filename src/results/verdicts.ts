import { POST_GROUPS, totalOfGroups } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../lib/tones.ts'
import { groupStyle } from './groups.ts'
import type { GroupCounts } from './posts.ts'

const { ban: words } = resultText

/** The states of an item. `words` are used on the page, in images, the log and files; `mark` is used in shared text. */
export const BAN_STATES = {
  found: { tone: 'excluded', words: words.yes, mark: '❌', isJudged: true },
  clear: { tone: 'ok', words: words.no, mark: '✅', isJudged: true },
  partly: { tone: 'warning', words: words.some, mark: '⚠️', isJudged: true },
  unknown: { tone: 'unknown', words: words.unknown, mark: '❓', isJudged: false },
} as const satisfies Record<string, { tone: Tone; words: string; mark: string; isJudged: boolean }>

export type FoundPostCounts = { looked: number; found: number }
export type BanState = { name: keyof typeof BAN_STATES; tone: Tone; words: string; isJudged: boolean }

export function banLabel(ban: Ban): string {
  return words.label(words[ban].name, words[ban].gloss)
}

export type Verdict = { tone: Tone; sentence: string }

const postsText = resultText.postsVerdict

/**
 * Returns the verdict on a batch. It is about the first affected group in the order of `POST_GROUPS`; if there is none, about posts without a
 * verdict; if all have one, it says that no post is affected. `failed` is the number of errors that may be gone on another try, `withheld` the
 * number of posts that X withholds in Japan, which is said first.
 */
export function batchVerdict(counts: GroupCounts, failed: number, withheld = 0): Verdict {
  const { tone, sentence } = verdictOnGroups(counts, failed)
  if (withheld === 0) return { tone, sentence }
  const { withheldInJapan, someWithheldInJapan } = resultText.verdict
  return {
    tone: tone === 'excluded' ? tone : 'warning',
    sentence:
      withheld === totalOfGroups(counts)
        ? withheldInJapan(sentence)
        : someWithheldInJapan(withheld, sentence),
  }
}

function verdictOnGroups(counts: GroupCounts, failed: number): Verdict {
  for (const group of POST_GROUPS) {
    const { tone, finding } = groupStyle(group)
    if (finding && counts[group] > 0) return { tone, sentence: finding(counts[group]) }
  }
  const open = counts.error + counts.unsearched
  const isUndecided = counts.ok === 0 && counts.unsearched > 0
  if (failed > 0 && !isUndecided) return { tone: 'warning', sentence: postsText.failed(failed) }
  if (counts.ok === 0) {
    const isUnsearched = open > 0 && counts.error === 0
    return { tone: 'unknown', sentence: isUnsearched ? postsText.unsearched : postsText.unknown }
  }
  if (open > 0) return { tone: counts.error > 0 ? 'warning' : 'ok', sentence: postsText.partly(counts.ok) }
  return { tone: 'ok', sentence: postsText.none }
}

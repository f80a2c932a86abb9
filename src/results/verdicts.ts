import { BANS, GROUPS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/controls.tsx'
import { groupLook } from './groups.ts'
import type { GroupCounts } from './posts.ts'

const { ban: words } = resultText

/**
 * What can be said of an item: its tone, its words wherever they are read later (picture, log, files), its mark in a shared text,
 * and whether it was judged.
 */
export const BAN_STATES = {
  found: { tone: 'excluded', words: words.yes, mark: '❌', isJudged: true },
  clear: { tone: 'ok', words: words.no, mark: '✅', isJudged: true },
  /** Search found only some posts. */
  partly: { tone: 'warning', words: words.some, mark: '⚠️', isJudged: true },
  unknown: { tone: 'unknown', words: words.unknown, mark: '❓', isJudged: false },
} as const satisfies Record<string, { tone: Tone; words: string; mark: string; isJudged: boolean }>
export type BanStateName = keyof typeof BAN_STATES

/** The state that a flag alone tells. */
export function stateOfFlag(flag: boolean | null): 'found' | 'clear' | 'unknown' {
  if (flag === null) return 'unknown'
  return flag ? 'found' : 'clear'
}

/** What an item is called where it is read alone: its name, and what it does in a few words. */
export function banLabel(ban: Ban): string {
  return words.label(words[ban].name, words[ban].gloss)
}

export type BanFlags = Readonly<Record<Ban, boolean | null>>

/** How many of the items were judged. */
export function judgedCount(bans: BanFlags): number {
  return BANS.filter((ban) => bans[ban] !== null).length
}

/** The verdict on the items: with all of them judged as a whole, with fewer by the names of those that were. */
export function bansSentence(bans: BanFlags): string {
  const { verdict, ban: words } = resultText
  const named = (flag: boolean) => BANS.filter((ban) => bans[ban] === flag).map((ban) => words[ban].name)
  const found = named(true)
  const clear = named(false)
  const isWhole = judgedCount(bans) === BANS.length
  if (found.length > 0) return isWhole ? verdict.found(found.length) : verdict.foundOf(found)
  if (clear.length > 0) return isWhole ? verdict.none : verdict.noneOf(clear)
  return verdict.unknown
}

type Verdict = { tone: Tone; sentence: string }

const batchVerdictText = resultText.postsVerdict

/**
 * A batch's answer in one sentence: the first finding in the order of the groups. It is called clear as a whole only when all of its
 * posts were judged. `failed` are the errors that another check may judge.
 */
export function batchVerdict(counts: GroupCounts, failed: number): Verdict {
  for (const group of GROUPS) {
    const { tone, finding } = groupLook(group)
    if (finding && counts[group] > 0) return { tone, sentence: finding(counts[group]) }
  }
  if (failed > 0) return { tone: 'warning', sentence: batchVerdictText.failed(failed) }
  const open = counts.error + counts.unsearched
  if (counts.ok === 0) {
    const isUnsearched = open > 0 && counts.error === 0
    return {
      tone: 'unknown',
      sentence: isUnsearched ? batchVerdictText.unsearched : batchVerdictText.unknown,
    }
  }
  if (open > 0) return { tone: counts.error > 0 ? 'warning' : 'ok', sentence: batchVerdictText.partly }
  return { tone: 'ok', sentence: batchVerdictText.none }
}

type InconclusiveCheck = {
  bans: BanFlags
  /** How the latest posts were judged; null where they were not looked at. */
  posts: GroupCounts | null
  /** Whether something else is amiss: search found only some posts, X withholds the account somewhere, or the posts could not be fetched. */
  amiss: boolean
}

/**
 * The verdict when no ban was found. It speaks of what was judged: what was not is said beside it. Posts that are not clear, or could not
 * be fetched, prevent the ✓.
 */
export function inconclusiveVerdict(check: InconclusiveCheck): { tone: Tone; sentence: string } {
  return { tone: toneOf(check), sentence: bansSentence(check.bans) }
}

function toneOf({ bans, posts, amiss }: InconclusiveCheck): Tone {
  if (amiss || (posts && posts.excluded + posts.quote + posts.restricted + posts.error > 0)) return 'warning'
  return judgedCount(bans) === 0 ? 'unknown' : 'ok'
}

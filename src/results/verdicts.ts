import { BANS, POST_GROUPS, totalOfGroups } from '../../contract/outcomes.ts'
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

/** Returns the state of one item. `partly`: how many posts were searched for and found, if search found only some of them. */
export function toBanState(ban: Ban, flag: boolean | null, partly: FoundPostCounts | null): BanState {
  const isPartly = ban === 'search_ban' && flag === false && partly !== null
  const flagged = flag === null ? 'unknown' : flag ? 'found' : 'clear'
  const name = isPartly ? 'partly' : flagged
  const state = BAN_STATES[name]
  return { ...state, name, words: isPartly ? words.partly(partly.looked, partly.found) : state.words }
}

export function banLabel(ban: Ban): string {
  return words.label(words[ban].name, words[ban].gloss)
}

export type BanFlags = Readonly<Record<Ban, boolean | null>>

export function countJudgedBans(bans: BanFlags): number {
  return BANS.filter((ban) => bans[ban] !== null).length
}

/** Maximum number of bans that a verdict names. If there are more, it gives their number instead. */
const NAMED_BANS_MAX = 2

export function bansSentence(bans: BanFlags): string {
  const { verdict, ban: words } = resultText
  const named = (flag: boolean) => BANS.filter((ban) => bans[ban] === flag).map((ban) => words[ban].name)
  const found = named(true)
  const clear = named(false)
  const isWhole = countJudgedBans(bans) === BANS.length
  if (found.length > 0)
    return isWhole && found.length > NAMED_BANS_MAX ? verdict.found(found.length) : verdict.foundOf(found)
  if (clear.length > 0) return isWhole ? verdict.none : verdict.noneOf(clear)
  return verdict.unknown
}

type Verdict = { tone: Tone; sentence: string }

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
  if (failed > 0) return { tone: 'warning', sentence: postsText.failed(failed) }
  const open = counts.error + counts.unsearched
  if (counts.ok === 0) {
    const isUnsearched = open > 0 && counts.error === 0
    return { tone: 'unknown', sentence: isUnsearched ? postsText.unsearched : postsText.unknown }
  }
  if (open > 0) return { tone: counts.error > 0 ? 'warning' : 'ok', sentence: postsText.partly(counts.ok) }
  return { tone: 'ok', sentence: postsText.none }
}

type InconclusiveCheck = {
  bans: BanFlags
  posts: GroupCounts | null
  /** Whether something else prevents the ✓: search found only some posts, X withholds the account in a country, or the posts could not be fetched. */
  hasCaveat: boolean
}

/**
 * The verdict when no ban was found. Posts that are hidden in some way, or a list that could not be fetched, prevent the ✓. Single posts
 * that could not be looked up do not: the list says which they are.
 */
export function inconclusiveVerdict({ bans, posts, hasCaveat }: InconclusiveCheck): Verdict {
  const sentence = bansSentence(bans)
  if (hasCaveat || (posts && posts.excluded + posts.quote + posts.restricted > 0))
    return { tone: 'warning', sentence }
  const judged = countJudgedBans(bans)
  if (judged === 1 && bans.search_ban === false)
    return { tone: 'ok', sentence: resultText.verdict.inSearch(words.search_ban.name) }
  return { tone: judged === 0 ? 'unknown' : 'ok', sentence }
}

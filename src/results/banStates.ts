import type { Ban } from '../../contract/bans.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'

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
  /** This server never judges the item. */
  notOffered: { tone: 'unknown', words: words.notOffered, mark: '❓', isJudged: false },
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

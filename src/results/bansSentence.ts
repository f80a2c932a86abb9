import { BANS } from '../../contract/bans.ts'
import type { Ban } from '../../contract/bans.ts'
import { resultText } from '../text/result.ts'

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

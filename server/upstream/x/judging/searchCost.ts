import { LIST_POSTS, resultsFor, SEARCH_LEAST, VERDICT_POSTS } from '../asking/pageSizes.ts'
import { PRICES } from '../paying/prices.ts'
import { mostOf } from './searchWindows.ts'

/** Results of the search for an account's list: its posts, and a fifth more. */
export const LIST_MOST = Math.floor(LIST_POSTS * 1.2)

/**
 * What looking for the posts of a job costs at worst, in millionths of a dollar. A post is paid for when it is found, with what it quotes
 * where that is asked for; before it counts as missing its versions are asked for, at the price of a post. A window may hold others, and
 * then its posts are looked for one by one.
 */
export function worstOf(
  windows: readonly (readonly unknown[])[],
  { most, paysReferences }: { most: number | null; paysReferences: boolean },
): number {
  if (most !== null) return most * PRICES.post
  const posts = windows.map((window) =>
    window.length === 1 ? 2 : resultsFor(mostOf(window)) * (paysReferences ? 2 : 1) + 2 * window.length,
  )
  return posts.reduce((sum, one) => sum + one, 0) * PRICES.post
}

/** A list with reposts may bring as many posts that they repeat, or take a second question. */
const LISTED = { own: LIST_POSTS, all: 3 * LIST_POSTS }

/** What the steps of an account check can cost at worst, in millionths of a dollar. */
export const WORST_MICROS = {
  /** The lookup with a pin, the newest originals, and one search for them. */
  verdict: PRICES.user + PRICES.post + (VERDICT_POSTS + SEARCH_LEAST) * PRICES.post,
  /** Older originals, where the newest were made within a day, and searches for both. */
  older: (VERDICT_POSTS + 2 * SEARCH_LEAST) * PRICES.post,
  own: PRICES.user + PRICES.post + LISTED.own * PRICES.post,
  all: PRICES.user + PRICES.post + LISTED.all * PRICES.post,
} as const

/** What an account check must be able to spend. What it can spend beyond that it does without, and says so. */
export const FULL_CHECK_MICROS = WORST_MICROS.verdict + Math.max(WORST_MICROS.own, WORST_MICROS.all)

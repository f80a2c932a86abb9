import { snowflakeDate } from '../../../../contract/dates.ts'
import type { UnsearchedReason } from '../../../../contract/evidence.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'

/** Search has it. `quoted` is the post that it quotes, as X marks it; null for none, undefined where X did not tell. */
export type Hit = { found: true; time: number; quoted: string | null | undefined }

/** What search says of a post. `time` is when search was asked last; null where it was not asked. */
export type Finding =
  | Hit
  /** It was looked for twice, in two forms, and a control was found before the first miss and between the two: last at `control`. */
  | { found: false; time: number; control: number }
  /** Neither, for this reason. */
  | { found: null; reason: UnsearchedReason; time: number | null }

export const unasked = (reason: UnsearchedReason): Finding => ({ found: null, reason, time: null })

/** What a search for posts of one author found out so far. */
export type Looked = {
  findings: Map<string, Finding>
  /** Other posts of the author that search showed, by each id that X told of them. */
  others: Map<string, Hit>
}

/** X takes a name of digits alone for an account's number. */
export const isNumber = (name: string) => /^[0-9]+$/.test(name)

/** The question that finds an account's posts, by name and by number; reposts are left out. */
export const fromAccount = (name: string, id: string) =>
  `${isNumber(name) ? `from:${id}` : `(from:${name} OR from:${id})`} -is:retweet`

const MINUTE_MS = 60_000
/** Recent search reaches back this far, less what a check takes: X refuses an id that has grown too old on the way. */
export const RECENT_MS = 7 * 24 * 60 * MINUTE_MS - 5 * MINUTE_MS
/** A younger post may not have reached the index yet: that it is missing says nothing. */
export const YOUNGEST_MS = 60 * MINUTE_MS
/** Posts of one author that were made this close to each other are looked for together: others between them are rare. */
const NEIGHBOURS_MS = MINUTE_MS
/** Posts in one window: with a fifth more, all fit into one answer of X. */
const WINDOW_MOST = 80

/** A post that is looked for. `versions` are its ids, one for each edit, the newest last; null where X is asked for them before it counts as missing. */
export type Sought = { id: string; versions: readonly string[] | null }

/**
 * Which missing posts are looked for again, until they count as missing: each one, all when search found none of them, or none. The others
 * are left as `no_author`.
 */
export type Pursuit = 'each' | 'all' | 'none'

/** When a post was made, in Unix milliseconds; null for the few from before ids held a date. */
export const madeAt = (id: string): number | null => snowflakeDate(id)?.getTime() ?? null

export const latestOf = ({ id, versions }: Sought): string => versions?.at(-1) ?? id

/** The endpoint whose index reaches back to a post. */
export function endpointFor(id: string, now: number): SearchEndpoint {
  const made = madeAt(id)
  return made !== null && now - made <= RECENT_MS ? 'search' : 'search_all'
}

/** Posts from the oldest to the newest. */
export function inOrder(posts: readonly Sought[]): Sought[] {
  return posts.toSorted((a, b) => (BigInt(latestOf(a)) < BigInt(latestOf(b)) ? -1 : 1))
}

/**
 * Windows for posts of one author of whom nothing else is known: a window buys every post in it, so only neighbours share one. With
 * `apart` each has its own.
 */
export function windowsOf(posts: readonly Sought[], apart = false): Sought[][] {
  const windows: Sought[][] = []
  for (const post of inOrder(posts)) {
    const window = windows.at(-1)
    const last = window?.at(-1)
    if (!apart && window && last && window.length < WINDOW_MOST && areNeighbours(last, post))
      window.push(post)
    else windows.push([post])
  }
  return windows
}

function areNeighbours(older: Sought, newer: Sought): boolean {
  const made = (post: Sought) => madeAt(latestOf(post)) ?? Number.NaN
  return made(newer) - made(older) <= NEIGHBOURS_MS
}

/** Posts that one window may bring back: a fifth more than it is asked for. */
export const mostOf = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

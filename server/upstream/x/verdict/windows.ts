import type { SearchEndpoint } from '../client/endpoints.ts'
import { knownIds, madeAt } from './post.ts'
import type { Facts } from './post.ts'

/** All that a timeline listed between two posts: one search finds them, and X returns all of them. */
export type Listing = {
  ids: ReadonlySet<string>
  /** Replies between them are not listed. */
  isOriginals: boolean
}
export type SearchTarget = {
  id: string
  name: string
  userId: string | null
  /** X named the author: under a name from a URL a post may be found, but not missed. */
  isCertain: boolean
  /** Null: looked up before the post counts as missing. */
  facts: Facts | null
  listing: Listing | null
  paysReferences: boolean
}

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)

/**
 * By the author's name and number, since old posts may be indexed under a former name. Without filters: X's `-is:reply` also hides posts that
 * begin with @name and answer nothing.
 */
export function queryFor({ name, userId }: Pick<SearchTarget, 'name' | 'userId'>): string {
  if (userId === null) return `from:${name}`
  return isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
}

/** X may return more posts than the listing holds. */
export const maxResults = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

export const latestOf = ({ id, facts }: SearchTarget): string => facts?.versions.at(-1) ?? id
export const madeOf = (post: SearchTarget): number => madeAt(latestOf(post)) ?? Number.NaN
export const inOrder = (posts: readonly SearchTarget[]) =>
  posts.toSorted((a, b) => (BigInt(latestOf(a)) < BigInt(latestOf(b)) ? -1 : 1))

/** Each post by itself, but neighbours in a listing together: no window pays for other posts. */
export function windowsOf(
  posts: readonly SearchTarget[],
  endpointOf: (post: SearchTarget) => SearchEndpoint,
): SearchTarget[][] {
  const windows = posts.filter(({ listing }) => !listing).map((post) => [post])
  const listed = posts.filter(({ listing }) => listing)
  for (const [, group] of Map.groupBy(listed, (post) =>
    [endpointOf(post), queryFor(post), post.listing?.isOriginals].join(' '),
  )) {
    const own = new Map(group.flatMap((post) => knownIds(post).map((id) => [id, post])))
    const all = [...(group[0]?.listing?.ids ?? [])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
    let run = new Set<SearchTarget>()
    for (const id of [...all, '']) {
      const post = own.get(id)
      if (post) run.add(post)
      else {
        if (run.size > 0) windows.push(inOrder([...run]))
        run = new Set()
      }
    }
  }
  return windows
}

type Ends = { first: string; last: string }
export function idsOf(window: readonly SearchTarget[]): Ends | null {
  const [first, last] = [window[0], window.at(-1)]
  return first && last ? { first: latestOf(first), last: latestOf(last) } : null
}
export const isBetween = (id: string, { first, last }: Ends) =>
  BigInt(first) <= BigInt(id) && BigInt(id) <= BigInt(last)

export function timesOf(window: readonly SearchTarget[]) {
  const [first, last] = [window[0], window.at(-1)]
  const [from, to] = [first ? madeOf(first) : Number.NaN, last ? madeOf(last) : Number.NaN]
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  return { times: { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 } }
}

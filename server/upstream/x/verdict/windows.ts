import type { SearchEndpoint } from '../client/endpoints.ts'
import { knownIds, madeAt } from './post.ts'
import type { Author, Post } from './post.ts'

/** A post whose author is known, so that it can be searched for. */
export type SearchedPost = Post & { author: Author }

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)

/**
 * By the author's name and number, since old posts may be indexed under a former name. Without filters: X's `-is:reply` also hides posts that
 * begin with @name and answer nothing.
 */
export function queryFor({ name, userId }: Author): string {
  if (userId === null) return `from:${name}`
  return isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
}

/** X may return more posts than the listing holds. */
export const maxResults = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

export const latestOf = ({ id, facts }: Post): string => facts?.versions.at(-1) ?? id
export const madeOf = (post: Post): number => madeAt(latestOf(post)) ?? Number.NaN
const byId = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1)
export const inOrder = <One extends Post>(posts: readonly One[]) =>
  posts.toSorted((a, b) => byId(latestOf(a), latestOf(b)))

/** Each post by itself, but neighbours in a listing together: no window pays for other posts. */
export function windowsOf(
  posts: readonly SearchedPost[],
  endpointOf: (post: SearchedPost) => SearchEndpoint,
): SearchedPost[][] {
  const windows = posts.filter(({ neighbours }) => !neighbours).map((post) => [post])
  const listed = posts.filter(({ neighbours }) => neighbours)
  for (const [, group] of Map.groupBy(listed, (post) =>
    [endpointOf(post), queryFor(post.author), post.source === 'list'].join(' '),
  )) {
    const own = new Map(group.flatMap((post) => knownIds(post).map((id) => [id, post])))
    let run = new Set<SearchedPost>()
    for (const id of [...(group[0]?.neighbours ?? []).toSorted(byId), '']) {
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
export function idsOf(window: readonly Post[]): Ends | null {
  const [first, last] = [window[0], window.at(-1)]
  return first && last ? { first: latestOf(first), last: latestOf(last) } : null
}
export const isBetween = (id: string, { first, last }: Ends) =>
  BigInt(first) <= BigInt(id) && BigInt(id) <= BigInt(last)

export function timesOf(window: readonly Post[]) {
  const [first, last] = [window[0], window.at(-1)]
  const [from, to] = [first ? madeOf(first) : Number.NaN, last ? madeOf(last) : Number.NaN]
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  return { times: { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 } }
}

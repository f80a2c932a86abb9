import type { SearchEndpoint } from '../client/endpoints.ts'
import { knownPostIds, creationTimeOfId } from './post.ts'
import type { PostAuthor, PostRecord } from './post.ts'

/** A post whose author is known, so that it can be searched for. */
export type SearchablePost = PostRecord & { author: PostAuthor }

/** X takes a name of digits alone for an account's number. */
const isNumber = (name: string) => /^[0-9]+$/.test(name)

/**
 * By the author's name and number, since old posts may be indexed under a former name. Without filters: X's `-is:reply` also hides posts that
 * begin with @name and answer nothing.
 */
export function searchQueryFor({ name, userId }: PostAuthor): string {
  if (userId === null) return `from:${name}`
  return isNumber(name) ? `from:${userId}` : `(from:${name} OR from:${userId})`
}

/** X may return more posts than the listing holds. */
export const windowResultsMax = (window: readonly unknown[]) => Math.floor(window.length * 1.2)

export const latestIdOf = ({ id, facts }: PostRecord): string => facts?.versions.at(-1) ?? id
export const creationTimeOf = (post: PostRecord): number => creationTimeOfId(latestIdOf(post)) ?? Number.NaN
const byId = (a: string, b: string) => (BigInt(a) < BigInt(b) ? -1 : 1)
export const sortedById = <One extends PostRecord>(posts: readonly One[]) =>
  posts.toSorted((a, b) => byId(latestIdOf(a), latestIdOf(b)))

/** Groups posts into windows that one search covers: neighbours in a listing together, every other post by itself. No window costs other posts. */
export function searchWindowsOf(
  posts: readonly SearchablePost[],
  endpointOf: (post: SearchablePost) => SearchEndpoint,
): SearchablePost[][] {
  const windows = posts.filter(({ neighbours }) => !neighbours).map((post) => [post])
  const listed = posts.filter(({ neighbours }) => neighbours)
  for (const [, group] of Map.groupBy(listed, (post) =>
    [endpointOf(post), searchQueryFor(post.author), post.source === 'list'].join(' '),
  )) {
    const own = new Map(group.flatMap((post) => knownPostIds(post).map((id) => [id, post])))
    let run = new Set<SearchablePost>()
    for (const id of [...(group[0]?.neighbours ?? []).toSorted(byId), '']) {
      const post = own.get(id)
      if (post) run.add(post)
      else {
        if (run.size > 0) windows.push(sortedById([...run]))
        run = new Set()
      }
    }
  }
  return windows
}

type Ends = { first: string; last: string }
export function endIdsOfWindow(window: readonly PostRecord[]): Ends | null {
  const [first, last] = [window[0], window.at(-1)]
  return first && last ? { first: latestIdOf(first), last: latestIdOf(last) } : null
}
export const isIdBetween = (id: string, { first, last }: Ends) =>
  BigInt(first) <= BigInt(id) && BigInt(id) <= BigInt(last)

export function timesOfWindow(window: readonly PostRecord[]) {
  const [first, last] = [window[0], window.at(-1)]
  const [from, to] = [first ? creationTimeOf(first) : Number.NaN, last ? creationTimeOf(last) : Number.NaN]
  if (Number.isNaN(from) || Number.isNaN(to)) return null
  return { times: { from: Math.floor(from / 1000) * 1000, to: (Math.floor(to / 1000) + 1) * 1000 } }
}

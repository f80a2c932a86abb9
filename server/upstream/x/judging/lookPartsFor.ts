import type { Caller } from '../../Caller.ts'
import type { SearchEndpoint } from '../asking/endpoints.ts'
import type { XEndpoints } from '../asking/Ask.ts'
import type { Pause } from '../asking/createTurns.ts'
import type { XCalls } from '../asking/xCalls.ts'
import type { XNames } from '../asking/xNames.ts'
import type { Budget, Pay } from '../paying/budget.ts'
import { readLookup, versionsIn } from '../reading/readPosts.ts'
import type { Control } from './Control.ts'
import type { LookParts } from './lookForPosts.ts'
import { readFound } from './readFound.ts'
import type { Pursuit } from './searchWindows.ts'
import { madeAt } from './searchWindows.ts'

/** Posts from before X let posts be edited, in September 2022, have one version. */
const EDITABLE_SINCE = Date.UTC(2022, 8, 1)

/** X's API, with what it costs and what its search is trusted by. */
export type XTools = {
  endpoints: XEndpoints
  names: XNames
  budget: Budget
  /** The calls of one check, paid by it. */
  callsFor: (pay: Pay, caller: Caller) => XCalls
  control: Control
  now: () => number
  pause: Pause
}
/** What is searched, where, whether references are worth their price, and which missing posts are pursued. */
export type SearchTopic = {
  endpoint: SearchEndpoint
  query: string
  /** Results that are asked for; null for a few more than are looked for. */
  most: number | null
  paysReferences: boolean
  pursues: Pursuit
}

/** The steps of `lookForPosts`, made of calls of X. */
export function lookPartsFor(
  { names, control, now, pause }: XTools,
  calls: XCalls,
  { endpoint, query, most, paysReferences, pursues }: SearchTopic,
  caller: Caller,
): LookParts {
  return {
    async search(within, expected) {
      const references = paysReferences && 'ids' in within
      const question = { endpoint, query, within, most: most ?? expected, references }
      return readFound(await calls.search(question), references, names)
    },
    control: (since) => control.foundSince(endpoint, since, caller),
    async versionsOf(ids) {
      const posts = readLookup(await calls.posts(ids)) ?? []
      return new Map(
        posts.flatMap((post) => {
          const isFixed = (madeAt(post.id) ?? 0) < EDITABLE_SINCE
          const versions = versionsIn(post) ?? (isFixed ? [post.id] : [])
          return versions.map((id) => [id, versions] as const)
        }),
      )
    },
    pursues,
    splits: most === null,
    now,
    pause,
    signal: caller.signal,
  }
}

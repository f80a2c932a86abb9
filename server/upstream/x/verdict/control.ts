import { LRUCache } from 'lru-cache'
import { abortable } from '../../../../contract/async.ts'
import type { Caller } from '../../Upstream.ts'
import { isOfOneClient } from '../../sharing.ts'
import type { Search } from '../client/calls.ts'
import { SEARCH_MIN } from '../client/endpoints.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import type { Posts } from '../schemas.ts'
import type { SearchMonitor } from '../searchMonitor.ts'
import { RECENT_MS, YOUNGEST_MS, madeAt } from './findings.ts'

/** What every negative needs: another post, made near in time, that the same endpoint shows at the same time. */
export type Control = {
  /** Notes posts that search showed, whoever asked: each is a control. */
  note: (endpoint: SearchEndpoint, ids: readonly string[], query: string) => void
  /** Notes that search showed a post which it had not shown a moment before: its silence proves nothing for a while. */
  noteLapse: (endpoint: SearchEndpoint) => void
  /** When a control for a post made then was last shown, at `since` or later; null where none is known. */
  known: (endpoint: SearchEndpoint, made: number, since: number) => number | null
  /** The same; asks for the canaries' posts of that time where none is known. Throws what kept X from answering. */
  near: (endpoint: SearchEndpoint, made: number, since: number, caller: Caller) => Promise<number | null>
  /** How often the canaries were asked for a control in the last hour, and how often there was none. */
  lately: () => { asked: number; missing: number }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** For how long a control that was found says that search works. */
export const CONTROL_MS = 5 * MINUTE_MS
/** A control was made this near to the post that it vouches for. */
export const NEAR_MS = 36 * HOUR_MS
/** Search that showed no control is not asked again for one of that time within this long. */
const MISSING_MS = MINUTE_MS
/** Canaries' posts are looked for this far before and after a post, until there is one; few are bought that way. */
const RINGS_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, NEAR_MS]
const KNOWN_MAX = 5000
/** The control is asked for on behalf of all, so it does not end with the visitor who needed it first. */
const TIME_MS = 15_000

export type ControlParts = {
  /** The question for posts of the accounts of which search is known to hold posts. */
  canaries: string
  /** One search, paid from the budget's part. */
  search: (question: Search, caller: Caller) => Promise<Posts | null>
  now: () => number
  /** X's time, by which the age of posts counts. */
  xNow: () => number
  /** Told what search showed and did not, where it is the recent search. */
  searchMonitor: Pick<SearchMonitor, 'shown' | 'missed'>
}

type Shown = { made: number; at: number; query: string }
type UnderWay = { asked: number; clientKey: string; done: Promise<unknown> }

export function createControl({ canaries, search, now, xNow, searchMonitor }: ControlParts): Control {
  const shown = { search: shownPosts(), search_all: shownPosts() }
  const lapses = new Map<SearchEndpoint, number>()
  const underWay = new Map<string, UnderWay>()
  const outcomes: { at: number; time: string; found: boolean }[] = []

  /** The post near in time that search showed last: any, or one that this question found. */
  function nearest(
    endpoint: SearchEndpoint,
    made: number,
    query?: string,
  ): { id: string; at: number } | null {
    let last: { id: string; at: number } | null = null
    for (const [id, post] of shown[endpoint].entries()) {
      const isNear = Math.abs(post.made - made) <= NEAR_MS && (query ?? post.query) === post.query
      if (isNear && post.at > (last?.at ?? -Infinity)) last = { id, at: post.at }
    }
    return last
  }

  function known(endpoint: SearchEndpoint, made: number, since: number): number | null {
    if (hasLapsed(endpoint)) return null
    const at = nearest(endpoint, made)?.at
    return at !== undefined && at >= since ? at : null
  }
  const hasLapsed = (endpoint: SearchEndpoint) => now() - (lapses.get(endpoint) ?? -Infinity) < CONTROL_MS
  function note(endpoint: SearchEndpoint, ids: readonly string[], query: string): void {
    if (endpoint === 'search' && ids.length > 0) searchMonitor.shown()
    for (const id of ids) {
      const made = madeAt(id)
      if (made !== null) shown[endpoint].set(id, { made, at: now(), query })
    }
  }
  function noteLapse(endpoint: SearchEndpoint): void {
    lapses.set(endpoint, now())
    if (endpoint === 'search') searchMonitor.missed()
  }

  /** Asks for a canary's post that search has shown before, by its id, and else for any of that time. */
  async function ask(endpoint: SearchEndpoint, made: number, caller: Caller): Promise<void> {
    const before = nearest(endpoint, made, canaries)?.id
    if (before !== undefined) {
      const within = { ids: { first: before, last: before } }
      const answer = await search({ endpoint, query: canaries, within, most: 1, references: false }, caller)
      if (answer?.posts.some(({ id }) => id === before)) return note(endpoint, [before], canaries)
      if (answer) noteLapse(endpoint)
      return
    }
    const latest = xNow() - YOUNGEST_MS
    const oldest = endpoint === 'search' ? xNow() - RECENT_MS + MINUTE_MS : 0
    for (const reach of RINGS_MS) {
      const times = { from: Math.max(made - reach, oldest), to: Math.min(made + reach, latest) }
      if (times.from >= times.to) continue
      const question = { endpoint, query: canaries, within: { times }, most: SEARCH_MIN, references: false }
      const answer = await search(question, caller)
      if (!answer) return
      if (answer.posts.length > 0)
        return note(
          endpoint,
          answer.posts.map(({ id }) => id),
          canaries,
        )
    }
  }

  async function near(
    endpoint: SearchEndpoint,
    made: number,
    since: number,
    caller: Caller,
  ): Promise<number | null> {
    /** Posts of half a day have their control in common. */
    const time = `${endpoint} ${Math.floor(made / (12 * HOUR_MS))}`
    for (;;) {
      const at = known(endpoint, made, since)
      if (at !== null) return at
      // That none was found for a post of the same half day says nothing where one is known that is near to this post.
      const canAsk = nearest(endpoint, made, canaries) !== null && !hasLapsed(endpoint)
      const last = outcomes.findLast((one) => one.time === time)
      if (!canAsk && last && !last.found && now() - last.at < MISSING_MS) return null
      const shared = underWay.get(time)
      if (!shared || shared.asked < since) break
      try {
        await abortable(shared.done, caller.signal)
        return known(endpoint, made, since)
      } catch (error) {
        // What one client is refused says nothing of another's.
        if (shared.clientKey === caller.clientKey || !isOfOneClient(error)) throw error
        if (underWay.get(time) === shared) underWay.delete(time)
      }
    }
    const asked = now()
    const own = { clientKey: caller.clientKey, signal: AbortSignal.timeout(TIME_MS) }
    const done = ask(endpoint, made, own).finally(() => {
      if (underWay.get(time)?.done === done) underWay.delete(time)
    })
    underWay.set(time, { asked, clientKey: caller.clientKey, done })
    await abortable(done, caller.signal)
    const at = known(endpoint, made, since)
    while ((outcomes[0]?.at ?? Infinity) < now() - HOUR_MS) outcomes.shift()
    outcomes.push({ at: now(), time, found: at !== null })
    // A lapse was told when it was noted.
    if (endpoint === 'search' && at === null && !hasLapsed(endpoint)) searchMonitor.missed()
    return at
  }

  return {
    note,
    noteLapse,
    known,
    near,
    lately() {
      const last = outcomes.filter(({ at }) => now() - at < HOUR_MS)
      return { asked: last.length, missing: last.filter(({ found }) => !found).length }
    },
  }
}

const shownPosts = () => new LRUCache<string, Shown>({ max: KNOWN_MAX })

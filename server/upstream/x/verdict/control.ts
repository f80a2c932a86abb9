import { LRUCache } from 'lru-cache'
import { abortable } from '../../../../contract/async.ts'
import type { Caller } from '../../Upstream.ts'
import { isOfOneClient } from '../../sharing.ts'
import type { Search } from '../client/calls.ts'
import { SEARCH_MIN } from '../client/endpoints.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import type { SearchMonitor } from '../health.ts'
import type { Posts } from '../schemas.ts'
import { RECENT_MS, YOUNGEST_MS, madeAt } from './findings.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const CONTROL_MS = 5 * MINUTE_MS
/** The most between the times of a post and of its control. */
export const NEAR_MS = 36 * HOUR_MS
/** A missing control is not asked for again within this long. */
const MISSING_MS = MINUTE_MS
/** Spans around a post in which canaries' posts are searched for, until there is one: few are paid for that way. */
const RINGS_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS, NEAR_MS]
const KNOWN_MAX = 5000
/** Others may wait for the control when the visitor who needed it first has left. */
const TIMEOUT_MS = 15_000

type ControlParts = {
  canaries: string
  search: (search: Search, caller: Caller) => Promise<Posts | null>
  now: () => number
  /** X's time, by which the age of posts counts. */
  xNow: () => number
  searchMonitor: SearchMonitor
}
export type Control = ReturnType<typeof createControl>

type ShownPost = { id: string; made: number; at: number; query: string }

/** A miss counts only with a control: another post, made near in time, that the same endpoint shows at the same time. */
export function createControl({ canaries, search, now, xNow, searchMonitor }: ControlParts) {
  const shown = { search: shownPosts(), search_all: shownPosts() }
  const lapses = new Map<SearchEndpoint, number>()
  const underWay = new Map<string, { asked: number; clientKey: string; done: Promise<void> }>()
  const outcomes: { at: number; time: string; found: boolean }[] = []

  /** The post near in time that search showed last: any, or one that this query found. */
  function lastShown(endpoint: SearchEndpoint, made: number, query?: string): ShownPost | null {
    let last: ShownPost | null = null
    for (const post of shown[endpoint].values()) {
      const isNear = Math.abs(post.made - made) <= NEAR_MS && (query ?? post.query) === post.query
      if (isNear && post.at > (last?.at ?? -Infinity)) last = post
    }
    return last
  }

  /** When a control for a post made then was last shown, at `since` or later; null where none is known. */
  function known(endpoint: SearchEndpoint, made: number, since: number): number | null {
    if (hasLapsed(endpoint)) return null
    const at = lastShown(endpoint, made)?.at
    return at !== undefined && at >= since ? at : null
  }
  const hasLapsed = (endpoint: SearchEndpoint) => now() - (lapses.get(endpoint) ?? -Infinity) < CONTROL_MS
  /** Each post that search shows is a control, whoever asked. */
  function note(endpoint: SearchEndpoint, posts: readonly { id: string }[], query: string): void {
    if (endpoint === 'search' && posts.length > 0) searchMonitor.shown()
    for (const { id } of posts) {
      const made = madeAt(id)
      if (made !== null) shown[endpoint].set(id, { id, made, at: now(), query })
    }
  }
  /** Search showed a post that it had not shown a moment before: a miss proves nothing for a while. */
  function noteLapse(endpoint: SearchEndpoint): void {
    lapses.set(endpoint, now())
    if (endpoint === 'search') searchMonitor.missed()
  }

  /** Asks for a canary's post that search has shown before, and else for any of that time. */
  async function ask(endpoint: SearchEndpoint, made: number, caller: Caller): Promise<void> {
    const asked = { endpoint, query: canaries, references: false }
    const before = lastShown(endpoint, made, canaries)
    if (before) {
      const within = { ids: { first: before.id, last: before.id } }
      const answer = await search({ ...asked, within, most: 1 }, caller)
      if (answer?.posts.some(({ id }) => id === before.id)) return note(endpoint, [before], canaries)
      if (answer) noteLapse(endpoint)
      return
    }
    const latest = xNow() - YOUNGEST_MS
    const oldest = endpoint === 'search' ? xNow() - RECENT_MS + MINUTE_MS : 0
    for (const reach of RINGS_MS) {
      const times = { from: Math.max(made - reach, oldest), to: Math.min(made + reach, latest) }
      if (times.from >= times.to) continue
      const answer = await search({ ...asked, within: { times }, most: SEARCH_MIN }, caller)
      if (!answer) return
      if (answer.posts.length > 0) return note(endpoint, answer.posts, canaries)
    }
  }

  /** As `known`, but searches for the canaries' posts where none is known. Throws X's errors. */
  async function near(endpoint: SearchEndpoint, made: number, since: number, caller: Caller) {
    /** Posts of half a day share their control. */
    const time = `${endpoint} ${Math.floor(made / (12 * HOUR_MS))}`
    for (;;) {
      const at = known(endpoint, made, since)
      if (at !== null) return at
      // That none was found for a post of the same half day says nothing where one is known that is near to this post.
      const canAsk = lastShown(endpoint, made, canaries) !== null && !hasLapsed(endpoint)
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
      }
    }
    const asked = now()
    const own = { clientKey: caller.clientKey, signal: AbortSignal.timeout(TIMEOUT_MS) }
    const done = ask(endpoint, made, own).finally(() => {
      if (underWay.get(time)?.done === done) underWay.delete(time)
    })
    underWay.set(time, { asked, clientKey: caller.clientKey, done })
    await abortable(done, caller.signal)
    const at = known(endpoint, made, since)
    while ((outcomes[0]?.at ?? Infinity) < now() - HOUR_MS) outcomes.shift()
    outcomes.push({ at: now(), time, found: at !== null })
    if (endpoint === 'search' && at === null && !hasLapsed(endpoint)) searchMonitor.missed()
    return at
  }

  return {
    note,
    noteLapse,
    known,
    near,
    /** How often the canaries were searched for in the last hour, and how often there was no control. */
    lately() {
      const last = outcomes.filter(({ at }) => now() - at < HOUR_MS)
      return { asked: last.length, missing: last.filter(({ found }) => !found).length }
    },
  }
}

const shownPosts = () => new LRUCache<string, ShownPost>({ max: KNOWN_MAX })

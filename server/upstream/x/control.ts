import { LRUCache } from 'lru-cache'
import { firstSnowflakeAt } from '../../../contract/dates.ts'
import type { Caller } from '../Upstream.ts'
import { createSingleFlight } from '../Upstream.ts'
import { SEARCH_RESULTS_MIN } from './client/calls.ts'
import type { SearchRequest } from './client/calls.ts'
import { UpstreamDown } from './replies.ts'
import type { SearchEndpoint, PostPage } from './replies.ts'
import { RECENT_SEARCH_MS, INDEXED_AGE_MIN_MS, creationTimeOfId } from './verdict/post.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
export const CONTROL_VALID_MS = 5 * MINUTE_MS
/**
 * A control was made at the same time as a post, or at most so long after it. Search sometimes falls hours behind for everybody, so an older
 * post says nothing about whether the index has reached the missed one.
 */
const CONTROL_LATER_MAX_MS = 36 * HOUR_MS
const isControlFor = (control: number, made: number) =>
  control >= made && control <= made + CONTROL_LATER_MAX_MS
/** A missing control is not asked for again within this long. */
const MISSING_CONTROL_TTL_MS = MINUTE_MS
/** How far around the wanted time canaries' posts are searched for, until there is one: few are paid for that way. */
const RINGS_MS = [HOUR_MS, 4 * HOUR_MS, 12 * HOUR_MS]
const WHOLE_RING_MS = 2 * CONTROL_LATER_MAX_MS
/** If later posts are missing too, a control so much later than a post serves both. */
const BETWEEN_MS = CONTROL_LATER_MAX_MS * (2 / 3)
const SHOWN_POSTS_MAX = 5000
/** One search for a control, over all rings. */
const TIMEOUT_MS = 15_000

type ControlOptions = {
  canaries: readonly string[]
  search: Search
  now: () => number
  searchMonitor: { shown: () => void; missed: () => void }
  /** Whether oEmbed still shows a post: one that its author has deleted is no miss of X's search. */
  isShown: (id: string, caller: Caller) => Promise<boolean>
}
/** `at` is when search last showed the control, `hoursLater` how many hours after the missing post it was made, rounded up. */
export type Control = { at: number; hoursLater: number }
export type ControlPosts = ReturnType<typeof createControlPosts>

/**
 * A miss counts only with a control: another post, made near in time, that the same endpoint shows at the same time. Every post that search shows is
 * one, whoever asked; if none is known, posts of the canaries are searched for.
 */
export function createControlPosts(options: ControlOptions) {
  const { now } = options
  const memory = createMemory(options)
  const canaries = createCanaries(options)
  const singleFlight = createSingleFlight<void>()
  /** When the running search for a control began, by endpoint and the hour in which the posts were made. */
  const begun = new Map<string, number>()
  const outcomes = createOutcomes(now)

  /**
   * The control for a post made then that was shown at `since` or later. Searches for the canaries' posts if none is known. `latestMade` is when
   * the latest of the missing posts was made, to which the control should be near, too. Throws X's errors.
   */
  async function near(
    endpoint: SearchEndpoint,
    made: number,
    since: number,
    caller: Caller,
    latestMade = made,
  ): Promise<Control | null> {
    const known = memory.known(endpoint, made, since)
    if (known) return known
    // Posts of an hour share their control, and those who need it share a search that began late enough for all of them.
    const time = `${endpoint} ${Math.floor(made / HOUR_MS)}`
    // An earlier search that failed says nothing if we now know a post close in time.
    const canAsk = memory.lastCanaryPost(endpoint, made) !== null && !memory.isDoubtful(endpoint)
    if (!canAsk && outcomes.hasJustFailed(time)) return null
    const last = begun.get(time)
    const start = last !== undefined && last >= since ? last : now()
    begun.set(time, start)
    await singleFlight(`${time} ${start}`, caller, async ({ clientKey, signal }) => {
      const soon = { clientKey, signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) }
      try {
        await searchForCanaries({ ...options, canaries, memory }, { endpoint, made, latestMade }, soon)
      } catch (error) {
        throw soon.signal.aborted && !signal.aborted ? new UpstreamDown('no control in time', 'never') : error
      } finally {
        if (begun.get(time) === start) begun.delete(time)
      }
      outcomes.note(time, memory.known(endpoint, made, since) !== null)
    })
    return memory.known(endpoint, made, since)
  }

  return {
    note: memory.note,
    refusedCanaries: canaries.refused,
    noteContradiction: memory.noteContradiction,
    known: memory.known,
    near,
    lastHour: outcomes.lastHour,
  }
}

/** Records the outcomes of the searches for canaries in the last hour. `time` names the hour whose posts need a control. */
function createOutcomes(now: () => number) {
  const outcomes: { at: number; time: string; found: boolean }[] = []
  return {
    note(time: string, found: boolean): void {
      while ((outcomes[0]?.at ?? Infinity) < now() - HOUR_MS) outcomes.shift()
      outcomes.push({ at: now(), time, found })
    },
    hasJustFailed(time: string): boolean {
      const last = outcomes.findLast((one) => one.time === time)
      return last !== undefined && !last.found && now() - last.at < MISSING_CONTROL_TTL_MS
    },
    /** How often the canaries were searched for, and how often there was no control. */
    lastHour() {
      const last = outcomes.filter(({ at }) => now() - at < HOUR_MS)
      return { asked: last.length, missing: last.filter(({ found }) => !found).length }
    },
  }
}

type ShownPost = { id: string; made: number; at: number; isCanarys: boolean }
/** Stands for the canaries among the names of authors. */
const CANARIES = ''
type Memory = ReturnType<typeof createMemory>

/** Which posts search has shown, and where it has contradicted itself. */
function createMemory({ now, searchMonitor }: ControlOptions) {
  const shown = { search: shownPosts(), search_all: shownPosts() }
  const contradictions = { search: new Map<string, number>(), search_all: new Map<string, number>() }

  /** The canaries' post that search showed last, of those that can be a control for a post made then. */
  function lastCanaryPost(endpoint: SearchEndpoint, made: number): ShownPost | null {
    let last: ShownPost | null = null
    for (const post of shown[endpoint].values()) {
      const isUsable = post.isCanarys && isControlFor(post.made, made)
      if (isUsable && post.at > (last?.at ?? -Infinity)) last = post
    }
    return last
  }
  /**
   * The control made soonest after a post made then, of those that were shown at `since` or later; null if none is known, or if search contradicts
   * itself.
   */
  function known(endpoint: SearchEndpoint, made: number, since: number, author?: string): Control | null {
    if (isDoubtful(endpoint, author)) return null
    let nearest: ShownPost | null = null
    for (const post of shown[endpoint].values()) {
      const isNearer = isControlFor(post.made, made) && post.made < (nearest?.made ?? Infinity)
      if (isNearer && post.at >= since) nearest = post
    }
    return nearest && { at: nearest.at, hoursLater: Math.ceil((nearest.made - made) / HOUR_MS) }
  }
  /** Whether search contradicted itself for this author, for the canaries, or for two authors. */
  function isDoubtful(endpoint: SearchEndpoint, author?: string): boolean {
    const recent = [...contradictions[endpoint]].filter(([, at]) => now() - at < CONTROL_VALID_MS)
    return recent.length > 1 || recent.some(([key]) => key === CANARIES || key === author)
  }
  /** Each post that search shows is a control, whoever asked. */
  function note(endpoint: SearchEndpoint, posts: readonly { id: string }[], isCanarys = false): void {
    if (endpoint === 'search' && posts.length > 0) searchMonitor.shown()
    for (const { id } of posts) {
      const made = creationTimeOfId(id)
      if (made !== null) shown[endpoint].set(id, { id, made, at: now(), isCanarys })
    }
  }
  /** Search showed a post that it had not shown a moment before, or the reverse: a miss proves nothing for a while. */
  function noteContradiction(endpoint: SearchEndpoint, author: string): void {
    for (const [key, at] of contradictions[endpoint]) {
      if (now() - at >= CONTROL_VALID_MS) contradictions[endpoint].delete(key)
    }
    contradictions[endpoint].set(author, now())
    if (endpoint === 'search') searchMonitor.missed()
  }
  const forget = (endpoint: SearchEndpoint, id: string) => void shown[endpoint].delete(id)

  return { lastCanaryPost, known, isDoubtful, note, noteContradiction, forget }
}

const shownPosts = () => new LRUCache<string, ShownPost>({ max: SHOWN_POSTS_MAX })

type Wanted = { endpoint: SearchEndpoint; made: number; latestMade: number }

type CanarySearch = Pick<ControlOptions, 'now' | 'isShown'> & {
  canaries: ReturnType<typeof createCanaries>
  memory: Memory
}

/** Asks for a canary's post that search has shown before, and else for any of that time. */
async function searchForCanaries(
  { canaries, memory, now, isShown }: CanarySearch,
  { endpoint, made, latestMade }: Wanted,
  caller: Caller,
): Promise<void> {
  const before = memory.lastCanaryPost(endpoint, made)
  if (before) {
    const within = { ids: { first: before.id, last: before.id } }
    const posts = await canaries.search({ endpoint, within, most: 1 }, caller)
    if (posts.some(({ id }) => id === before.id)) return memory.note(endpoint, [before], true)
    memory.forget(endpoint, before.id)
    // The index may still be taking in a young post: one that is missing again is no contradiction.
    const isYoung = now() - before.made < INDEXED_AGE_MIN_MS
    if (!isYoung && (await isShown(before.id, caller))) return memory.noteContradiction(endpoint, CANARIES)
  }
  const oldest = Math.max(made, endpoint === 'search' ? now() - RECENT_SEARCH_MS + MINUTE_MS : 0)
  // A post that search shows is a control however young it is.
  const newest = Math.min(made + CONTROL_LATER_MAX_MS, now() - MINUTE_MS)
  const aim = Math.min(made + BETWEEN_MS, Math.max(made, latestMade))
  for (const reach of [...RINGS_MS, WHOLE_RING_MS]) {
    // A control older than the latest missing post would serve only the other posts: the last ring alone looks for one.
    const back = aim === latestMade && reach !== WHOLE_RING_MS ? 0 : reach
    const times = { from: Math.max(aim - back, oldest), to: Math.min(aim + reach, newest) }
    if (times.from >= times.to) continue
    const posts = await canaries.search({ endpoint, within: { times }, most: SEARCH_RESULTS_MIN }, caller)
    if (posts.length > 0) return memory.note(endpoint, posts, true)
  }
}

/** An account that X refused is not searched for again within this long. */
const REFUSED_TTL_MS = HOUR_MS

/** `refused`: X calls the request invalid. Null: X gave no usable answer. */
type Search = (search: SearchRequest, caller: Caller) => Promise<PostPage | 'refused' | null>
type CanariesOptions = { canaries: readonly string[]; search: Search; now: () => number }

/**
 * The accounts whose posts serve as controls, in one search. X refuses the whole search if it names an account that X does not accept, such as
 * one that is gone: each is then tried alone, for a moment without posts, which is free, and those that X refuses are left out.
 */
function createCanaries({ canaries, search, now }: CanariesOptions) {
  const refusedAt = new Map<string, number>()
  const isRefused = (name: string) => now() - (refusedAt.get(name) ?? -Infinity) < REFUSED_TTL_MS
  const accepted = () => canaries.filter((name) => !isRefused(name))
  const query = () =>
    `(${accepted()
      .map((name) => `from:${name}`)
      .join(' OR ')})`

  /** Resolves to whether there was one to leave out. */
  async function leaveOutRefused(endpoint: SearchEndpoint, caller: Caller): Promise<boolean> {
    const id = String(firstSnowflakeAt(now() - HOUR_MS))
    const within = { ids: { first: id, last: id } }
    const tried = accepted().map(async (name) => {
      const asked = { endpoint, query: `from:${name}`, within, most: 1, references: false }
      const isFault = (await search(asked, caller)) === 'refused'
      if (isFault) refusedAt.set(name, now())
      return isFault
    })
    return (await Promise.all(tried)).includes(true)
  }

  return {
    refused: () => canaries.filter(isRefused),
    /** The posts of the canaries in this window; none if X refuses all canaries. Throws unless X gives a usable answer. */
    async search(
      asked: Pick<SearchRequest, 'endpoint' | 'within' | 'most'>,
      caller: Caller,
    ): Promise<PostPage['posts']> {
      while (accepted().length > 0) {
        const asking = query()
        const answer = await search({ ...asked, query: asking, references: false }, caller)
        if (answer && answer !== 'refused') return answer.posts
        // A search at the same time may have left one out.
        const mayRepeat =
          answer === 'refused' && (query() !== asking || (await leaveOutRefused(asked.endpoint, caller)))
        if (!mayRepeat) throw new UpstreamDown('no usable control', 'never')
      }
      return []
    },
  }
}

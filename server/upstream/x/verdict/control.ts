import * as v from 'valibot'
import type { Store } from '../../../store/Store.ts'
import type { Caller } from '../../Upstream.ts'
import { PRICES } from '../budget.ts'
import type { Budget, Pay } from '../budget.ts'
import type { Search } from '../client/calls.ts'
import type { SearchEndpoint } from '../client/endpoints.ts'
import { UpstreamDown } from '../client/replies.ts'
import { Id } from '../schemas.ts'
import type { Posts } from '../schemas.ts'
import { madeAt } from './windows.ts'

/** What every negative needs: that search, at the same time, finds a post which it is known to hold. */
export type Control = {
  /**
   * When search was last asked for the control and found it, at `since` or later; asks where that was not the case. Null when search did
   * not find it. Throws what kept X from answering.
   */
  foundSince: (endpoint: SearchEndpoint, since: number, caller: Caller) => Promise<number | null>
  /** Whether search did not find its control when it was last asked. */
  isBlind: () => boolean
}
/** For how long a control that was found says that search works. */
export const CONTROL_MS = 5 * 60_000

const MINUTE_MS = 60_000
/** Search that did not find its control is not asked for it again within this long. */
const MISSING_MS = MINUTE_MS
/** A control is at least this old, so that the index has it for sure … */
const YOUNGEST_MS = 60 * MINUTE_MS
/** … and young enough for recent search. */
const OLDEST_MS = 6.5 * 24 * 60 * MINUTE_MS
/** Where a control is looked for first: in the two minutes before the youngest allowed, then in twice as many before those, and so on. */
const FIRST_SPAN_MS = 2 * MINUTE_MS
const SPAN_MOST = 10
/** The control is asked for on behalf of all, so it does not end with the visitor who needed it first. */
const TIME_MS = 15_000

const Kept = v.object({ asked: v.number(), found: v.boolean() })
type Kept = v.InferOutput<typeof Kept>
const Canary = v.object({ id: Id, name: v.string() })

export type ControlParts = {
  store: Store
  /** The account of which search is known to hold posts. */
  canary: string
  budget: Budget
  /** One search, paid from the budget's part. */
  search: (question: Search, pay: Pay, caller: Caller) => Promise<Posts | null>
  now: () => number
  onFault: (error: unknown) => void
}

/**
 * The control of every negative: a post that search is known to hold. It is looked for where a post is missing, shared by all processes
 * through the store, and costs the price of one post.
 */
export function createControl({ store, canary, budget, search, now, onFault }: ControlParts): Control {
  const underWay = new Map<SearchEndpoint, { asked: number; found: Promise<number | null> }>()
  /** What each endpoint last answered. */
  const last = new Map<SearchEndpoint, Kept>()

  async function read<T>(key: string, schema: v.GenericSchema<unknown, T>): Promise<T | null> {
    const stored = v.safeParse(
      v.pipe(v.string(), v.parseJson(), schema),
      await store.readCache(key).catch(onFault),
    )
    return stored.success ? stored.output : null
  }
  const write = (key: string, value: object, keepMs: number) =>
    store.writeCache(key, JSON.stringify(value), keepMs).catch(onFault)

  async function searched(
    question: Omit<Search, 'query' | 'references'>,
    caller: Caller,
  ): Promise<Posts['posts']> {
    const worst = PRICES.post * ('ids' in question.within ? 1 : SPAN_MOST)
    const query = { query: `from:${canary} -is:retweet`, references: false, ...question }
    const found = await budget(caller, worst, (pay) => search(query, pay, caller))
    if (!found) throw new UpstreamDown('no answer to a search', 'never')
    return found.posts
  }
  async function holds(endpoint: SearchEndpoint, id: string, caller: Caller): Promise<boolean> {
    const found = await searched({ endpoint, within: { ids: { first: id, last: id } }, most: 1 }, caller)
    return found.some((post) => post.id === id)
  }

  let discovering: Promise<string | null> | null = null
  /** Begun once for all endpoints that need it. */
  const discovered = (caller: Caller) =>
    (discovering ??= discover(caller).finally(() => (discovering = null)))

  /** The newest post of the canary that search holds. Spans without any cost nothing, so the first with one holds few. */
  async function discover(caller: Caller): Promise<string | null> {
    let to = now() - YOUNGEST_MS
    for (let length = FIRST_SPAN_MS; to > now() - OLDEST_MS; length *= 2) {
      const from = Math.max(to - length, now() - OLDEST_MS)
      const within = { times: { from, to } }
      const [newest] = await searched({ endpoint: 'search', within, most: SPAN_MOST }, caller)
      if (newest) {
        const left = (madeAt(newest.id) ?? 0) + OLDEST_MS - now()
        if (left > 0) await write('canary', { id: newest.id, name: canary }, left)
        return newest.id
      }
      to = from
    }
    return null
  }

  async function isFound(endpoint: SearchEndpoint, caller: Caller): Promise<boolean> {
    const known = await read('canary', Canary)
    if (known?.name === canary && (await holds(endpoint, known.id, caller))) return true
    const found = await discovered(caller)
    return found !== null && (endpoint === 'search' || (await holds(endpoint, found, caller)))
  }

  async function ask(endpoint: SearchEndpoint, asked: number, { share }: Caller): Promise<number | null> {
    const found = await isFound(endpoint, { share, signal: AbortSignal.timeout(TIME_MS) })
    const kept = { asked, found }
    last.set(endpoint, kept)
    await write(`control:${endpoint}`, kept, CONTROL_MS)
    return found ? asked : null
  }

  return {
    async foundSince(endpoint, since, caller) {
      const kept = await read(`control:${endpoint}`, Kept)
      if (kept) last.set(endpoint, kept)
      if (kept?.found && kept.asked >= since) return kept.asked
      if (kept && !kept.found && now() - kept.asked < MISSING_MS) return null
      const shared = underWay.get(endpoint)
      if (shared && shared.asked >= since) return shared.found
      const asked = now()
      const found = ask(endpoint, asked, caller).finally(() => {
        if (underWay.get(endpoint)?.asked === asked) underWay.delete(endpoint)
      })
      underWay.set(endpoint, { asked, found })
      return found
    },
    isBlind: () => [...last.values()].some(({ found }) => !found),
  }
}

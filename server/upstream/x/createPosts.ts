import type { QuoteState, UnsearchedReason } from '../../../contract/evidence.ts'
import type { Caller } from '../Upstream.ts'
import { shareWork } from '../sharing.ts'
import type { AnswerCache, SharedWork } from '../sharing.ts'
import type { Ask } from './client/client.ts'
import { unsearchedReasonOf } from './client/faults.ts'
import { Look, mayQuote, readOembed } from './schemas.ts'
import { Finding, unasked } from './verdict/findings.ts'
import type { Facts, Searched } from './verdict/findings.ts'
import { look } from './verdict/look.ts'
import type { Listing, Sought, XTools } from './verdict/look.ts'

/** A post to find out about. */
export type Wanted = {
  id: string
  /** The name in a visitor's URL, which may be wrong. */
  hint?: string | null
  /** Of a post that X has just listed: its author, whom X named, and what X told of it. X shows such a post, so it is not gone. */
  author?: { name: string; userId: string }
  facts?: Facts | null
  listing?: Listing | null
  quoted?: string | null | undefined
  /** Why search is not asked for it, if so. */
  unsearched?: UnsearchedReason | undefined
}

export type PostsParts = {
  cached: AnswerCache
  askOembed: Ask
  oembedBase: string
  tools: XTools
}
type Group = SharedWork<void> & { clientKey: string; found: Map<string, Finding> }

/** A post that X has not shown after this long is undetermined … */
const LOOKS_MS = 20_000
/** … and one that search was not asked for by then is left so: the whole is answered in time. */
const WHOLE_MS = 36_000
/** For how long what is known by then is waited for. */
const GRACE_MS = 1500
/** How long what oEmbed says is good, and a finding that costs nothing to make again … */
const CACHE_TTL_MS = 60_000
/** … and one that search made. */
const CACHE_SEARCHED_TTL_MS = 15 * 60_000
/** Why one client's search says nothing of another's. */
const OF_ONE_CLIENT: ReadonlySet<string> = new Set(['share', 'queue'])

/** What X shows of posts and what its search has of them: found out once for all who ask, and kept with the times at which X was asked. */
export function createPosts({ cached, askOembed, oembedBase, tools }: PostsParts) {
  const { now } = tools
  const underWay = new Map<string, Group>()
  /** What search is not asked for is kept apart: it says less. */
  const keyOf = ({ id, unsearched }: Wanted) => (unsearched ? `seen:${id}` : `finding:${id}`)
  const workOf = (wanted: Wanted) => `${keyOf(wanted)} ${wanted.hint ?? ''} ${wanted.author?.name ?? ''}`

  /** Reads what oEmbed says of one post. The address asked is our own, built from the id alone: nobody's wrong name decides another's answer. */
  const lookAt = (id: string, caller: Caller, ask = askOembed): Promise<Look> =>
    cached.get(`look:${id}`, Look, caller, async (caller) => {
      const url = new URL('/oembed', oembedBase)
      const query = { url: `https://x.com/i/status/${id}`, omit_script: 'true', dnt: 'true' }
      url.search = new URLSearchParams(query).toString()
      const time = now()
      const value = readOembed(await ask(url, caller), time)
      return { value, ttlMs: value.state === 'unknown' ? 0 : CACHE_TTL_MS }
    })

  async function see(wanted: Wanted, caller: Caller): Promise<Seen> {
    try {
      const seen = await lookAt(wanted.id, caller)
      // X has just listed it: oEmbed is behind.
      const isWrong = seen.state === 'gone' && wanted.author !== undefined
      return { wanted, seen: isWrong ? { ...seen, state: 'unknown' } : seen, why: 'unseen' }
    } catch (error) {
      const why = unsearchedReasonOf(error)
      return { wanted, seen: { ...NO_LOOK, time: now() }, why: why === 'failed' ? 'unseen' : why }
    }
  }

  /** What X shows of the post that is quoted: of a marked one, or whether there may be one at all. */
  async function quoteOf({ wanted, seen }: Seen, searched: Searched, caller: Caller): Promise<QuoteState> {
    const marked = searched.found === true ? searched.quoted : undefined
    const quoted = marked === undefined ? wanted.quoted : marked
    if (quoted === undefined) return seen.oembed && !mayQuote(seen.oembed.html) ? 'none' : 'unknown'
    if (quoted === null) return 'none'
    const { state } = await lookAt(quoted, caller).catch(() => NO_LOOK)
    return state === 'gone' ? 'unknown' : state
  }

  async function findOut(posts: Wanted[], caller: Caller, found: Map<string, Finding>): Promise<void> {
    const until = (ms: number) => AbortSignal.any([caller.signal, AbortSignal.timeout(ms)])
    const inTime = { ...caller, signal: until(LOOKS_MS) }
    const seen = await Promise.all(posts.map((wanted) => see(wanted, inTime)))
    caller.signal.throwIfAborted()
    const searched = new Map<string, Searched>()
    const sought = seen.flatMap((one) => {
      const planned = soughtOf(one)
      if ('found' in planned) searched.set(one.wanted.id, planned)
      return 'found' in planned ? [] : [planned]
    })
    const whole = { ...caller, signal: until(WHOLE_MS) }
    if (sought.length > 0) {
      await look(sought, tools, whole, searched).catch(() => caller.signal.throwIfAborted())
    }
    await Promise.all(
      seen.map(async (one) => {
        const { wanted, why } = one
        const { state, author, time: seenAt } = one.seen
        const asked = searched.get(wanted.id) ?? unasked('queue')
        const isUnseen = state === 'unknown' && !asked.found && wanted.unsearched !== 'repost'
        const said: Searched = isUnseen ? { found: null, reason: why, time: asked.time } : asked
        const value: Finding = {
          state,
          author,
          seen: seenAt,
          quote: await quoteOf(one, said, whole),
          found: said.found,
          reason: said.found === null ? said.reason : null,
          time: said.time,
          control: said.found === false ? said.control : null,
        }
        found.set(wanted.id, value)
        await cached.set(keyOf(wanted), { value, ttlMs: ttlFor(value, now()) })
      }),
    )
  }

  function start(posts: Wanted[], { clientKey }: Caller): void {
    const found = new Map<string, Finding>()
    const group: Group = {
      clientKey,
      found,
      ...shareWork(
        (signal) => findOut(posts, { clientKey, signal }, found),
        () => {
          for (const post of posts) if (underWay.get(workOf(post)) === group) underWay.delete(workOf(post))
        },
      ),
    }
    for (const post of posts) underWay.set(workOf(post), group)
  }

  async function readCached(posts: readonly Wanted[]): Promise<Map<string, Finding>> {
    const kept = await Promise.all(posts.map((wanted) => cached.peek(keyOf(wanted), Finding)))
    const all = new Map<string, Finding>()
    for (const [index, { id }] of posts.entries()) if (kept[index]) all.set(id, kept[index])
    return all
  }

  /** What is found out about each of these posts; `most` of those that are not kept are searched for, and what is kept is not used `isAgain`. Throws only when the caller has left. */
  async function find(
    posts: readonly Wanted[],
    caller: Caller,
    most = Infinity,
    isAgain = false,
  ): Promise<Map<string, Finding>> {
    const all = isAgain ? new Map<string, Finding>() : await readCached(posts)
    caller.signal.throwIfAborted()
    const unknown = posts.filter(({ id }) => !all.has(id))
    const open = [...unknown.slice(0, most), ...unknown.slice(most).map(notAsked)]
    const fresh = open.filter((post) => !underWay.has(workOf(post)))
    if (fresh.length > 0) start(fresh, caller)
    const groups = open.map((post) => underWay.get(workOf(post)))
    const patience = AbortSignal.any([caller.signal, AbortSignal.timeout(WHOLE_MS + GRACE_MS)])
    await Promise.allSettled([...new Set(groups)].map((group) => group?.join(patience)))
    caller.signal.throwIfAborted()
    const refused = open.filter(({ id }, index) => {
      const group = groups[index]
      const finding = group?.found.get(id) ?? { ...NO_FINDING, seen: now() }
      all.set(id, finding)
      return group?.clientKey !== caller.clientKey && OF_ONE_CLIENT.has(finding.reason ?? '')
    })
    if (refused.length > 0 && !isAgain && !patience.aborted) {
      for (const [id, finding] of await find(refused, caller, most, true)) all.set(id, finding)
    }
    return all
  }

  return { lookAt, find }
}

/** One post as X shows it; `why` tells what was lacking where X did not say anything. */
type Seen = { wanted: Wanted; seen: Look; why: UnsearchedReason }

/** What is to be looked for in search, or what is said of a post that is not. */
function soughtOf({ wanted, seen }: Seen): Sought | Searched {
  const { id, hint = null, author, facts = null, listing = null, unsearched } = wanted
  if (unsearched) return unasked(unsearched)
  if (seen.state === 'gone' || (seen.state === 'unknown' && !author)) return unasked('unseen')
  const name = author?.name ?? seen.author ?? hint
  if (name === null) return unasked('no_author')
  return {
    id,
    name,
    userId: author?.userId ?? null,
    isCertain: author !== undefined || seen.author !== null,
    facts,
    listing,
    paysReferences: !author && mayQuote(seen.oembed?.html ?? ''),
  }
}

const notAsked = (post: Wanted): Wanted => ({ ...post, unsearched: post.unsearched ?? 'not_asked' })
const NO_LOOK: Look = { state: 'unknown', oembed: null, author: null, time: 0 }
const NO_FINDING: Finding = {
  state: 'unknown',
  author: null,
  seen: 0,
  quote: 'unknown',
  found: null,
  reason: 'queue',
  time: null,
  control: null,
}

/** Reasons that would be the same a minute later. A visitor asks again for the others, and a restricted post may be found by its author's name. */
const LASTING: ReadonlySet<string> = new Set([
  'not_offered',
  'too_young',
  'edited',
  'repost',
  'reply',
  'community',
  'sensitive',
  'withheld',
])

/** A finding is kept from when X was asked, never from later. */
function ttlFor({ state, seen, time, found, reason }: Finding, now: number): number {
  const age = now - (time ?? seen)
  if (state === 'gone') return CACHE_TTL_MS - age
  if (found !== null) return CACHE_SEARCHED_TTL_MS - age
  return state !== 'unknown' && LASTING.has(reason ?? '') ? CACHE_TTL_MS - age : 0
}

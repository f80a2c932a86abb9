import type { QuoteState } from '../../../contract/evidence.ts'
import { PostJudgement } from '../../../contract/wire.ts'
import type { Caller } from '../Upstream.ts'
import type { AnswerCache } from '../sharing.ts'
import type { Ask } from './client/client.ts'
import { unsearchedReasonOf } from './client/faults.ts'
import { Look, mayQuote, readOembed } from './schemas.ts'
import { batchJobs } from './verdict/postSearch.ts'
import type { PostSearch, SearchPlan, Seen, Wanted } from './verdict/postSearch.ts'
import { judgementOf } from './verdict/searchBan.ts'
import { unasked } from './verdict/windows.ts'
import type { Finding } from './verdict/windows.ts'

export type PostsParts = {
  cached: AnswerCache
  askOembed: Ask
  /** Follows X's short links. */
  askShort: Ask
  oembedBase: string
  shortBase: string
  /** Null where this server searches no posts. */
  search: PostSearch | null
  now: () => number
}
/** What X's answer lacked, where it did not say anything of a post. */
type Unseen = { error?: unknown }
/** A post whose quoted one may be known beforehand: null for none. */
type Quoting = { quoted?: string | null | undefined }

/** A post that X has not shown after this long is undetermined … */
const LOOKS_MS = 20_000
/** … and one that search was not asked for by then is left so: the whole is answered in time. */
const WHOLE_MS = 36_000
/** How long a look is good, and a judgement that costs nothing to make again … */
const KEEP_MS = 60_000
/** … and one that search made. */
const KEEP_SEARCHED_MS = 15 * 60_000

/** Posts, judged by what X shows of them and what its search finds. */
export function createPosts({ cached, askOembed, askShort, oembedBase, shortBase, search, now }: PostsParts) {
  /**
   * Reads one post, for batches, account checks and previews alike. The address asked is our own, built from the id alone: nobody's wrong
   * name decides another's answer.
   */
  const lookAt = (id: string, caller: Caller, ask = askOembed): Promise<Look> =>
    cached(`look:${id}`, Look, caller, async (caller) => {
      const url = new URL('/oembed', oembedBase)
      const query = { url: `https://x.com/i/status/${id}`, omit_script: 'true', dnt: 'true' }
      url.search = new URLSearchParams(query).toString()
      const time = now()
      const value = readOembed(await ask(url, caller), time)
      return { value, keepMs: value.state === 'unknown' ? 0 : KEEP_MS }
    })

  async function see<W extends Wanted & Quoting>(wanted: W, caller: Caller): Promise<Seen<W> & Unseen> {
    const { id } = wanted
    try {
      const look = await lookAt(id, caller)
      const html = look.oembed?.html ?? ''
      const isKnown = wanted.quoted !== undefined
      return { wanted, look, mayQuote: !isKnown && (await mayQuote(html, id, askShort, shortBase, caller)) }
    } catch (error) {
      return { wanted, look: { ...NO_LOOK, time: now() }, mayQuote: true, error }
    }
  }

  /** What X shows of the post that is quoted: of a marked one, or whether there may be one at all. */
  async function quoteOf(
    { wanted, mayQuote }: Seen<Wanted & Quoting>,
    finding: Finding,
    caller: Caller,
  ): Promise<QuoteState> {
    const marked = finding.found === true ? finding.quoted : undefined
    const quoted = marked === undefined ? wanted.quoted : marked
    if (quoted === undefined) return mayQuote ? 'unknown' : 'none'
    if (quoted === null) return 'none'
    const look = await lookAt(quoted, caller).catch(() => NO_LOOK)
    return QUOTES[look.state]
  }

  /** Judges posts in order, searching as planned once X has shown them. Throws only when the caller has left. */
  async function judge<W extends Wanted & Quoting>(
    posts: W[],
    plan: (seen: Seen<W>[]) => SearchPlan<W>,
    caller: Caller,
  ): Promise<PostJudgement[]> {
    const within = (ms: number) => AbortSignal.any([caller.signal, AbortSignal.timeout(ms)])
    const until = within(WHOLE_MS)
    const inTime = { ...caller, signal: within(LOOKS_MS) }
    const seen = await Promise.all(posts.map((wanted) => see(wanted, inTime)))
    caller.signal.throwIfAborted()

    const { jobs, left } = search ? plan(seen) : NOTHING_PLANNED
    const findings = search && jobs.length > 0 ? await search(jobs, caller, until) : NO_FINDINGS
    const judged = await Promise.all(
      seen.map(async (one) => {
        const asked = findings.get(one.wanted.id) ?? left.get(one.wanted) ?? unasked('not_offered')
        const finding = one.look.state === 'unknown' && !asked.found ? unseen(one) : asked
        return judgementOf(one.look, finding, await quoteOf(one, finding, { ...caller, signal: until }))
      }),
    )
    caller.signal.throwIfAborted()
    await Promise.all(
      judged.map((value, index) =>
        cached.keep(`judged:${posts[index]?.id}`, { value, keepMs: keepMsOf(value) }),
      ),
    )
    return judged
  }

  const readKept = (id: string) => cached.kept(`judged:${id}`, PostJudgement)
  return {
    lookAt,
    judge,
    /** Judges the posts of a batch; `most` of those that are not kept are searched for. */
    async batch(posts: Wanted[], most: number, caller: Caller): Promise<PostJudgement[]> {
      const kept = await Promise.all(posts.map(({ id }) => readKept(id)))
      const open = posts.filter((_, index) => !kept[index])
      const judged = await judge(open, (seen) => batchJobs(seen, most), caller)
      const fresh = new Map(open.map((post, index) => [post, judged[index]]))
      return posts.map((post, index) => kept[index] ?? fresh.get(post) ?? { status: 'UNKNOWN' })
    },
    async kept(ids: string[]): Promise<PostJudgement[] | null> {
      const kept = await Promise.all(ids.map(readKept))
      const whole = kept.filter((judgement) => judgement !== null)
      return whole.length === kept.length ? whole : null
    },
  }
}

const NO_FINDINGS: ReadonlyMap<string, Finding> = new Map()
const NOTHING_PLANNED = { jobs: [], left: new Map<Wanted, Finding>() }

const unseen = ({ error }: Unseen): Finding =>
  unasked(error === undefined ? 'failed' : unsearchedReasonOf(error))

const NO_LOOK: Look = { state: 'unknown', oembed: null, author: null, time: 0 }

const QUOTES = {
  shown: 'shown',
  restricted: 'restricted',
  gone: 'unknown',
  unknown: 'unknown',
} as const satisfies Record<Look['state'], QuoteState>

/** Reasons that would be the same a minute later. A visitor asks again for the others, and a restricted post may be found by its author's name. */
const LASTING: ReadonlySet<string> = new Set(['not_offered', 'too_young', 'edited'])

function keepMsOf({ status, evidence }: PostJudgement): number {
  if (status === 'NOT_FOUND') return KEEP_MS
  if (status === 'UNKNOWN' || !evidence) return 0
  if (evidence.found !== null) return KEEP_SEARCHED_MS
  return LASTING.has(evidence.reason ?? '') ? KEEP_MS : 0
}

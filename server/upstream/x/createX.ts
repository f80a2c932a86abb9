import * as v from 'valibot'
import type { PostRef } from '../../../contract/PostUrl.ts'
import { postUrlOf } from '../../../contract/PostUrl.ts'
import type { AccountCheck, PostStatus } from '../../../contract/wire.ts'
import { Oembed, POST_STATUSES } from '../../../contract/wire.ts'
import { Refusal } from '../../http/refusal.ts'
import { createGate } from '../gate.ts'
import { createAnswerCache } from '../answerCache.ts'
import type { Upstream } from '../Upstream.ts'
import { createAsk } from './askX.ts'
import type { AccountOptions, Found } from './createAccounts.ts'
import { createAccounts } from './createAccounts.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './xErrors.ts'
import type { Lookup } from './xOembed.ts'
import { createLookUp, linkedPosts } from './xOembed.ts'

export type XOptions = Omit<AccountOptions, 'now'> & {
  oembedBase: string
  shortBase?: string
  now?: () => number
}

/** A post that X has not answered for after this long is reported as undetermined, so that the batch is answered in time. */
const BATCH_MS = 30_000
/** How long a post's status is good: reading it again costs nothing. */
const KEEP_POST_MS = 60_000
/** With this signal the cache answers only from what is kept. */
const OVER = AbortSignal.abort()
/** Previews take at most this many of the calls to X that are made at once, and few of them wait: checks come first. */
const PREVIEWS = { running: 4, waiting: 32 }
const OEMBED = { maxBytes: 64 * 1024, timeoutMs: 5000, concurrency: 16 }
const SHORT = { speaksJson: false, maxBytes: 64 * 1024, timeoutMs: 3000, concurrency: 16 }

const Status = v.picklist(POST_STATUSES)
const Looked = v.object({ status: Status, oembed: v.nullable(Oembed) })

/** Real answers: posts through X's public oEmbed, accounts through its official API. */
export function createX({ now = Date.now, ...options }: XOptions): Upstream {
  const cached = createAnswerCache(options.store, now, options.onFault)
  const accounts = createAccounts({ ...options, now }, cached)
  const previews = createGate(PREVIEWS.running, PREVIEWS.waiting)
  const lookUp = createLookUp(createAsk({ ...OEMBED, now }), options.oembedBase)
  const askShort = createAsk({ ...SHORT, now })
  const shortBase = options.shortBase ?? 'https://t.co'
  const keepMsOf = (status: PostStatus) => (status === 'UNKNOWN' ? 0 : KEEP_POST_MS)

  /** One post by itself; shared by batches, account checks and previews. */
  const looked = (post: PostRef, signal: AbortSignal): Promise<Lookup> =>
    cached(`post:${post.id}`, Looked, signal, async (signal) => {
      const value = await lookUp(post, signal)
      return { value, keepMs: keepMsOf(value.status) }
    })

  const statusOf = (post: PostRef, signal: AbortSignal): Promise<PostStatus> =>
    cached(`status:${post.id}`, Status, signal, async (signal) => {
      const { status, oembed } = await looked(post, signal)
      const quoted = oembed ? await linkedPosts(oembed.html, post, askShort, shortBase, signal) : []
      const lookups = await Promise.all(quoted.map((other) => looked(other, signal).catch(() => null)))
      const hidden = lookups.some((lookup) => lookup?.status === 'FORBIDDEN')
      return { value: hidden ? 'QUATE_FORBIDDEN' : status, keepMs: keepMsOf(status) }
    })

  async function checkPosts(posts: PostRef[], signal: AbortSignal): Promise<PostStatus[]> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(BATCH_MS)])
    const statuses = await Promise.all(
      posts.map((post) => statusOf(post, soon).catch((): PostStatus => 'UNKNOWN')),
    )
    if (statuses.includes('UNKNOWN')) signal.throwIfAborted()
    return statuses
  }

  return {
    name: 'x-api',
    trouble: accounts.trouble,
    checkPosts,
    async checkAccount(request, signal) {
      const found = await accounts.check(request, signal).catch((error: unknown) => refused(error, now()))
      const refs = (found.list?.posts ?? []).map(({ id, own }) => ({
        name: own ? request.screen_name : null,
        id,
      }))
      return answerOf(found, refs, await checkPosts(refs, signal))
    },
    async oembed(post, signal) {
      const { status, oembed } = await looked(post, OVER)
        .catch(() => previews(() => looked(post, signal), signal))
        .catch((error: unknown) => refused(error, now()))
      if (oembed) return oembed
      if (status === 'FORBIDDEN') throw new Refusal('forbidden')
      if (status === 'NOT_FOUND') throw new Refusal('not_found')
      throw new Refusal('upstream')
    },
  }
}

function answerOf({ account, list }: Found, refs: PostRef[], statuses: PostStatus[]): AccountCheck {
  const { check } = account
  if (!list) return check
  const { evidence, reset } = list
  const limited = reset === null ? check.api_status.userTimelineGroup : { rate_limit: true, reset }
  return {
    ...check,
    api_status: { ...check.api_status, userTimelineGroup: limited },
    ...(check.evidence && { evidence: { ...check.evidence, tweets: evidence } }),
    ...(evidence.reason === null && {
      tweets: refs.map((ref, index) => ({
        url: postUrlOf(ref),
        status: statuses[index],
        isPinned: list.posts[index]?.isPinned ? true : undefined,
      })),
    }),
  }
}

/** Turns an error of X's API into the `Refusal` that the caller is shown. */
function refused(error: unknown, now: number): never {
  const secondsTo = (until: number) => Math.max(1, Math.ceil((until - now) / 1000))
  if (error instanceof RateLimited) throw new Refusal('upstream_limited', secondsTo(error.until))
  if (error instanceof OperatorRefused) throw new Refusal('operator_refused', secondsTo(error.until))
  throw error instanceof UpstreamDown ? new Refusal('upstream') : error
}

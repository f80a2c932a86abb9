import type { PostRef } from '../../contract/PostUrl.ts'
import { postUrlOf } from '../../contract/PostUrl.ts'
import type { PostResult, PostStatus } from '../../contract/wire.ts'
import { Refusal } from '../http/refusal.ts'
import type { Store } from '../store/Store.ts'
import { createAsk, RateLimited, UpstreamDown } from './askX.ts'
import { createShare } from './share.ts'
import type { Upstream } from './Upstream.ts'
import { readAccount } from './xApi.ts'
import type { ListedPost } from './xApi.ts'
import { createLookUp, linkedPosts } from './xOembed.ts'
import type { Lookup } from './xOembed.ts'

export type XOptions = {
  apiBase: string
  oembedBase: string
  shortBase?: string
  /** The official API's app token; empty switches the account check off. */
  bearerToken: string
  store: Store
  onFault: (error: unknown) => void
  now?: () => number
}

/** Posts that an account check reports. */
const RECENT = 20
/** What X has not answered for one post after this long reads as undetermined, so that a batch is answered in time. */
const BATCH_MS = 30_000
const OEMBED = { maxBytes: 64 * 1024, timeoutMs: 5000, concurrency: 16 }
const SHORT = { speaksJson: false, maxBytes: 64 * 1024, timeoutMs: 3000, concurrency: 16 }
const API = { maxBytes: 1024 * 1024, timeoutMs: 10_000, concurrency: 8 }

/** Real answers: posts through X's public oEmbed, accounts through its official API. */
export function createX({
  apiBase,
  oembedBase,
  shortBase,
  bearerToken,
  store,
  onFault,
  now = Date.now,
}: XOptions): Upstream {
  const share = createShare(store, now, onFault)
  const lookUp = createLookUp(createAsk({ ...OEMBED, now }), oembedBase)
  const askShort = createAsk({ ...SHORT, now })
  const askApi = () => createAsk({ ...API, now, headers: { Authorization: `Bearer ${bearerToken}` } })
  const endpoints = { user: askApi(), timeline: askApi(), search: askApi() }

  /** One post by itself; shared by batches, account checks and previews. */
  const looked = (post: PostRef, signal: AbortSignal): Promise<Lookup> =>
    share(`post:${post.id}`, signal, async (signal) => {
      const value = await lookUp(post, signal)
      return { value, keep: value.status !== 'UNKNOWN' }
    })

  const statusOf = (post: PostRef, signal: AbortSignal): Promise<PostStatus> =>
    share(`status:${post.id}`, signal, async (signal) => {
      const { status, oembed } = await looked(post, signal)
      const quoted = oembed
        ? await linkedPosts(oembed.html, post, askShort, shortBase ?? 'https://t.co', signal)
        : []
      const lookups = await Promise.all(quoted.map((other) => looked(other, signal).catch(() => null)))
      const hidden = lookups.some((lookup) => lookup?.status === 'FORBIDDEN')
      return { value: hidden ? 'QUATE_FORBIDDEN' : status, keep: status !== 'UNKNOWN' }
    })

  async function checkPosts(posts: PostRef[], signal: AbortSignal): Promise<PostStatus[]> {
    const soon = AbortSignal.any([signal, AbortSignal.timeout(BATCH_MS)])
    const statuses = await Promise.all(
      posts.map((post) => statusOf(post, soon).catch((): PostStatus => 'UNKNOWN')),
    )
    signal.throwIfAborted()
    return statuses
  }

  return {
    name: 'x-api',
    checkPosts,
    async checkAccount({ screen_name, searchban, repost }, signal) {
      if (bearerToken === '') {
        throw new Refusal('no_credentials')
      }
      const { check, posts } = await share(`account:${screen_name.toLowerCase()}`, signal, async (signal) => {
        const value = await readAccount(endpoints, apiBase, screen_name, now, signal).catch(refused)
        const { userSearchGroup, userTimelineGroup } = value.check.api_status
        return { value, keep: !userSearchGroup.rate_limit && !userTimelineGroup.rate_limit }
      })
      const wanted = searchban ? recent(posts, repost) : []
      if (wanted.length === 0) return check
      const refs = wanted.map((post) => ({ name: post.kind === 'repost' ? null : screen_name, id: post.id }))
      const statuses = await checkPosts(refs, signal)
      return { ...check, tweets: refs.map((ref, index) => resultOf(ref, statuses[index], wanted[index])) }
    },
    async oembed(post, signal) {
      const { status, oembed } = await looked(post, signal).catch(refused)
      if (oembed) return oembed
      if (status === 'FORBIDDEN') throw new Refusal('forbidden')
      if (status === 'NOT_FOUND') throw new Refusal('not_found')
      throw unanswered()
    },
  }
}

function recent(posts: ListedPost[], repost: boolean): ListedPost[] {
  const wanted = repost ? posts : posts.filter(({ kind }) => kind === 'own')
  return [...wanted].sort((a, b) => Number(b.isPinned) - Number(a.isPinned)).slice(0, RECENT)
}

function resultOf(ref: PostRef, status: PostStatus | undefined, post: ListedPost | undefined): PostResult {
  return { url: postUrlOf(ref), status, isPinned: post?.isPinned ? true : undefined }
}

const unanswered = () => new Refusal('upstream')

/** X's silence, as a caller may know it. */
function refused(error: unknown): never {
  if (error instanceof RateLimited) throw new Refusal('upstream_limited', 60)
  throw error instanceof UpstreamDown ? unanswered() : error
}

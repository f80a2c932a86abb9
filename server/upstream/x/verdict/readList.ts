import * as v from 'valibot'
import { ListEvidence } from '../../../../contract/evidence.ts'
import type { UnjudgedReason } from '../../../../contract/evidence.ts'
import type { Generation, XCalls, XNames } from '../client/calls.ts'
import { LIST_POSTS } from '../client/endpoints.ts'
import { Id, quotedIn, referencesOf, versionsIn } from '../schemas.ts'
import type { Posts, XPost } from '../schemas.ts'
import { readPages } from './account.ts'
import type { Account, Pin } from './account.ts'
import { kindOf } from './searchBan.ts'

/** One post of the list: its own id, or that of the post it repeats. */
const ListedPost = v.object({
  id: Id,
  own: v.boolean(),
  isPinned: v.boolean(),
  /** Whether it is pinned and older than the rest. */
  isApart: v.boolean(),
  /** Its ids, one for each edit. */
  versions: v.array(Id),
  /** The post that it quotes, as X marks it: null for none, absent where X did not tell. */
  quoted: v.optional(v.nullable(Id)),
})
type ListedPost = v.InferOutput<typeof ListedPost>
export const PostList = v.object({
  posts: v.array(ListedPost),
  evidence: ListEvidence,
  /** When X lets timelines be read again, where it does not now. */
  reset: v.nullable(v.number()),
})
export type PostList = v.InferOutput<typeof PostList>

/** What is known of an account, and its list of posts where that was asked for. */
export type FoundAccount = { account: Account; list: PostList | null }

type Parts = {
  calls: XCalls
  names: XNames
  now: () => number
  signal: AbortSignal
  /** Asks for the pinned post, where it is not known. */
  pinOf: () => Promise<Pin | null>
}

/** An account's newest posts, own ones alone or with reposts and quotes, its pinned post first. The evidence says what X did not tell. */
export async function readList(
  { id, pin: known }: Account,
  withReposts: boolean,
  parts: Parts,
): Promise<PostList> {
  const { calls, names, now, signal, pinOf } = parts
  const failed = (reason: UnjudgedReason, reset: number | null = null): PostList => ({
    posts: [],
    evidence: { reason, pinTold: false, kindsTold: false, time: now() },
    reset,
  })
  if (id === null) return failed('account')

  const used: { names: Generation } = { names: 'neither' }
  const asked = (reposts: boolean) =>
    readPages(async (page) => {
      const named = await calls.list(id, reposts, page)
      used.names = named.used
      return named.reply
    }, signal)

  const pages = await asked(withReposts)
  if (!pages.timeline) return failed(pages.reason, pages.reset)
  const seen = pages.timeline.posts.some((post) => referencesOf(post).length > 0)
  const isAsked = used.names === 'before' || (used.names === 'after' && withReposts)
  if (isAsked && seen) names.noteAnswered('references')
  const told = isAsked && names.hasAnswered('references')
  // Where X does not tell reposts from own posts, it is asked for a list without any.
  const shown = withReposts && !told ? await asked(false) : pages
  if (!shown.timeline) return failed('posts_failed')
  if (isHidden(shown.timeline)) return failed('inconclusive')

  const pin = known ??
    (await pinOf().catch(() => (signal.throwIfAborted(), null))) ?? { id: null, told: false }
  const listed = shown.timeline.posts.flatMap((post) => listedOf(post, withReposts, pin, told))
  const all = [...olderPin(pin, listed), ...listed]
  return {
    posts: all.sort((a, b) => Number(b.isPinned) - Number(a.isPinned)).slice(0, LIST_POSTS),
    evidence: { reason: null, pinTold: pin.told, kindsTold: told, time: now() },
    reset: null,
  }
}

/** Whether X gave nothing but pages without posts, with more behind them. */
const isHidden = ({ posts, whole }: Posts) => posts.length === 0 && !whole

function olderPin({ id }: Pin, listed: ListedPost[]): ListedPost[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, own: true, isPinned: true, isApart: true, versions: [id] }]
}

function listedOf(post: XPost, withReposts: boolean, pin: Pin, told: boolean): ListedPost[] {
  const { id } = post
  const kind = kindOf(post)
  if (kind === 'own' || (kind === 'quote' && withReposts)) {
    const quoted = quotedIn(post) ?? (told ? null : undefined)
    const versions = versionsIn(post) ?? [id]
    return [{ id, own: true, isPinned: id === pin.id, isApart: false, versions, quoted }]
  }
  const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
  if (!withReposts || !repeated) return []
  return [{ id: repeated.id, own: false, isPinned: false, isApart: false, versions: [] }]
}

import type { Reason } from '../../../contract/evidence.ts'
import { LIST_POST_COUNT } from './client/calls.ts'
import type { PageQuery, XCalls, ReplyWithToldFields, TimeSpan } from './client/calls.ts'
import { resultOrReason, readTimelineReply, quotedIdIn, referencesOf, versionIdsOf } from './replies.ts'
import type { Context } from './context.ts'
import type { TimelineNews, XPost } from './replies.ts'
import {
  PIN_UNTOLD,
  emptyListBecause,
  postFactsOf,
  isRepost,
  isToldKind,
  creationTimeOfId,
  quotedIdIfTold,
} from './verdict/post.ts'
import type { PinnedPost, PostList, PostRecord } from './verdict/post.ts'

const PAGES_MAX = 3
/** The most posts that are paid for to list twenty. */
export const LIST_READ_POSTS_MAX = 30
/** The fewest that X's timeline takes for `max_results`. */
const TIMELINE_MIN = 5

export type TimelinePosts = {
  posts: XPost[]
  isWhole: boolean
  referencesTold: boolean
  next: string | undefined
}
const TIMELINE_FAILED: Reason = { cause: 'failed', part: 'timeline' }
type Pages = TimelinePosts | { posts: null; news?: TimelineNews; reason: Reason }

/** Reads pages of a timeline until there are enough posts. Pages may be short or empty, because X may leave posts out. */
export async function readTimelinePages(
  ask: (page: PageQuery, read: TimelinePosts) => Promise<ReplyWithToldFields>,
  isEnough: (read: TimelinePosts) => boolean,
  { signal, now }: Pick<Context, 'signal' | 'now'>,
): Promise<Pages> {
  let page: PageQuery = {}
  const read: TimelinePosts = { posts: [], isWhole: false, referencesTold: false, next: undefined }
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { result, reason } = await resultOrReason('timeline', { signal, now }, () => ask(page, read))
    if (result) read.referencesTold = result.told.references
    const timeline = result && readTimelineReply(result.reply)
    if (timeline === 'suspended' || timeline === 'closed')
      return { posts: null, reason: TIMELINE_FAILED, news: timeline }
    if (!timeline) {
      if (pages > 0 && read.posts.length > 0) return read
      return { posts: null, reason: reason ?? TIMELINE_FAILED }
    }
    // A post may be made while pages are read: the next page then begins with a post of the last one.
    const known = new Set(read.posts.map(({ id }) => id))
    read.posts.push(...timeline.posts.filter(({ id }) => !known.has(id)))
    read.isWhole = timeline.whole
    read.next = timeline.next
    if (isEnough(read) || timeline.next === undefined) return read
    page = { pagination_token: timeline.next }
  }
  return read
}

/** The newest own posts, or with reposts and quotes, the pinned post first. The evidence says what X did not tell. */
export async function readPostList(
  { now, signal }: Context,
  calls: XCalls,
  { id, pin: known }: { id: string | null; pin: PinnedPost | null },
  withReposts: boolean,
  readPin: () => Promise<PinnedPost | null>,
): Promise<PostList> {
  const time = now()
  if (id === null) return emptyListBecause({ cause: 'account' }, time)

  let kindsTold = false
  const listedIn = (posts: readonly XPost[]) =>
    toPostList(posts, id, { withReposts: false, pin: PIN_UNTOLD, kindsTold, time }).posts.length
  /** A list without reposts is read on while X shortens its pages, as far as the price allows. */
  const asked = (reposts: boolean) => {
    const readPage = async (page: PageQuery, { posts }: TimelinePosts) => {
      const wanted = Math.min(LIST_POST_COUNT - listedIn(posts), LIST_READ_POSTS_MAX - posts.length)
      const named = await calls.list(
        id,
        reposts,
        page,
        reposts ? LIST_POST_COUNT : Math.max(wanted, TIMELINE_MIN),
      )
      kindsTold = named.told.references
      return named
    }
    const isEnough = ({ posts }: TimelinePosts) =>
      reposts
        ? posts.length > 0
        : listedIn(posts) >= LIST_POST_COUNT || posts.length > LIST_READ_POSTS_MAX - TIMELINE_MIN
    return readTimelinePages(readPage, isEnough, { signal, now })
  }
  const first = await asked(withReposts)
  if (!first.posts) return { ...emptyListBecause(first.reason, time), news: first.news }
  // Where X does not tell reposts from own posts, the list is read without reposts.
  const shown = withReposts && !kindsTold ? await asked(false) : first
  if (!shown.posts) return emptyListBecause(TIMELINE_FAILED, time)
  // An empty page without reposts is not the whole timeline, with or without a token for the next one.
  const isFiltered = !withReposts || !kindsTold
  if (shown.posts.length === 0 && (isFiltered || !shown.isWhole))
    return emptyListBecause({ cause: 'crowded' }, time)

  const pin = known ?? (await resultOrReason('account', { signal, now }, readPin)).result ?? PIN_UNTOLD
  return toPostList(shown.posts, id, { withReposts, pin, kindsTold, time })
}

type ListKnowledge = { withReposts: boolean; pin: PinnedPost; kindsTold: boolean }

/** The newest posts of a timeline, the pinned one first. An own post that was reposted is listed once. */
function toPostList(
  shown: readonly XPost[],
  userId: string,
  { time, ...told }: ListKnowledge & { time: number },
): PostList {
  const { pin, kindsTold } = told
  const listed = shown.flatMap((post) => listedOf(post, userId, told))
  const own = new Set(listed.flatMap(({ source, id }) => (source === 'list' ? id : [])))
  const once = listed.filter(({ source, id }) => source === 'list' || !own.has(id))
  const pinnedFirst = [...olderPin(pin, once), ...once].toSorted(
    (a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false),
  )
  // Only posts of kinds that were not asked for.
  if (pinnedFirst.length === 0 && shown.length > 0) return emptyListBecause({ cause: 'none_fit' }, time)
  const posts = pinnedFirst.slice(0, LIST_POST_COUNT)
  const neighbours = posts.flatMap(({ id }) => (own.has(id) ? id : []))
  for (const post of posts) if (own.has(post.id)) post.neighbours = neighbours
  return { posts, evidence: { reason: null, pinTold: pin.told, kindsTold, time } }
}

/** A pinned post that is older than the others is searched for by itself. */
function olderPin({ id }: PinnedPost, listed: readonly PostRecord[]): PostRecord[] {
  if (id === null || listed.some(({ isPinned }) => isPinned)) return []
  return [{ id, source: 'list', isPinned: true, answer: {} }]
}

function listedOf(post: XPost, userId: string, { withReposts, pin, kindsTold }: ListKnowledge): PostRecord[] {
  const { id } = post
  // Without reposts, X was asked to leave them out: the text decides nothing.
  if (isRepost(post, !withReposts || isToldKind(post, kindsTold))) {
    const repeated = referencesOf(post).find(({ type }) => type === 'retweeted' || type === 'reposted')
    return withReposts && repeated ? [{ id: repeated.id, source: 'repost', answer: {} }] : []
  }
  if (quotedIdIn(post) !== null && !withReposts) return []
  const versions = versionIdsOf(post) ?? [id]
  const facts = kindsTold ? postFactsOf(post, true, { versions, userId }) : undefined
  const isPinned = pin.id !== null && [id, ...versions].includes(pin.id)
  return [{ id, source: 'list', isPinned, facts, quoted: quotedIdIfTold(post, kindsTold), answer: {} }]
}

/** Returns the account's own posts of a period, without reposts and replies: the account is judged by them. */
export function originalPostsIn(
  posts: readonly XPost[],
  {
    referencesTold,
    span: { from, to },
    userId,
    source,
  }: { referencesTold: boolean; span: TimeSpan; userId: string; source: 'timeline' | 'span_search' },
): PostRecord[] {
  const due = posts.flatMap((post): PostRecord[] => {
    const versions = versionIdsOf(post) ?? [post.id]
    const made = creationTimeOfId(versions.at(-1) ?? post.id) ?? Number.NaN
    const facts = postFactsOf(post, referencesTold, { versions, userId, isOwn: true })
    // X was asked to leave reposts out of the timeline, and search shows none: the text decides nothing.
    const isOther = isRepost(post, true) || facts?.notIndexable === 'reply'
    const isDue = made >= from && made <= to && !isOther
    const quoted = quotedIdIfTold(post, referencesTold)
    return isDue ? [{ id: post.id, source, facts, quoted, answer: {} }] : []
  })
  return [...new Map(due.map((post) => [post.id, post])).values()]
}

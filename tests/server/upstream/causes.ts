import type { UnjudgedReason, UnsearchedReason } from '../../../contract/evidence.ts'
import { SEARCHES_BEFORE_MISSING } from '../../../contract/evidence.ts'
import { versionsOf } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost, SimulatedX } from './simulatedX.ts'
import type { World } from './worlds.ts'
import { CANARY } from './xWorld.ts'

// For each reason that a visitor may read: whether a world holds its cause. A sentence with a cause is false in a world without it.

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Posts that become a week old while an answer is cached are left out, and so are those of the last hour. */
const EDGE_MS = 21 * 60_000
const madeAt = (id: string) => Number(BigInt(id) >> 22n) + 1_288_834_974_657

const LIMITED = ['429']
const REFUSED = ['401', '402', '403 app']
const isOf = (faults: readonly string[], ...drawn: string[]) => drawn.some((fault) => faults.includes(fault))
/** Answers that are none, and no refusal. */
const isSilent = (...drawn: string[]) =>
  drawn.some((fault) => fault !== 'none' && !LIMITED.includes(fault) && !REFUSED.includes(fault))

type OfPost = { post: SimulatedPost; drawn: World; sim: SimulatedX; now: number }
type OfAccount = {
  drawn: World
  sim: SimulatedX
  posts: readonly SimulatedPost[]
  account: SimulatedAccount
  now: number
}

/** Search contradicts itself, is late or is blind, so that no control is certain. */
const isUnsteady = ({ blanks, blindFrom, lag, change, posts }: World) =>
  blanks > 0 ||
  blindFrom !== Infinity ||
  lag > 0 ||
  change !== null ||
  posts.some(({ indexedFrom }) => indexedFrom > 0)
/** Whether the canary has a post that was surely made after this one, within 36 hours. */
function hasControl(
  { newestControl, controlEvery, recent, all }: World,
  post: SimulatedPost,
  now: number,
): boolean {
  if (recent !== 'none' || all !== 'none' || !Number.isFinite(controlEvery)) return false
  const made = madeAt(versionsOf(post).at(-1) ?? post.id)
  return Array.from(
    { length: Math.ceil(400 / controlEvery) },
    (_, index) => newestControl + index * controlEvery,
  )
    .map((hours) => now - hours * HOUR_MS)
    .some((control) => control > made + 1000 && control < made + 35.9 * HOUR_MS)
}
const isUntold = ({ generation }: World) => generation === 'neither' || generation === 'silent'
const never = () => false

export const causeOfPost: Record<UnsearchedReason, (of: OfPost) => boolean> = {
  not_offered: never,
  not_asked: never,
  budget: never,
  hour: never,
  queue: never,
  share: ({ sim }) => sim.searched.length > 60,
  too_young: ({ post, now }) => now - madeAt(post.id) < HOUR_MS + 60_000,
  edited: ({ post }) => (post.earlier?.length ?? 0) > 0,
  no_control: ({ post, drawn, now }) => isUnsteady(drawn) || !hasControl(drawn, post, now),
  no_author: ({ post }) => post.showing === 'restricted',
  // An error beside no result is no answer.
  failed: ({ drawn }) => isSilent(drawn.recent, drawn.all) || drawn.hasErrors,
  limited: ({ drawn }) => isOf(LIMITED, drawn.recent, drawn.all),
  operator: ({ drawn }) => isOf(REFUSED, drawn.recent, drawn.all),
  reply: ({ post }) => post.kind === 'reply',
  community: ({ post }) => post.community === true,
  repost: ({ post }) => post.kind === 'repost',
  sensitive: ({ post }) => post.sensitive === true,
  withheld: never,
  // Search shows what the list lacks: a reply, or a post on a page that X shortened.
  partial: ({ drawn }) =>
    drawn.replies > 0 ||
    drawn.posts.some(({ kind }) => kind === 'reply') ||
    drawn.cutsFirst !== false ||
    drawn.hasErrors ||
    isOf(['200 more'], drawn.recent, drawn.all),
  unseen: ({ post, drawn }) => (post.showing ?? 'shown') !== 'shown' || drawn.change !== null,
  absent: ({ post }) => post.isDeleted === true,
  not_told: ({ drawn }) => isUntold(drawn) || drawn.lookup !== 'none',
  lookup_failed: ({ drawn }) => isSilent(drawn.lookup) || drawn.hasErrors,
  other_author: ({ post }) => post.authorId !== undefined,
  control_limit: ({ drawn }) => drawn.posts.length > SEARCHES_BEFORE_MISSING,
  lookup_limited: ({ drawn }) => isOf(LIMITED, drawn.lookup),
  lookup_operator: ({ drawn }) => isOf(REFUSED, drawn.lookup),
  view_limited: never,
  view_operator: ({ drawn }) => drawn.posts.some(({ showing }) => showing === 'payment'),
}

const isOriginal = ({ kind }: SimulatedPost) => kind === 'own' || kind === 'quote'
const isInSpan = ({ id }: SimulatedPost, now: number, edge = 0) =>
  now - madeAt(id) >= HOUR_MS + edge && now - madeAt(id) <= WEEK_MS - EDGE_MS - edge
const dueIn = ({ posts, now }: OfAccount, edge = 0) =>
  posts.filter((post) => isOriginal(post) && isInSpan(post, now, edge))
const isUnfit = (post: SimulatedPost) =>
  post.community === true || post.sensitive === true || post.authorId !== undefined || post.isDeleted === true
/** Whether anything stands between the timeline's first page and the posts that count. */
const isCrowded = ({ posts, drawn }: OfAccount) =>
  drawn.emptyPages > 0 ||
  posts.some((post) => !isOriginal(post) || isUnfit(post) || post.earlier || post.showing === 'restricted')
const some = (key: keyof typeof causeOfPost) => (of: OfAccount) =>
  of.posts.some((post) => causeOfPost[key]({ ...of, post }))

export const causeOf: Record<UnjudgedReason, (of: OfAccount) => boolean> = {
  no_method: never,
  not_offered: never,
  account: ({ account, posts }) =>
    account.protected === true || account.suspended === true || posts.every(({ isDeleted }) => isDeleted),
  no_posts: (of) =>
    dueIn(of, 1000).filter(({ isDeleted }) => !isDeleted).length === 0 || of.drawn.change !== null,
  too_few: (of) =>
    dueIn(of, 1000).filter((post) => !isUnfit(post) && post.showing !== 'restricted').length < 5,
  too_close: (of) => {
    const made = dueIn(of, 1000)
      .filter((post) => !isUnfit(post) && post.showing !== 'restricted')
      .map(({ id }) => madeAt(id))
    return made.length < 5 || isCrowded(of) || Math.max(...made) - Math.min(...made) < 48 * HOUR_MS
  },
  unseen: (of) => of.posts.some(({ showing = 'shown' }) => showing !== 'shown') || some('absent')(of),
  budget: never,
  hour: never,
  share: some('share'),
  queue: never,
  no_control: some('no_control'),
  inconclusive: (of) =>
    isUntold(of.drawn) ||
    some('too_young')(of) ||
    some('edited')(of) ||
    some('partial')(of) ||
    some('other_author')(of) ||
    isUnsteady(of.drawn),
  search_failed: some('failed'),
  // X tells of an error beside a page that is empty.
  posts_failed: ({ drawn }) => drawn.hasErrors,
  posts_limited: never,
  posts_operator: never,
  account_failed: never,
  account_limited: never,
  account_operator: never,
  limited: some('limited'),
  operator: some('operator'),
  lookup_failed: (of) => some('lookup_failed')(of) || some('not_told')(of),
  lookup_limited: some('lookup_limited'),
  lookup_operator: some('lookup_operator'),
  view_limited: never,
  view_operator: some('view_operator'),
  crowded: isCrowded,
  none_fit: (of) => dueIn(of).every(isUnfit),
}

export const isControl = ({ url }: SimulatedX['searched'][number]) =>
  url.searchParams.get('query')?.includes(CANARY) ?? false

import { SEARCHES_BEFORE_MISSING } from '../../../contract/wire.ts'
import type { Reason } from '../../../contract/wire.ts'
import { causeRow } from '../../../contract/reasons.ts'
import type { Cause } from '../../../contract/reasons.ts'
import { SEARCH_RESULTS_MIN } from '../../../server/upstream/x/client/calls.ts'
import { versionsOf } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost, SimulatedX } from './simulatedX.ts'
import type { World } from './worlds.ts'
import { CANARY } from './xWorld.ts'

// Whether a world holds the cause of a reason that a visitor may read. A sentence with a cause is false in a world without it.

const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Posts that become a week old while an answer is cached are left out, and so are those of the last hour. */
const EDGE_MS = 61 * 60_000
const madeAt = (id: string) => Number(BigInt(id) >> 22n) + 1_288_834_974_657

const LIMITED = ['429', '429 day']
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
/** The ages in a world are those when it is opened; by `now` a check has taken some of this time. */
const CHECK_MAX_MS = 5 * 60_000
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
    .some((control) => control > made + CHECK_MAX_MS && control < made + 36 * HOUR_MS - CHECK_MAX_MS)
}
const isUntold = ({ generation }: World) => generation === 'neither' || generation === 'silent'
type OfPart = OfPost & Pick<Reason, 'part'>

/** What the world draws for each part of X. */
const faultsOf = ({ drawn, part }: OfPart): readonly string[] =>
  part === 'search' ? [drawn.recent, drawn.all] : part === 'posts' ? [drawn.lookup] : []

function isPartSilent(of: OfPart): boolean {
  const { drawn, part, post } = of
  if (part === 'preview') return (post.showing ?? 'shown') !== 'shown' || drawn.change !== null
  if (part === 'posts' && (isUntold(drawn) || drawn.lookup !== 'none' || post.lookupError === 'no answer'))
    return true
  // An error beside no result is no answer.
  return isSilent(...faultsOf(of)) || (part !== 'account' && drawn.hasErrors)
}

/** Null: no post of a world has the cause. */
const CAUSES_OF_POST: Record<Cause, ((of: OfPart) => boolean) | null> = {
  failed: isPartSilent,
  limited: (of) => isOf(LIMITED, ...faultsOf(of)),
  refused: (of) =>
    of.part === 'preview'
      ? of.drawn.posts.some(({ showing }) => showing === 'payment')
      : isOf(REFUSED, ...faultsOf(of)),
  share: ({ sim }) => sim.searched.length > 60,
  too_young: ({ post, now }) => now - madeAt(post.id) < HOUR_MS + 60_000,
  edited: ({ post }) => (post.earlier?.length ?? 0) > 0,
  no_control: ({ post, drawn, now }) => isUnsteady(drawn) || !hasControl(drawn, post, now),
  no_author: ({ post }) => post.showing === 'restricted',
  reply: ({ post }) => post.kind === 'reply',
  community: ({ post }) => post.community === true,
  repost: ({ post }) => post.kind === 'repost',
  sensitive: ({ post }) => post.sensitive === true,
  partial: ({ drawn }) => drawn.hasErrors || isOf(['200 more'], drawn.recent, drawn.all),
  withheld: ({ post, drawn }) => post.withheld !== undefined || Boolean(drawn.isWithheld),
  promoted: ({ post }) => post.isPromoted === true,
  closed: ({ post }) => post.lookupError === 'not authorized',
  swapped: ({ drawn }) => drawn.change?.to === 'another',
  account: ({ drawn }) => drawn.change !== null,
  absent: ({ post }) => post.isDeleted === true,
  other_author: ({ post }) => post.authorId !== undefined,
  control_limit: ({ drawn }) => drawn.posts.length > SEARCHES_BEFORE_MISSING,
  slow: null,
  budget: null,
  hour: null,
  busy: null,
  not_offered: null,
  no_method: null,
  not_asked: null,
  no_posts: null,
  too_few: null,
  too_close: null,
  hidden: null,
  crowded: null,
  none_fit: null,
  inconclusive: null,
}
export const holdsForPost = ({ cause, part }: Reason, of: OfPost): boolean =>
  CAUSES_OF_POST[cause]?.({ ...of, part }) ?? false

const isOriginal = ({ kind }: SimulatedPost) => kind === 'own' || kind === 'quote'
const isInSpan = ({ id }: SimulatedPost, now: number, edge = 0) =>
  now - madeAt(id) >= HOUR_MS + edge && now - madeAt(id) <= WEEK_MS - EDGE_MS - edge
const dueIn = ({ posts, now }: OfAccount, edge = 0) =>
  posts.filter((post) => isOriginal(post) && isInSpan(post, now, edge))
const isUnfit = (post: SimulatedPost) =>
  post.community === true ||
  post.sensitive === true ||
  post.authorId !== undefined ||
  post.isDeleted === true ||
  post.isPromoted === true ||
  post.lookupError !== undefined ||
  post.withheld !== undefined
/** Whether anything stands between the timeline's first page and the posts that count. */
const isCrowded = ({ posts, drawn }: OfAccount) =>
  drawn.emptyPages > 0 ||
  posts.some((post) => !isOriginal(post) || isUnfit(post) || post.earlier || post.showing === 'restricted')
const some = (cause: Cause, of: OfAccount, part?: Reason['part']) =>
  of.posts.some((post) => holdsForPost({ cause, part }, { ...of, post }))

/** Whether replies fill the one page that is read of the week, which is then not the last. */
const isPageOfReplies = ({ posts, now }: OfAccount) =>
  posts.filter((post) => post.kind === 'reply' && !post.hidden && isInSpan(post, now, -CHECK_MAX_MS)).length >
  SEARCH_RESULTS_MIN

/** Absent: no account of a world has the cause, or it has it if one of its posts does (`holdsForAccount`). */
const CAUSES_OF_ACCOUNT: Partial<Record<Cause, (of: OfAccount) => boolean>> = {
  withheld: ({ drawn }) => Boolean(drawn.isWithheld),
  swapped: ({ drawn }) => drawn.change?.to === 'another',
  closed: (of) => of.drawn.change?.to === 'closed' || some('closed', of),
  account: ({ account, posts }) =>
    account.protected === true ||
    account.suspended === true ||
    account.isGone === true ||
    posts.every(({ isDeleted }) => isDeleted),
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
  hidden: (of) => of.posts.some(({ showing = 'shown' }) => showing !== 'shown') || some('absent', of),
  inconclusive: (of) =>
    isUntold(of.drawn) ||
    // With the current names X does not tell, without a price, that a post of the week which search shows is a reply.
    (of.drawn.generation === 'after' && of.posts.some(({ kind }) => kind === 'reply')) ||
    isPageOfReplies(of) ||
    // A post that need not be in the index is there.
    of.posts.some(
      (post) => isOriginal(post) && (isUnfit(post) || post.showing === 'restricted') && isHit(of.sim, post),
    ) ||
    some('too_young', of) ||
    some('edited', of) ||
    some('partial', of) ||
    some('other_author', of) ||
    some('closed', of) ||
    isUnsteady(of.drawn),
  crowded: isCrowded,
  none_fit: (of) => dueIn(of).every(isUnfit),
}
export function holdsForAccount({ cause, part }: Reason, of: OfAccount): boolean {
  const isOfCall = ['part', 'call'].includes(causeRow(cause).of)
  return isOfCall ? some(cause, of, part) : (CAUSES_OF_ACCOUNT[cause]?.(of) ?? false)
}

export const isHit = ({ searched }: SimulatedX, post: SimulatedPost): boolean =>
  searched.some((one) => !isControl(one) && versionsOf(post).some((id) => one.ids.includes(id)))

export const isControl = ({ url }: SimulatedX['searched'][number]) =>
  url.searchParams.get('query')?.includes(CANARY) ?? false

import type { UnjudgedReason, UnsearchedReason } from '../../../../contract/evidence.ts'

/** Kinds of posts of which a miss is no evidence. */
export const NOT_INDEXABLE_KINDS = [
  'reply',
  'repost',
  'community',
  'sensitive',
  'withheld',
  'other_author',
] as const

type UnsearchedReasonRule = {
  /** Whether the reason still holds a minute later. An answer with it is then cached for a minute. */
  lasts: boolean
  /** Whether the reason is that one client has used its share of the calls. It says nothing about another client's search. */
  ofOneClient: boolean
  /** The reason of an account's verdict that rests on such a post. */
  verdict: UnjudgedReason
}
const about = (
  verdict: UnjudgedReason,
  { lasts = false, ofOneClient = false }: Partial<UnsearchedReasonRule> = {},
): UnsearchedReasonRule => ({ lasts, ofOneClient, verdict })
const LASTING = { lasts: true }
const OF_ONE_CLIENT = { ofOneClient: true }

/**
 * The consequences of each reason why a post was not judged: for the cache, for other clients and for the verdict. Its sentence is in
 * `src/text/postSearch.ts`; whether the page offers another try, in `contract/evidence.ts`.
 */
export const UNSEARCHED_REASON_RULES: Readonly<Record<UnsearchedReason, UnsearchedReasonRule>> = {
  not_offered: about('inconclusive', LASTING),
  not_asked: about('inconclusive'),
  budget: about('budget'),
  hour: about('hour'),
  share: about('share', OF_ONE_CLIENT),
  queue: about('queue', OF_ONE_CLIENT),
  too_young: about('inconclusive', LASTING),
  edited: about('inconclusive', LASTING),
  no_control: about('no_control'),
  no_author: about('inconclusive'),
  failed: about('search_failed'),
  limited: about('limited'),
  operator: about('operator'),
  reply: about('inconclusive', LASTING),
  community: about('inconclusive', LASTING),
  repost: about('inconclusive', LASTING),
  sensitive: about('inconclusive', LASTING),
  withheld: about('inconclusive', LASTING),
  partial: about('inconclusive'),
  unseen: about('unseen'),
  absent: about('unseen'),
  not_told: about('lookup_failed'),
  lookup_failed: about('lookup_failed'),
  lookup_limited: about('lookup_limited'),
  lookup_operator: about('lookup_operator'),
  view_limited: about('view_limited'),
  view_operator: about('view_operator'),
  other_author: about('inconclusive', LASTING),
  control_limit: about('no_control'),
}

type UnjudgedReasonRule = {
  /** Whether the reason holds for a quarter of an hour. The account is then cached that long, otherwise for a minute. */
  lasts: boolean
  /** Whether one more step would have settled it: if that step fails, its failure is the reason. */
  needsStep: boolean
}
const HOLDS: UnjudgedReasonRule = { lasts: true, needsStep: false }
const PASSES: UnjudgedReasonRule = { lasts: false, needsStep: false }
const NEEDS_STEP: UnjudgedReasonRule = { lasts: false, needsStep: true }

/** The consequences of each reason why an account was not judged. The sentences are in `src/text/guide.ts`. */
export const UNJUDGED_REASON_RULES: Readonly<Record<UnjudgedReason, UnjudgedReasonRule>> = {
  no_method: HOLDS,
  not_offered: HOLDS,
  account: HOLDS,
  no_posts: PASSES,
  too_few: PASSES,
  too_close: NEEDS_STEP,
  unseen: PASSES,
  budget: PASSES,
  no_control: PASSES,
  inconclusive: NEEDS_STEP,
  search_failed: PASSES,
  posts_failed: PASSES,
  account_failed: { lasts: true, needsStep: true },
  limited: PASSES,
  operator: PASSES,
  crowded: NEEDS_STEP,
  none_fit: PASSES,
  hour: PASSES,
  share: PASSES,
  queue: PASSES,
  posts_limited: PASSES,
  posts_operator: PASSES,
  lookup_failed: PASSES,
  lookup_limited: PASSES,
  lookup_operator: PASSES,
  account_limited: PASSES,
  account_operator: PASSES,
  view_limited: PASSES,
  view_operator: PASSES,
}

export const isNotIndexable = (reason: UnsearchedReason) =>
  NOT_INDEXABLE_KINDS.some((kind) => kind === reason)

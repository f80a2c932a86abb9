import type { UnjudgedReason, UnsearchedReason } from '../../../../contract/evidence.ts'

/** Kinds of posts of which a miss is no evidence. */
export const NOT_INDEXABLE = [
  'reply',
  'repost',
  'community',
  'sensitive',
  'withheld',
  'other_author',
] as const

type AboutReason = {
  /** How long a finding with this reason is kept: the reason holds a minute later, or it does not. */
  lasts: boolean
  /** It is about one client's share, and says nothing of another client's search. */
  ofOneClient: boolean
  /** The reason of an account's verdict that rests on such a post. */
  verdict: UnjudgedReason
}
const about = (verdict: UnjudgedReason, more: Partial<AboutReason> = {}): AboutReason => ({
  lasts: false,
  ofOneClient: false,
  verdict,
  ...more,
})
const LASTING = { lasts: true }
const OF_ONE_CLIENT = { ofOneClient: true }

/** What each reason means for the cache, for other clients and for the verdict. Its sentence is in `src/text/postSearch.ts`. */
export const REASONS: Readonly<Record<UnsearchedReason, AboutReason>> = {
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

export const isNotIndexable = (reason: UnsearchedReason | null) =>
  NOT_INDEXABLE.some((kind) => kind === reason)

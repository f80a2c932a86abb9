import * as v from 'valibot'
import { recordByBan } from './outcomes.ts'
import { CAUSES, X_PARTS } from './reasons.ts'

/** A time in Unix milliseconds, within the range of `Date`. */
export const UnixMilliseconds = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Makes a member optional. A value of another shape is read as absent. */
/* @__NO_SIDE_EFFECTS__ */
export function lenientOptional<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.optional(schema), undefined)
}

/** Reads a value that is missing, or that this version does not know, as null: unknown. */
/* @__NO_SIDE_EFFECTS__ */
export function unknownAsNull<S extends v.GenericSchema>(schema: S) {
  return v.fallback(v.nullable(schema), null)
}

export const KeptDays = lenientOptional(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** Version of the method. Results of different versions are not compared. */
export const METHOD_VERSION = 1
/** Name of the method that judges by X's search, in the log and in exported files. */
export const SEARCH_METHOD_NAME = 'x_search'
/** How many searches must miss a post before it counts as missing. */
export const SEARCHES_BEFORE_MISSING = 4
const Version = lenientOptional(Count)

/** How a result was obtained. `asked` is when X was first asked. */
export const CheckMethod = v.object({
  name: v.pipe(v.string(), v.maxLength(40)),
  version: Count,
  asked: UnixMilliseconds,
})
export type CheckMethod = v.InferOutput<typeof CheckMethod>

/** Why something was not judged. `part` names the part of X that gave no answer, `until` when the limit ends, if that is known. */
export const Reason = v.object({
  cause: v.picklist(CAUSES),
  part: lenientOptional(v.picklist(X_PARTS)),
  until: lenientOptional(UnixMilliseconds),
})
export type Reason = v.InferOutput<typeof Reason>
/** Null if it was judged, and for a cause that only newer servers know. */
const MaybeReason = unknownAsNull(Reason)

/** X has names longer than the 15 letters that it allows today. */
export const AUTHOR_NAME = /^\w{1,50}$/

export const QUOTE_STATES = ['none', 'shown', 'restricted', 'unknown'] as const

/** The evidence for one post's status. It is absent from servers other than this project's. */
export const PostEvidence = v.object({
  /** Whether people who are not logged in see the post; null if X did not say. */
  visible: unknownAsNull(v.boolean()),
  /** true: search found the post. false: each search missed it, with a control before and after. null: neither, because of `reason`. */
  found: unknownAsNull(v.boolean()),
  reason: MaybeReason,
  time: lenientOptional(UnixMilliseconds),
  author: lenientOptional(v.pipe(v.string(), v.regex(AUTHOR_NAME))),
  /** Countries, as ISO 3166 codes, in which X withholds the post or its author. */
  withheld: lenientOptional(v.array(v.string())),
  quote: lenientOptional(v.picklist(QUOTE_STATES)),
  /** When search last found the control post; only for a missing post. */
  control: lenientOptional(UnixMilliseconds),
  /** How many hours after the missing post the control post was made, rounded up. */
  controlHours: lenientOptional(Count),
  version: Version,
})
export type PostEvidence = v.InferOutput<typeof PostEvidence>
/** The same with no member left out, so that the compiler names whoever forgets one; undefined if X did not tell. */
export type WholePostEvidence = { [Member in keyof typeof PostEvidence.entries]: PostEvidence[Member] }

export const ItemEvidence = v.object({
  /** `recent_search`: the account's own posts of the last days were searched for. */
  method: unknownAsNull(v.picklist(['recent_search'])),
  reason: MaybeReason,
  /** How many of the account's own posts count, and how many of them search found. */
  looked: lenientOptional(Count),
  found: lenientOptional(Count),
  /** If it was not judged: how many posts of its own X listed in the period, those included that do not count. */
  listed: lenientOptional(Count),
  control: lenientOptional(UnixMilliseconds),
  /** How many hours after its missing post the control that lies furthest from it was made. */
  controlHours: lenientOptional(Count),
  from: lenientOptional(UnixMilliseconds),
  to: lenientOptional(UnixMilliseconds),
  time: lenientOptional(UnixMilliseconds),
})
export type ItemEvidence = v.InferOutput<typeof ItemEvidence>

/** The evidence for each ban. A ban that an older server or record does not name has none. */
export const EvidenceByBan = v.object(
  recordByBan(() => v.fallback(ItemEvidence, { method: null, reason: null })),
)

export const ListEvidence = v.object({
  /** Null if there is a list. */
  reason: MaybeReason,
  /** Whether X told which post is pinned. If not, an older pinned post is missing from the list. */
  pinTold: v.boolean(),
  /** Whether X distinguished reposts and quotes from own posts. If not, reposts are left out and quotes count as own posts. */
  kindsTold: v.boolean(),
  time: v.optional(UnixMilliseconds),
})
export type ListEvidence = v.InferOutput<typeof ListEvidence>

/**
 * Facts that X tells of an account beside its verdicts. A device stores these members as they are, and `src/results/checkFacts.ts` says where each
 * is shown.
 */
export const ACCOUNT_FACTS = {
  /** The account's number: its name may come to belong to another account. */
  userId: lenientOptional(v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/))),
  /** Countries, as ISO 3166 codes, in which X withholds the account. */
  withheld: lenientOptional(v.array(v.string())),
  /** When the account was created. */
  created: lenientOptional(UnixMilliseconds),
}
/** All facts, none left out, so that the compiler names the upstream that forgets one; undefined if X did not tell. */
export type AccountFacts = {
  [Fact in keyof typeof ACCOUNT_FACTS]: v.InferOutput<(typeof ACCOUNT_FACTS)[Fact]>
}

/** The evidence for an account check. It is absent from servers other than this project's. */
export const AccountEvidence = v.object({
  /** When X was asked for the account. The server caches answers for up to 15 minutes. */
  time: UnixMilliseconds,
  version: Version,
  items: EvidenceByBan,
  ...ACCOUNT_FACTS,
  tweets: lenientOptional(ListEvidence),
})
export type AccountEvidence = v.InferOutput<typeof AccountEvidence>

import * as v from 'valibot'
import {
  ACCOUNT_FACTS,
  Count,
  ItemEvidence,
  CheckMethod,
  UnixMilliseconds,
  Reason,
  lenientOptional,
} from '../../contract/evidence.ts'
import { BANS, POST_GROUPS, recordByBan, recordByGroup, isRareGroup } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { CAUSES } from '../../contract/reasons.ts'
import { ScreenName } from '../../contract/wire.ts'

/** How many posts are in each group. Older records lack groups that were added later. */
const PostCounts = v.object(recordByGroup((group) => (isRareGroup(group) ? v.optional(Count, 0) : Count)))

export const PostId = v.pipe(v.string(), v.regex(/^\d{1,19}$/))

const JudgedPost = v.union([
  v.tuple([PostId, v.picklist(POST_GROUPS), v.nullable(v.picklist(CAUSES))]),
  v.tuple([PostId, v.picklist(POST_GROUPS)]),
])

/** Unix milliseconds. */
export const Timestamp = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

/**
 * A finished check of an account in the form that the device stores. Every place that shows a check is made from this record: the page, the
 * restored page, the log, its files, the picture and the shared text. What a record lacks, because it is older, is not guessed.
 */
export const StoredCheck = v.object({
  /** The name's `accountKey`. */
  account: v.string(),
  name: ScreenName,
  at: Timestamp,
  sandbox: v.boolean(),
  /** `open`: the account could be judged. `unknown`: X did not say whether it can be. The other states say why it could not be judged. */
  state: v.picklist(['open', 'no_tweet', 'not_found', 'suspend', 'protect', 'unknown']),
  /** Whether the visitor asked for the latest posts, and for reposts among them. Older records lack this. */
  asked: v.optional(v.nullable(v.object({ posts: v.boolean(), reposts: v.boolean() }))),
  /** Whether X's limit on user searches prevented the check, and until when. Such a check is shown, but not stored. */
  limited: v.optional(v.nullable(v.object({ until: lenientOptional(UnixMilliseconds) }))),
  /** For each ban: true if it was found, false if not, null if it could not be determined. */
  bans: v.object(recordByBan(() => v.nullable(v.boolean()))),
  /** How many posts were searched for and found, if search found only some of them. */
  partly: v.optional(v.nullable(v.object({ looked: Count, found: Count })), null),
  /** The evidence for each ban, or why it was not judged. Missing in older records, and in those of servers without evidence. */
  items: v.optional(v.nullable(v.object(recordByBan(() => ItemEvidence)))),
  ...ACCOUNT_FACTS,
  /** How the latest posts were judged; null if they were not checked. */
  posts: v.nullable(PostCounts),
  /** The id and the group of each of these posts, and why it was not searched for. Older records lack the reasons, or all of this. */
  judged: v.optional(v.nullable(v.array(JudgedPost))),
  /** Whether the latest posts were asked for and could not be fetched. */
  postsMissing: v.optional(v.boolean(), false),
  /** Why the latest posts are missing, and when another check may get them. Older records lack this. */
  missing: lenientOptional(v.nullable(Reason)),
  /** Version of the server's method; null if it named none, as in older records. */
  version: v.optional(v.nullable(Count), null),
  /** The method with its name, its version and when X was asked. Older records lack this. */
  method: v.optional(v.nullable(CheckMethod)),
  /** Tasks that the visitor ticked off in the plans: the ban and the index of the task, e.g. "search_ban 0". */
  ticks: v.optional(v.array(v.string()), []),
})
export type StoredCheck = v.InferOutput<typeof StoredCheck>

/** Returns the part of a finished check that the device stores. */
export function toStoredCheck(check: StoredCheck): StoredCheck {
  return v.parse(StoredCheck, check)
}

/** Returns the options that the visitor chose. Without the posts, the option of reposts keeps its default; so do both in older records. */
export function optionsOfStoredCheck({ name, asked }: StoredCheck) {
  const posts = asked?.posts ?? true
  return { screenName: name, posts, reposts: !posts || (asked?.reposts ?? true) }
}

/** Returns the key of an account: its name in lower case, because X ignores the case. */
export function accountKey(name: string): string {
  return name.toLowerCase()
}

/** The subject of an observation: a ban of an account, or a post by its id. `name` is the account whose posts were searched for. */
export type ObservationSubject = { name: string; item: Ban | (string & {}) }

/** Returns the key of a subject. The case of the account's name has no effect on it, nor has the author of a post. */
export function observationKey({ name, item }: ObservationSubject): string {
  return isBan(item) ? `${accountKey(name)} ${item}` : item
}

function isBan(item: string): item is Ban {
  return BANS.some((ban) => ban === item)
}

export const ObservedAnswer = v.picklist(['seen', 'unseen', 'unsure'])
export type ObservedAnswer = v.InferOutput<typeof ObservedAnswer>

/**
 * Kinds of accounts that visitors look with. X hides some things from non-followers, and sensitive content unless a setting is changed:
 * `stranger_open` has changed it.
 */
export const VIEWER_KINDS = ['stranger', 'stranger_open', 'follower', 'logged_out', 'friend'] as const
export type ViewerKind = (typeof VIEWER_KINDS)[number]

const SEEN = {
  name: ScreenName,
  /** The visitor's answer. For Reply Deboosting, `seen` means visible at once, and `unseen` means visible only after a press. */
  answer: ObservedAnswer,
  at: Timestamp,
  /** The kind of account with which the visitor looked; absent if they did not say, and in older records. `friend`: a friend looked. */
  viewer: v.optional(v.picklist(VIEWER_KINDS)),
}

const SUBJECT = { about: v.string(), item: v.union([v.picklist(BANS), PostId]) }

/** The stored answer of the visitor or a friend about one subject. A later observation replaces the earlier one. `about` is the subject's key. */
export const Observation = v.object({ ...SEEN, ...SUBJECT })
export type Observation = v.InferOutput<typeof Observation>

/** An observation of an account in the form that the log page shows and exports. */
const AccountObservation = v.object({ ...SEEN, account: v.string(), ban: v.picklist(BANS) })
export type AccountObservation = v.InferOutput<typeof AccountObservation>

/** An observation of a post in the same form: whether X's own search shows it. */
const PostObservation = v.object({ ...SEEN, id: PostId, answer: v.picklist(['seen', 'unseen']) })
export type PostObservation = v.InferOutput<typeof PostObservation>

export function splitObservations(observations: readonly Observation[]) {
  const findings: AccountObservation[] = []
  const postFindings: PostObservation[] = []
  for (const { name, item, answer, at, viewer } of observations) {
    const common = { name, at, ...(viewer && { viewer }) }
    if (isBan(item)) findings.push({ account: accountKey(name), ban: item, answer, ...common })
    else if (answer !== 'unsure') postFindings.push({ id: item, answer, ...common })
  }
  return { findings, postFindings }
}

const LabelName = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))

/** One of X's Under the Hood reports in the form that the device stores: its counts, without X's text. */
export const StoredMonth = v.object({
  /** The time span: a whole month, e.g. 2026-07, or another span, e.g. 2026-07-01/2026-08-15. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2}\/\d{4}-\d{2}-\d{2})?$/)),
  at: Timestamp,
  /** When X made the report, in Unix milliseconds; null if unknown, and in older records. */
  generatedAt: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
  /** Number of posts in the month; null if the report does not say. */
  total: v.nullable(Count),
  unlabelled: v.optional(Count, 0),
  postLabels: v.array(v.object({ label: LabelName, posts: Count })),
  accountLabels: v.array(v.object({ label: LabelName, days: Count })),
  /** The account that the visitor named for the report, since X's report names none; null if they named none, and in older records. */
  account: v.optional(v.nullable(ScreenName), null),
})
export type StoredMonth = v.InferOutput<typeof StoredMonth>

const ID_MAX = 200

/** A check of posts in the form that the device stores, without the texts of the posts. */
export const StoredBatch = v.object({
  at: Timestamp,
  sandbox: v.boolean(),
  counts: PostCounts,
  failed: Count,
  /** Id of the batch on the server; empty if the server saved none. */
  sessionId: v.pipe(v.string(), v.maxLength(ID_MAX)),
  /** When the server deletes the batch, in Unix milliseconds; null if it did not say. */
  keptUntil: v.nullable(Timestamp),
  /** Number of rows in the saved batch, if it lacks rows that the server no longer had. */
  savedRows: v.optional(v.nullable(Count), null),
  /** Older records lack this field. */
  method: v.optional(v.nullable(CheckMethod)),
  /** The id and the group of each post, for a later comparison. Only the newest records have this; it is deleted from older ones. */
  judged: v.optional(v.nullable(v.array(JudgedPost))),
})
export type StoredBatch = v.InferOutput<typeof StoredBatch>

import * as v from 'valibot'
import { BANS, POST_GROUPS, recordByBan, recordByGroup, totalOfGroups } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { CAUSES } from '../../contract/reasons.ts'
import {
  ScreenName,
  ACCOUNT_FACTS,
  Count,
  CheckMethod,
  EvidenceByBan,
  UnixMilliseconds,
  Reason,
  lenientOptional,
  unknownAsNull,
} from '../../contract/wire.ts'

// A record may come from a later version of the app, or from an earlier one: from a file, from another tab, or after a deploy was rolled back. What
// this version does not know, or the record lacks, is read as unknown, and the rest of the record stays readable.

/** How many posts are in each group. Groups that are not known here are errors, as posts with an unknown status are. */
const PostCounts = v.pipe(
  v.record(v.string(), Count),
  v.transform((counts) => {
    const known = recordByGroup((group) => counts[group] ?? 0)
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    return { ...known, error: known.error + all - totalOfGroups(known) }
  }),
)

const PostId = v.pipe(v.string(), v.regex(/^\d{1,19}$/))

const Group = v.fallback(v.picklist(POST_GROUPS), 'error')
const JudgedPost = v.tuple([PostId, Group, unknownAsNull(v.picklist(CAUSES))])

/** Unix milliseconds. */
const Timestamp = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

/**
 * A finished check of an account in the form that the device stores. Every place that shows a check is made from this record: the page, the
 * restored page, the log, its files, the picture and the shared text.
 */
export const StoredCheck = v.object({
  /** The name's `accountKey`. */
  account: v.string(),
  name: ScreenName,
  at: Timestamp,
  sandbox: v.boolean(),
  /** `open`: the account could be judged. `unknown`: X did not say whether it can be. The other states say why it could not be judged. */
  state: v.fallback(
    v.picklist(['open', 'no_tweet', 'not_found', 'suspend', 'protect', 'unknown']),
    'unknown',
  ),
  /** Whether the visitor asked for the latest posts, and for reposts among them. */
  asked: v.object({ posts: v.boolean(), reposts: v.boolean() }),
  /** Whether X's limit on user searches prevented the check, and until when. Such a check is shown, but not stored. */
  limited: unknownAsNull(v.object({ until: lenientOptional(UnixMilliseconds) })),
  /** For each ban: true if it was found, false if not, null if it could not be determined. */
  bans: v.object(recordByBan(() => unknownAsNull(v.boolean()))),
  /** How many posts were searched for and found, if search found only some of them. */
  partly: unknownAsNull(v.object({ looked: Count, found: Count })),
  /** The evidence for each ban, or why it was not judged; null if the server gave no evidence. */
  items: unknownAsNull(EvidenceByBan),
  ...ACCOUNT_FACTS,
  /** How the latest posts were judged; null if they were not checked. */
  posts: v.nullable(PostCounts),
  /** The id and the group of each of these posts, and why it was not searched for. */
  judged: v.array(JudgedPost),
  /** The id of the pinned post, if it is older than the others. */
  oldPin: lenientOptional(PostId),
  /** Whether the latest posts were asked for and could not be fetched. */
  postsMissing: v.boolean(),
  /** Why the latest posts are missing, and when another check may get them. */
  missing: unknownAsNull(Reason),
  /** Version of the server's method; null if it named none. */
  version: unknownAsNull(Count),
  /** The method with its name, its version and when X was asked; null if the server named none. */
  method: unknownAsNull(CheckMethod),
  /** Tasks that the visitor ticked off in the plans: the ban and the index of the task, e.g. "search_ban 0". */
  ticks: v.fallback(v.array(v.string()), []),
})
export type StoredCheck = v.InferOutput<typeof StoredCheck>

/** Returns the part of a finished check that the device stores. */
export function toStoredCheck(check: StoredCheck): StoredCheck {
  return v.parse(StoredCheck, check)
}

/** Returns the options that the visitor chose. Without the posts, the option of reposts keeps its default. */
export function optionsOfStoredCheck({ name, asked: { posts, reposts } }: StoredCheck) {
  return { screenName: name, posts, reposts: !posts || reposts }
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

/** The stored answer of the visitor or a friend about one subject. A later observation replaces the earlier one. */
export const Observation = v.object({
  /** The subject's `observationKey`. */
  about: v.string(),
  name: ScreenName,
  item: v.union([v.picklist(BANS), PostId]),
  /** For Reply Deboosting, `seen` means visible without a press. */
  answer: ObservedAnswer,
  at: Timestamp,
  /** The kind of account with which the visitor looked; absent if they did not say. `friend`: a friend looked. */
  viewer: lenientOptional(v.picklist(VIEWER_KINDS)),
})
export type Observation = v.InferOutput<typeof Observation>
export type BanObservation = Observation & { item: Ban }

export function isBanObservation(observation: Observation): observation is BanObservation {
  return isBan(observation.item)
}

const LabelName = v.pipe(v.string(), v.minLength(1), v.maxLength(1000))

/** One of X's Under the Hood reports in the form that the device stores: its counts, without X's text. */
export const StoredMonth = v.object({
  /** The time span: a whole month, e.g. 2026-07, or another span, e.g. 2026-07-01/2026-08-15. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2}\/\d{4}-\d{2}-\d{2})?$/)),
  at: Timestamp,
  /** When X made the report, in Unix milliseconds; null if unknown. */
  generatedAt: v.nullable(v.pipe(v.number(), v.integer())),
  /** Number of posts in the month; null if the report does not say. */
  total: v.nullable(Count),
  unlabelled: Count,
  postLabels: v.array(v.object({ label: LabelName, posts: Count })),
  accountLabels: v.array(v.object({ label: LabelName, days: Count })),
  /** The account that the visitor named for the report, since X's report names none; null if they named none. */
  account: v.nullable(ScreenName),
})
export type StoredMonth = v.InferOutput<typeof StoredMonth>

const ID_MAX = 200

/** A check of posts in the form that the device stores, without the texts of the posts. */
export const StoredBatch = v.object({
  at: Timestamp,
  sandbox: v.boolean(),
  counts: PostCounts,
  failed: Count,
  /** Number of posts that X withholds in Japan. */
  withheld: v.fallback(Count, 0),
  /** Id of the batch on the server; empty if the server saved none. */
  sessionId: v.pipe(v.string(), v.maxLength(ID_MAX)),
  /** When the server deletes the batch, in Unix milliseconds; null if it did not say. */
  keptUntil: v.nullable(Timestamp),
  method: unknownAsNull(CheckMethod),
  /** The id and the group of each post, for a later comparison. Only the newest records have this; it is deleted from older ones. */
  judged: v.nullable(v.array(v.tuple([PostId, Group]))),
})
export type StoredBatch = v.InferOutput<typeof StoredBatch>

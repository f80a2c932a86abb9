import * as v from 'valibot'
import { Count, Method } from '../../contract/evidence.ts'
import { VIEWERS } from '../../contract/feedback.ts'
import { BANS, GROUPS, eachBan, eachGroup, isRare } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { ScreenName } from '../../contract/wire.ts'

/** How posts were judged. Older records lack the groups that came later. */
const PostCounts = v.object(eachGroup((group) => (isRare(group) ? v.optional(Count, 0) : Count)))

const PostId = v.pipe(v.string(), v.regex(/^\d{1,19}$/))

/** Unix milliseconds. */
export const Timestamp = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15))

export const StoredCheck = v.object({
  /** The name's `accountKey`. */
  account: v.string(),
  name: ScreenName,
  at: Timestamp,
  sandbox: v.boolean(),
  /** `open` could be judged, and of `unknown` X did not say whether it can; the others are the reasons why not. */
  state: v.picklist(['open', 'no_tweet', 'not_found', 'suspend', 'protect', 'unknown']),
  /** Whether the latest posts were asked for, and the reposts among them; older records lack it. */
  asked: v.optional(v.nullable(v.object({ posts: v.boolean(), reposts: v.boolean() }))),
  /** true is affected, false is not, null could not be determined. */
  bans: v.object(eachBan(() => v.nullable(v.boolean()))),
  /** How many of the posts that were looked for search found, where it found only some. */
  partly: v.optional(v.nullable(v.object({ looked: Count, found: Count })), null),
  withheld: v.optional(v.array(v.string()), []),
  /** How the latest posts were judged; null where they were not looked at. */
  posts: v.nullable(PostCounts),
  /** The id and the group of each of them; older records lack it. */
  judged: v.optional(v.nullable(v.array(v.tuple([PostId, v.picklist(GROUPS)])))),
  postsMissing: v.optional(v.boolean(), false),
  /** Of the server's method; null where it named none, as in older records. */
  version: v.optional(v.nullable(Count), null),
  /** The same with its name and when X was asked; older records lack it. */
  method: v.optional(v.nullable(Method)),
  /** What was ticked off of the plans: the ban and the number of the task, e.g. "search_ban 0". */
  ticks: v.optional(v.array(v.string()), []),
  /** Whether the device checked by itself, for a watch. */
  auto: v.optional(v.boolean(), false),
})
export type StoredCheck = v.InferOutput<typeof StoredCheck>

/** X does not tell capitals apart. */
export function accountKey(name: string): string {
  return name.toLowerCase()
}

/** Whom or what an observation is about: a ban of an account, or a post by its id. `name` is the account that X was searched for. */
export type Subject = { name: string; item: Ban | (string & {}) }

/** The same however the account is written, and of a post whoever is said to have written it. */
export function subjectKey({ name, item }: Subject): string {
  return isBan(item) ? `${accountKey(name)} ${item}` : item
}

function isBan(item: string): item is Ban {
  return BANS.some((ban) => ban === item)
}

const SEEN = {
  name: ScreenName,
  /** What the visitor saw with another account; for Reply Deboosting `seen` is at once, and `unseen` after a press. */
  answer: v.picklist(['seen', 'unseen', 'unsure']),
  at: Timestamp,
  /** With which account they looked; absent where they did not say, and in older records. */
  viewer: v.optional(v.picklist(VIEWERS)),
}

/** What the visitor saw of one subject; the latest replaces the one before. `about` is the subject's key. */
export const Observation = v.object({ ...SEEN, about: v.string(), item: v.union([v.picklist(BANS), PostId]) })
export type Observation = v.InferOutput<typeof Observation>
export type ObservedAnswer = Observation['answer']

/** An observation of an account as the log shows and exports it, and as pages before version 5 of the database kept it. */
const AccountObservation = v.object({ ...SEEN, account: v.string(), ban: v.picklist(BANS) })
export type AccountObservation = v.InferOutput<typeof AccountObservation>

/** The same of a post, which X's own search shows or not. */
const PostObservation = v.object({ ...SEEN, id: PostId, answer: v.picklist(['seen', 'unseen']) })
export type PostObservation = v.InferOutput<typeof PostObservation>

export function upgradeObservation(row: unknown): Observation | null {
  const old = v.safeParse(v.union([AccountObservation, PostObservation]), row)
  if (!old.success) return null
  const { name, answer, at } = old.output
  const item = 'ban' in old.output ? old.output.ban : old.output.id
  return { about: subjectKey({ name, item }), name, item, answer, at }
}

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

/** One of X's reports as the device keeps it: what was counted, without X's words. */
export const StoredMonth = v.object({
  /** A whole month, e.g. 2026-07, or another span, e.g. 2026-07-01/2026-08-15. */
  month: v.pipe(v.string(), v.regex(/^\d{4}-(?:0[1-9]|1[0-2])(?:-\d{2}\/\d{4}-\d{2}-\d{2})?$/)),
  at: Timestamp,
  /** When X made it, in Unix milliseconds; null in older records too. */
  generatedAt: v.optional(v.nullable(v.pipe(v.number(), v.integer())), null),
  /** Posts of the month; null where the report does not say. */
  total: v.nullable(Count),
  unlabelled: v.optional(Count, 0),
  postLabels: v.array(v.object({ label: LabelName, posts: Count })),
  accountLabels: v.array(v.object({ label: LabelName, days: Count })),
  /** Whose report the visitor says it is, since X's report names nobody; null in older records too. */
  account: v.optional(v.nullable(ScreenName), null),
})
export type StoredMonth = v.InferOutput<typeof StoredMonth>

const ID_MAX = 200

/** A check of posts as the device keeps it, without the posts, which the server keeps for a while. */
export const StoredBatch = v.object({
  at: Timestamp,
  sandbox: v.boolean(),
  counts: PostCounts,
  failed: Count,
  /** The batch on the server; empty where it saved none. */
  sessionId: v.pipe(v.string(), v.maxLength(ID_MAX)),
  /** Until when the server keeps it; null where it did not say. */
  keptUntil: v.nullable(Timestamp),
  /** How many rows that batch holds, where it lacks some that the server had no more. */
  savedRows: v.optional(v.nullable(Count), null),
  /** Older records lack it. */
  method: v.optional(v.nullable(Method)),
})
export type StoredBatch = v.InferOutput<typeof StoredBatch>

import * as v from 'valibot'
import { BATCH_POSTS_MAX, URL_LENGTH_MAX } from './names.ts'
import { BANS, TEST_METHODS, recordByBan, withProvenStatus } from './outcomes.ts'
import { CAUSES, X_PARTS } from './reasons.ts'
import { screenNameFault } from './screenName.ts'

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
  method: unknownAsNull(v.picklist(TEST_METHODS)),
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

/** The key of a challenge. It must be a valid value of an HTTP header. */
const ChallengeKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/))

/**
 * The body of an account check, and of the request for its challenge, which is valid for this check only. The proof is sent in headers. A batch
 * uses it to request its challenge only, with an empty name.
 */
export const CheckRequest = v.object({
  screen_name: v.string(),
  /** The visitor's encrypted address: the server only hashes it, into the challenge. */
  key: v.string(),
  searchban: v.boolean(),
  repost: v.boolean(),
})
export type CheckRequest = v.InferOutput<typeof CheckRequest>

export const Challenge = v.object({ key: ChallengeKey, value: v.unknown() })

export const PostResult = v.object({
  url: v.string(),
  status: lenientOptional(v.string()),
  isPinned: lenientOptional(v.boolean()),
  evidence: lenientOptional(PostEvidence),
  /** A token that fetches the post's preview without counting towards the visitor's limit. Saved batches lack it. */
  previewTicket: lenientOptional(v.string()),
})
export type PostResult = v.InferOutput<typeof PostResult>

/** The posts of an answer. Contradictory posts are corrected here, and nowhere else. */
const PostResults = v.array(v.pipe(PostResult, v.transform(withProvenStatus)))

export const PostJudgement = v.pick(PostResult, ['status', 'evidence'])
export type PostJudgement = v.InferOutput<typeof PostJudgement>

const Flag = v.nullable(v.boolean())
/** X's rate limit. `reset` is when X answers again, in Unix milliseconds. */
const RateLimit = v.object({ rate_limit: v.boolean(), reset: lenientOptional(v.number()) })

export const AccountCheck = v.object({
  suspend: Flag,
  not_found: Flag,
  protect: Flag,
  no_tweet: Flag,
  /** true: affected. null or absent: the server could not determine it. */
  ...recordByBan(() => unknownAsNull(v.boolean())),
  api_status: v.object({ userSearchGroup: RateLimit, userTimelineGroup: RateLimit }),
  tweets: v.optional(PostResults),
  /** Evidence of an unknown shape is ignored. */
  evidence: lenientOptional(AccountEvidence),
})
export type AccountCheck = v.InferOutput<typeof AccountCheck>

export const BatchRequest = v.object({
  urls: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(URL_LENGTH_MAX))),
    v.minLength(1),
    v.maxLength(BATCH_POSTS_MAX),
  ),
  key: v.object({ token: ChallengeKey }),
})

export const BatchAnswer = v.object({
  results: PostResults,
  sessionId: v.string(),
  /** When the batch was saved, equal to the time in its saved copy. */
  timestamp: lenientOptional(UnixMilliseconds),
  keptDays: KeptDays,
})
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>

export const BatchHistory = v.object({
  results: PostResults,
  keptDays: KeptDays,
  /** Number of lines that were not posts. The lines themselves are not saved. */
  leftOut: lenientOptional(Count),
  /** The upstream that made the results, as in `X-Upstream`. Servers other than this project's do not name it. */
  upstream: lenientOptional(v.string()),
  timestamp: v.union([
    UnixMilliseconds,
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((iso) => Date.parse(iso)),
      UnixMilliseconds,
    ),
  ]),
})
export type BatchHistory = v.InferOutput<typeof BatchHistory>

export const Oembed = v.looseObject({
  html: v.string(),
  author_name: v.optional(v.string()),
  author_url: v.optional(v.string()),
})
export type Oembed = v.InferOutput<typeof Oembed>

export const IpAnswer = v.object({ ip: v.pipe(v.string(), v.ip()) })

/** An error answer. `code` names the few errors that a page treats specially. */
export const ErrorAnswer = v.object({ message: v.string(), code: v.optional(v.string()) })

/** State of X's search in the last checks. `missing`: it did not show a control post. `paused`: X does not answer, or refuses this server. */
const SearchNow = v.object({
  state: v.picklist(['found', 'missing', 'limited', 'paused']),
  time: UnixMilliseconds,
  until: lenientOptional(UnixMilliseconds),
})
export type SearchNow = v.InferOutput<typeof SearchNow>

/** How often in an hour X's search showed a known post, did not show it, and could not be asked. */
const SearchHour = v.object({ from: UnixMilliseconds, ok: Count, blind: Count, limited: Count })
export type SearchHour = v.InferOutput<typeof SearchHour>

/** Health of X's search: now, and in the last 24 hours, oldest first. Null and empty if this server does not search. */
export const SearchHealth = v.object({
  now: v.fallback(v.nullable(SearchNow), null),
  hours: v.pipe(v.array(SearchHour), v.maxLength(24)),
})
export type SearchHealth = v.InferOutput<typeof SearchHealth>

/** The items that a server can judge. Unknown names are ignored. */
export const Capabilities = v.object({
  bans: v.pipe(
    v.array(v.string()),
    v.transform((names) => BANS.filter((ban) => names.includes(ban))),
  ),
  /** `visibility`: the server only asks whether X shows a post. `none`: it checks no posts. */
  posts: v.picklist(['search', 'visibility', 'none']),
  keptDays: KeptDays,
  search: lenientOptional(v.nullable(SearchNow)),
  /** The operator's notice above the forms, in plain text. */
  notice: lenientOptional(v.string()),
  maintenance: lenientOptional(v.literal(true)),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

/** Longest accepted duration in milliseconds: after a longer one the device probably slept. */
const STEP_MAX = 120_000

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(STEP_MAX))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** The schema is strict, so that no name or address is accepted. */
export const CheckTimings = v.strictObject({
  engine: v.picklist(['unrolled', 'rolled', 'scalar', 'javascript']),
  lanes: whole(8),
  difficulty: whole(8),
  challenge: milliseconds,
  solve: milliseconds,
  call: milliseconds,
  /** The proof of the check, which shows that there was one. Each proof counts once, while it is recent. */
  proof: v.strictObject({ token: ChallengeKey, counter: whole(9_999_999) }),
})
export type CheckTimings = v.InferOutput<typeof CheckTimings>

export const ScreenName = v.pipe(
  v.string(),
  v.check((typed) => screenNameFault(typed) === null, 'not a screen name'),
  v.brand('ScreenName'),
)
export type ScreenName = v.InferOutput<typeof ScreenName>

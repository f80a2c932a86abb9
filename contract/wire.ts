import * as v from 'valibot'
import {
  Count,
  AccountEvidence,
  KeptDays,
  PostEvidence,
  UnixMilliseconds,
  lenientOptional,
  unknownAsNull,
} from './evidence.ts'
import { BATCH_POSTS_MAX, URL_LENGTH_MAX } from './names.ts'
import { BANS, recordByBan, withProvenStatus } from './outcomes.ts'
import { screenNameFault } from './screenName.ts'

/** The key of a challenge. It must be a valid value of an HTTP header. */
const ChallengeKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/))

/**
 * The body of an account check, and of the request for its challenge, which is valid for this check only. The proof is sent in headers. A batch
 * uses it to request its challenge only, with an empty name.
 */
export const CheckRequest = v.object({
  screen_name: v.string(),
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

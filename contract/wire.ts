import * as v from 'valibot'
import { BATCH_MAX } from './batchMax.ts'
import { Evidence } from './evidence.ts'

/** A challenge key travels as an HTTP header value: visible ASCII, 1–512 characters. */
export const ChallengeKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/))

/** What a challenge is asked for, and what it is bound to: the body of the check it opens. A batch has the empty name. */
export const CheckRequest = v.object({
  screen_name: v.string(),
  key: v.string(),
  searchban: v.boolean(),
  repost: v.boolean(),
})
export type CheckRequest = v.InferOutput<typeof CheckRequest>

/** A challenge. `value` stays unread here: `difficultyOf` refuses what is no difficulty with its own error. */
export const Challenge = v.object({ key: ChallengeKey, value: v.unknown() })
export type Challenge = v.InferOutput<typeof Challenge>

/** As the wire spells them: QUATE stands for "quote". */
export const POST_STATUSES = [
  'AVAILABLE',
  'FORBIDDEN',
  'QUATE_FORBIDDEN',
  'NOT_FOUND',
  'UNKNOWN',
  'INVALID_URL',
] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** One post's result. An unknown or missing status is kept, and the page shows it as an error. */
export const PostResult = v.object({
  url: v.string(),
  status: v.fallback(v.optional(v.string()), undefined),
  isPinned: v.fallback(v.optional(v.boolean()), undefined),
})
export type PostResult = v.InferOutput<typeof PostResult>

const Flag = v.nullable(v.boolean())
/** true is affected, false is not, null or absent could not be determined. */
const BanFlag = v.nullish(v.boolean(), null)
/** One of X's rate limits. `reset` is when X answers again, in Unix milliseconds, where the server knows it. */
const RateLimit = v.object({ rate_limit: v.boolean(), reset: v.fallback(v.optional(v.number()), undefined) })

export const AccountCheck = v.object({
  suspend: Flag,
  not_found: Flag,
  protect: Flag,
  no_tweet: Flag,
  search_suggestion_ban: BanFlag,
  search_ban: BanFlag,
  ghost_ban: BanFlag,
  reply_deboosting: BanFlag,
  api_status: v.object({ userSearchGroup: RateLimit, userTimelineGroup: RateLimit }),
  tweets: v.optional(v.array(PostResult)),
  /** Absent from other servers. Evidence that does not fit the schema is dropped; the rest of the answer is kept. */
  evidence: v.fallback(v.optional(Evidence), undefined),
})
export type AccountCheck = v.InferOutput<typeof AccountCheck>

export const BatchRequest = v.object({
  urls: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(BATCH_MAX)),
  key: v.object({ token: ChallengeKey }),
  /** The saved batch of which these URLs are checked again: the new one then holds all of its rows. Other servers ignore it. */
  previous: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
export type BatchRequest = v.InferOutput<typeof BatchRequest>

/** For how many days a saved result can be seen; absent from servers that do not say. */
const KeptDays = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)

export const BatchAnswer = v.object({
  results: v.array(PostResult),
  sessionId: v.string(),
  keptDays: KeptDays,
})
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>

/** Unix milliseconds that a calendar knows. */
const Time = v.pipe(v.number(), v.minValue(-8.64e15), v.maxValue(8.64e15))

/** A saved batch. `timestamp` is Unix milliseconds, or an ISO 8601 string that is read into them. */
export const History = v.object({
  results: v.array(PostResult),
  keptDays: KeptDays,
  timestamp: v.union([
    Time,
    v.pipe(
      v.string(),
      v.isoTimestamp(),
      v.transform((iso) => Date.parse(iso)),
      Time,
    ),
  ]),
})
export type History = v.InferOutput<typeof History>

/** X's oEmbed answer, passed through. Only author and text are ever read of it. */
export const Oembed = v.looseObject({
  html: v.string(),
  author_name: v.optional(v.string()),
  author_url: v.optional(v.string()),
})
export type Oembed = v.InferOutput<typeof Oembed>

export const IpAnswer = v.object({ ip: v.pipe(v.string(), v.ip()) })
export type IpAnswer = v.InferOutput<typeof IpAnswer>

/** How every refusal answers. `code` names the few that a page treats specially. */
export const ErrorAnswer = v.object({ message: v.string(), code: v.optional(v.string()) })
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>

import * as v from 'valibot'
import { Count, Evidence, KeptDays, PostEvidence, Time } from './evidence.ts'
import { FeedbackTokens } from './feedback.ts'
import { BATCH_MAX, URL_MAX, screenNameFault } from './names.ts'
import { BANS, eachBan } from './outcomes.ts'

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

/** One post's result. An unknown or missing status is kept, and the page shows it as an error. */
export const PostResult = v.object({
  url: v.string(),
  status: v.fallback(v.optional(v.string()), undefined),
  isPinned: v.fallback(v.optional(v.boolean()), undefined),
  /** When it was checked again, later than the rest of its batch, in Unix milliseconds. */
  again: v.fallback(v.optional(Time), undefined),
  evidence: v.fallback(v.optional(PostEvidence), undefined),
})
export type PostResult = v.InferOutput<typeof PostResult>

/** How one post was judged, without its URL. */
export const PostJudgement = v.pick(PostResult, ['status', 'evidence'])
export type PostJudgement = v.InferOutput<typeof PostJudgement>

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
  ...eachBan(() => BanFlag),
  api_status: v.object({ userSearchGroup: RateLimit, userTimelineGroup: RateLimit }),
  tweets: v.optional(v.array(PostResult)),
  /** Absent from other servers. Evidence that does not fit the schema is dropped; the rest of the answer is kept. */
  evidence: v.fallback(v.optional(Evidence), undefined),
  agreement: FeedbackTokens,
})
export type AccountCheck = v.InferOutput<typeof AccountCheck>

export const BatchRequest = v.object({
  urls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(URL_MAX))), v.minLength(1), v.maxLength(BATCH_MAX)),
  key: v.object({ token: ChallengeKey }),
  /** The saved batch of which these URLs are checked again: the new one then holds all of its rows. Other servers ignore it. */
  previous: v.optional(v.pipe(v.string(), v.maxLength(64))),
})
export type BatchRequest = v.InferOutput<typeof BatchRequest>

export const BatchAnswer = v.object({
  results: v.array(PostResult),
  sessionId: v.string(),
  keptDays: KeptDays,
  agreement: FeedbackTokens,
})
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>

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

/** How a server tells whether a post is excluded: `search` looks for it in search, `visibility` only asks whether X shows it, `none` checks no posts. */
const POST_METHODS = ['search', 'visibility', 'none'] as const

/**
 * Whether X's search can be judged now, by what the last checks saw of it. `found`: it showed a post. `missing`: it did not show one that it is
 * known to hold. `limited`: X takes no more searches until then. `paused`: X does not answer, or refuses this server.
 */
const SearchNow = v.object({
  state: v.picklist(['found', 'missing', 'limited', 'paused']),
  /** When it was seen, and until when search is not asked, in Unix milliseconds. */
  time: Time,
  until: v.fallback(v.optional(Time), undefined),
})
export type SearchNow = v.InferOutput<typeof SearchNow>

/** An hour of X's search: how often it showed what it holds, did not, and could not be asked. */
const SearchHour = v.object({ from: Time, ok: Count, blind: Count, limited: Count })
export type SearchHour = v.InferOutput<typeof SearchHour>

/** What this server's checks saw of X's search: now, and in the last 24 hours, oldest first. Null and none where it asks no search. */
export const SearchHealth = v.object({
  now: v.fallback(v.nullable(SearchNow), null),
  hours: v.pipe(v.array(SearchHour), v.maxLength(24)),
})
export type SearchHealth = v.InferOutput<typeof SearchHealth>

/** What a server can judge, said before anything is checked. Names that this page does not know are left out. */
export const Capabilities = v.object({
  /** The items that an account check can judge; none where accounts are not checked. */
  bans: v.pipe(
    v.array(v.string()),
    v.transform((names) => BANS.filter((ban) => names.includes(ban))),
  ),
  posts: v.picklist(POST_METHODS),
  keptDays: KeptDays,
  /** Whether visitors' own findings are counted; absent where they are not. */
  agreement: v.fallback(v.optional(v.literal(true)), undefined),
  /** Whether search can be judged now; null where nobody asked lately, and absent where the server does not count it. */
  search: v.fallback(v.optional(v.nullable(SearchNow)), undefined),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

/** Longest step that is accepted, in milliseconds: beyond it the device probably slept. */
const STEP_MAX = 120_000

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(STEP_MAX))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** The durations of a finished check, sent where the operator asks for them. Other members are refused: no name, no address. */
export const CheckTimings = v.strictObject({
  engine: v.picklist(['unrolled', 'rolled', 'scalar', 'javascript']),
  lanes: whole(8),
  difficulty: whole(8),
  /** Until the challenge was there, until its counter was found, and until the call that it opened was answered. */
  challenge: milliseconds,
  solve: milliseconds,
  call: milliseconds,
  /** The solved challenge of that check, which says that there was one: each counts once, while it is recent. */
  proof: v.strictObject({ token: ChallengeKey, counter: whole(9_999_999) }),
})
export type CheckTimings = v.InferOutput<typeof CheckTimings>

/** An account's name without its "@". */
export const ScreenName = v.pipe(
  v.string(),
  v.check((typed) => screenNameFault(typed) === null, 'not a screen name'),
  v.brand('ScreenName'),
)
export type ScreenName = v.InferOutput<typeof ScreenName>

import * as v from 'valibot'
import { Count, Evidence, KeptDays, PostEvidence, Time, maybe } from './evidence.ts'
import { FeedbackTokens } from './feedback.ts'
import { BATCH_MAX, URL_MAX } from './names.ts'
import { BANS, WATCH_DAYS_MAX, eachBan, withProvenStatus } from './outcomes.ts'
import { screenNameFault } from './screenName.ts'

/** It travels as an HTTP header value. */
export const ChallengeKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,512}$/))

/** A challenge is bound to the body of the check it opens. A batch has the empty name. */
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
  status: maybe(v.string()),
  isPinned: maybe(v.boolean()),
  /** When it was checked again, later than the rest of its batch. */
  again: maybe(Time),
  evidence: maybe(PostEvidence),
  /** Asks for the post's preview without counting to the visitor's limit. Only answers have it, saved batches do not. */
  previewTicket: maybe(v.string()),
})
export type PostResult = v.InferOutput<typeof PostResult>

/** The posts of an answer. Whatever contradicts itself is sorted out here, and nowhere else. */
const PostResults = v.array(v.pipe(PostResult, v.transform(withProvenStatus)))

export const PostJudgement = v.pick(PostResult, ['status', 'evidence'])
export type PostJudgement = v.InferOutput<typeof PostJudgement>

const Flag = v.nullable(v.boolean())
/** `reset` is when X answers again, in Unix milliseconds. */
const RateLimit = v.object({ rate_limit: v.boolean(), reset: maybe(v.number()) })

export const AccountCheck = v.object({
  suspend: Flag,
  not_found: Flag,
  protect: Flag,
  no_tweet: Flag,
  /** true is affected; null or absent could not be determined. */
  ...eachBan(() => v.nullish(v.boolean(), null)),
  api_status: v.object({ userSearchGroup: RateLimit, userTimelineGroup: RateLimit }),
  tweets: v.optional(PostResults),
  /** Dropped where it does not fit. */
  evidence: maybe(Evidence),
  agreement: FeedbackTokens,
})
export type AccountCheck = v.InferOutput<typeof AccountCheck>

export const BatchRequest = v.object({
  urls: v.pipe(v.array(v.pipe(v.string(), v.maxLength(URL_MAX))), v.minLength(1), v.maxLength(BATCH_MAX)),
  key: v.object({ token: ChallengeKey }),
  /** The saved batch of which these URLs are checked again: the new one holds all of its rows. */
  previous: v.optional(v.pipe(v.string(), v.maxLength(64))),
})

export const BatchAnswer = v.object({
  results: PostResults,
  sessionId: v.string(),
  /** When the batch was saved, as its saved copy tells it. */
  timestamp: maybe(Time),
  keptDays: KeptDays,
  agreement: FeedbackTokens,
})
export type BatchAnswer = v.InferOutput<typeof BatchAnswer>

export const History = v.object({
  results: PostResults,
  keptDays: KeptDays,
  /** Lines of the batch that were no posts: only their number is kept. */
  leftOut: maybe(Count),
  /** The upstream that made the results, as in `X-Upstream`. Batches of older servers do not tell. */
  upstream: maybe(v.string()),
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

export const Oembed = v.looseObject({
  html: v.string(),
  author_name: v.optional(v.string()),
  author_url: v.optional(v.string()),
})
export type Oembed = v.InferOutput<typeof Oembed>

export const IpAnswer = v.object({ ip: v.pipe(v.string(), v.ip()) })

/** Error codes that servers of the release before send, and what they are called now. This table can go with the next release. */
const FORMER_CODES = new Map([
  ['address_full', 'too_many_requests'],
  ['ending', 'shutting_down'],
  ['forged', 'bad_signature'],
  ['left', 'client_gone'],
  ['no_work', 'wrong_answer'],
  ['spent', 'already_used'],
  ['store_away', 'store_unavailable'],
])

/** `code` names the few errors that a page treats specially. Older names are read as the present ones. */
export const ErrorAnswer = v.object({
  message: v.string(),
  code: v.optional(
    v.pipe(
      v.string(),
      v.transform((code) => FORMER_CODES.get(code) ?? code),
    ),
  ),
})

/** X's search in the last checks. `missing`: it did not show a control. `paused`: X does not answer, or refuses this server. */
const SearchNow = v.object({
  state: v.picklist(['found', 'missing', 'limited', 'paused']),
  time: Time,
  until: maybe(Time),
})
export type SearchNow = v.InferOutput<typeof SearchNow>

/** How often X's search showed what it holds, did not, and could not be asked. */
const SearchHour = v.object({ from: Time, ok: Count, blind: Count, limited: Count })
export type SearchHour = v.InferOutput<typeof SearchHour>

/** The last 24 hours, oldest first; null and none where no search is asked. */
export const SearchHealth = v.object({
  now: v.fallback(v.nullable(SearchNow), null),
  hours: v.pipe(v.array(SearchHour), v.maxLength(24)),
})
export type SearchHealth = v.InferOutput<typeof SearchHealth>

/** What a server can judge. Unknown names are left out. */
export const Capabilities = v.object({
  bans: v.pipe(
    v.array(v.string()),
    v.transform((names) => BANS.filter((ban) => names.includes(ban))),
  ),
  /** `visibility` only asks whether X shows a post; `none` checks no posts. */
  posts: v.picklist(['search', 'visibility', 'none']),
  keptDays: KeptDays,
  agreement: maybe(v.literal(true)),
  /** How many days a page may watch a found search ban; absent if it may not. */
  watchDays: maybe(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(WATCH_DAYS_MAX))),
  search: maybe(v.nullable(SearchNow)),
  /** The operator's words above the forms, in plain text. */
  notice: maybe(v.string()),
  maintenance: maybe(v.literal(true)),
})
export type Capabilities = v.InferOutput<typeof Capabilities>

/** In milliseconds: beyond it the device probably slept. */
const STEP_MAX = 120_000

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(STEP_MAX))
const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** Strict, so that no name or address is accepted. */
export const CheckTimings = v.strictObject({
  engine: v.picklist(['unrolled', 'rolled', 'scalar', 'javascript']),
  lanes: whole(8),
  difficulty: whole(8),
  challenge: milliseconds,
  solve: milliseconds,
  call: milliseconds,
  /** Shows that there was a check: each counts once, while it is recent. */
  proof: v.strictObject({ token: ChallengeKey, counter: whole(9_999_999) }),
})
export type CheckTimings = v.InferOutput<typeof CheckTimings>

export const ScreenName = v.pipe(
  v.string(),
  v.check((typed) => screenNameFault(typed) === null, 'not a screen name'),
  v.brand('ScreenName'),
)
export type ScreenName = v.InferOutput<typeof ScreenName>

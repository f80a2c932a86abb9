/** The parts of X that are asked: each may fail, and has limits, of its own. `preview` is the public oEmbed. */
export const X_PARTS = ['search', 'timeline', 'posts', 'account', 'preview'] as const
export type XPart = (typeof X_PARTS)[number]

type CauseRow = {
  /**
   * `part`: the named part of X gave no answer. `call`: a limit of this server, or what search returned. Both hold for a post and for the
   * account that is judged by it. `kind`: X's index may not hold such a post, or X does not show it to everyone. `post`: something else about one
   * post. `account`: the account, or all of its posts.
   */
  of: 'part' | 'call' | 'kind' | 'post' | 'account'
  /** Whether another try helps: within minutes, after the limit or in some days, or not at all. */
  retry: 'now' | 'later' | 'never'
  /** Whether it holds for a while, so that an answer with it is cached. */
  lasts?: true
  /** Whether it concerns one client only: another client's check may succeed. */
  ofOneClient?: true
  /** Its row of `API_ERRORS`, if a whole check can end with it: the request was valid, and its proof of work is spent. */
  code?: string
  /** Whether one more step would have settled it. If that step fails, its failure is the reason. */
  isUnsettled?: true
}

/** Why a post, an account or a list of posts was not judged: one row a cause. The compiler then asks for its sentence in `src/text/reasons.ts`. */
const CAUSE_ROWS = {
  // X gave no usable answer, gave none in time, reached its rate limit, or refuses this server (its token, plan or credits).
  failed: { of: 'part', retry: 'now', code: 'upstream' },
  slow: { of: 'part', retry: 'now', ofOneClient: true, code: 'upstream_timeout' },
  limited: { of: 'part', retry: 'now', code: 'upstream_limited' },
  refused: { of: 'part', retry: 'never', code: 'operator_refused' },

  // This server's budget of the day, its part for this hour, or this client's share of it is used up; the call waited too long for its turn.
  budget: { of: 'call', retry: 'later', code: 'budget_spent' },
  hour: { of: 'call', retry: 'later', ofOneClient: true, code: 'hour_spent' },
  share: { of: 'call', retry: 'later', ofOneClient: true, code: 'share_spent' },
  busy: { of: 'call', retry: 'now', ofOneClient: true, code: 'busy' },
  // This server does not judge it; X offers no public way to test it.
  not_offered: { of: 'call', retry: 'never', lasts: true, code: 'not_offered' },
  no_method: { of: 'account', retry: 'never', lasts: true },
  // Search showed no other post made near in time; more posts were missing than are confirmed at once; X returned only a part of the results.
  no_control: { of: 'call', retry: 'now' },
  control_limit: { of: 'call', retry: 'now' },
  partial: { of: 'call', retry: 'now' },

  reply: { of: 'kind', retry: 'never', lasts: true },
  community: { of: 'kind', retry: 'never', lasts: true },
  repost: { of: 'kind', retry: 'never', lasts: true },
  sensitive: { of: 'kind', retry: 'never', lasts: true },
  withheld: { of: 'kind', retry: 'never', lasts: true },
  other_author: { of: 'kind', retry: 'never', lasts: true },
  promoted: { of: 'kind', retry: 'never', lasts: true },

  // The batch holds more posts than are searched for; the newest version is too young; X named no author; X's lookup no longer has the post; X
  // does not show it to this server, as if its author were protected, suspended or locked.
  not_asked: { of: 'post', retry: 'never' },
  too_young: { of: 'post', retry: 'later', lasts: true },
  edited: { of: 'post', retry: 'later', lasts: true },
  no_author: { of: 'post', retry: 'never' },
  absent: { of: 'post', retry: 'never' },
  closed: { of: 'post', retry: 'never' },

  // The account is suspended or protected, has no posts, or does not exist.
  account: { of: 'account', retry: 'never', lasts: true },
  // Its name became that of another account during the check.
  swapped: { of: 'account', retry: 'now' },
  // It made no post of its own in the period; too few to accuse it; all of them within a day; X shows none to people who are not logged in.
  no_posts: { of: 'account', retry: 'later' },
  too_few: { of: 'account', retry: 'later' },
  too_close: { of: 'account', retry: 'later', isUnsettled: true },
  hidden: { of: 'account', retry: 'never' },
  // Replies or reposts left too little room for posts that count; search may lack every post, because of its kind; the results show neither.
  crowded: { of: 'account', retry: 'later', isUnsettled: true },
  none_fit: { of: 'account', retry: 'later' },
  inconclusive: { of: 'account', retry: 'now', isUnsettled: true },
} as const satisfies Record<string, CauseRow>

export type Cause = keyof typeof CAUSE_ROWS
export const CAUSES = Object.keys(CAUSE_ROWS) as readonly Cause[]
type CauseWith<Row extends Partial<CauseRow>> = {
  [C in Cause]: (typeof CAUSE_ROWS)[C] extends Row ? C : never
}[Cause]
export type KindCause = CauseWith<{ of: 'kind' }>
/** A limit of this server's own that is used up. */
export type SpentCause = CauseWith<{ code: string; retry: 'later' }>
/** A cause with which a whole check can end, and the API's code of it. */
type OutageCause = CauseWith<{ code: string }>
export type OutageCode = (typeof CAUSE_ROWS)[OutageCause]['code']
export const causeRow = (cause: Cause): CauseRow => CAUSE_ROWS[cause]
const isKindCause = (cause: Cause): cause is KindCause => CAUSE_ROWS[cause].of === 'kind'
/** Kinds of posts of which a miss is no evidence. */
export const KIND_CAUSES = CAUSES.filter(isKindCause)

const isOutage = (cause: Cause): cause is OutageCause => causeRow(cause).code !== undefined
export const isSpent = (cause: Cause): cause is SpentCause =>
  isOutage(cause) && causeRow(cause).retry === 'later'
export const codeOfCause = <C extends OutageCause>(cause: C): (typeof CAUSE_ROWS)[C]['code'] =>
  CAUSE_ROWS[cause].code

const OUTAGES = CAUSES.filter(isOutage)
const CAUSE_BY_CODE = new Map<string, OutageCause>(OUTAGES.map((cause) => [codeOfCause(cause), cause]))
/** Returns the cause that an error code of the API stands for, if it stands for one. */
export const causeOfCode = (code: string): OutageCause | undefined => CAUSE_BY_CODE.get(code)
/** Codes of outages that affect account checks only, and not just for minutes: posts can still be checked. */
export const ACCOUNT_OUTAGE_CODES = OUTAGES.filter((cause) => causeRow(cause).retry !== 'now').map(
  codeOfCause,
)

/** Names a reason in English, for operators. */
export const reasonName = ({ cause, part }: { cause: Cause; part?: XPart | undefined }): string =>
  part ? `${part} ${cause}` : cause

/** Returns every pair of a cause and the part of X that it may name. */
export const listReasons = () =>
  CAUSES.flatMap((cause): { cause: Cause; part?: XPart }[] =>
    CAUSE_ROWS[cause].of === 'part' ? X_PARTS.map((part) => ({ cause, part })) : [{ cause }],
  )

/** Why a call of the API is refused, by the code of its answer. */
export const API_ERRORS = {
  bad_body: { status: 400, message: 'The request body does not have the expected shape.' },
  bad_counter: { status: 400, message: 'X-Request-Hash must be a counter from 0 to 9999999.' },
  bad_url: { status: 400, message: 'The url is not the address of a post on X.' },
  token_missing: { status: 401, message: 'The X-Session-Token header is missing.' },
  bad_signature: { status: 403, message: 'This challenge was not issued here.' },
  expired: { status: 403, message: 'This challenge has expired. Ask for a new one.' },
  mismatch: { status: 403, message: 'This challenge was issued for another request.' },
  wrong_answer: { status: 403, message: 'The counter does not solve this challenge.' },
  denied: { status: 403, message: 'This server does not answer calls from your address.' },
  other_site: { status: 403, message: 'Pages of other sites may not make this call.' },
  forbidden: { status: 403, message: 'X does not show this post.' },
  no_history: { status: 404, message: 'There is no such history.' },
  not_found: { status: 404, message: 'There is no such post.' },
  no_such_call: { status: 404, message: 'There is no such call.' },
  already_used: { status: 409, message: 'This challenge was used already. Ask for a new one.' },
  too_large: { status: 413, message: 'The request body is larger than 64 KiB.' },
  not_json: { status: 415, message: 'The request body must be sent as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again later.' },
  client_gone: { status: 408, message: 'The visitor left before the answer.' },
  internal: { status: 500, message: 'The server failed. Try again later.' },
  sandbox_error: { status: 500, message: 'The sandbox was told to fail.' },
  upstream: { status: 502, message: 'X did not answer as it should. Try again later.' },
  not_offered: { status: 503, message: 'This server does not check accounts.' },
  operator_refused: { status: 503, message: "X refuses this server's access. Posts can still be checked." },
  budget_spent: {
    status: 503,
    message: "The day's budget for account checks is spent. Posts can still be checked.",
  },
  share_spent: {
    status: 503,
    message:
      "Your address has used its part of the day's budget for account checks. Posts can still be checked.",
  },
  hour_spent: {
    status: 503,
    message: "This hour's part of the budget for account checks is spent. Posts can still be checked.",
  },
  store_unavailable: { status: 503, message: "The server's database is unavailable. Try again later." },
  shutting_down: { status: 503, message: 'The server is restarting. Try again.' },
  maintenance: { status: 503, message: 'The server is under maintenance. Try again later.' },
  busy: { status: 503, message: 'Too many checks are under way. Try again later.' },
  upstream_limited: { status: 503, message: 'X takes no more requests right now. Try again later.' },
  upstream_timeout: { status: 504, message: 'X did not answer in time. Try again later.' },
} as const satisfies Record<OutageCode, { status: 502 | 503 | 504; message: string }> &
  Record<string, { status: number; message: string }>
export type ApiErrorCode = keyof typeof API_ERRORS

/**
 * The reason why a call is refused, in words that the caller may read. It can be thrown anywhere; the app's `onError` turns it into a
 * response.
 */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly retryAfter: number | undefined

  /** `retryAfter` in seconds. `message` replaces the one that belongs to the code. */
  constructor(code: ApiErrorCode, retryAfter?: number, message: string = API_ERRORS[code].message) {
    super(message)
    this.code = code
    this.retryAfter = retryAfter
  }

  get status() {
    return API_ERRORS[this.code].status
  }
}

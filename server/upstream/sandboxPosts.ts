import { firstSnowflakeAt, snowflakeDate } from '../../contract/dates.ts'
import { METHOD_VERSION } from '../../contract/wire.ts'
import { toPostUrl } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { POST_STATUSES } from '../../contract/outcomes.ts'
import { listReasons, ApiError } from '../../contract/reasons.ts'
import type { Oembed, PostJudgement, PostEvidence, Reason } from '../../contract/wire.ts'
import type { PostStatus } from '../../contract/outcomes.ts'
import type { ApiErrorCode } from '../../contract/reasons.ts'

type Row = {
  digits: readonly number[]
  says?: Pick<PostEvidence, 'visible' | 'found' | 'reason' | 'quote'>
  oembed?: ApiErrorCode
}

/** The last digit of a post's id determines its status. A post with an id has a valid URL. */
const SANDBOX_POSTS: Record<PostStatus, Row> = {
  AVAILABLE: { digits: [0, 1, 2, 3], says: { visible: true, found: true, reason: null, quote: 'none' } },
  RESTRICTED: {
    digits: [4],
    says: { visible: false, found: null, reason: { cause: 'sensitive' } },
    oembed: 'forbidden',
  },
  UNSEARCHED: { digits: [5], says: { visible: true, found: null, reason: null, quote: 'none' } },
  QUATE_FORBIDDEN: { digits: [6], says: { visible: true, found: true, reason: null, quote: 'restricted' } },
  FORBIDDEN: { digits: [7], says: { visible: true, found: false, reason: null, quote: 'none' } },
  NOT_FOUND: { digits: [8], says: { visible: false, found: null, reason: null }, oembed: 'not_found' },
  UNKNOWN: {
    digits: [9],
    says: { visible: null, found: null, reason: { cause: 'failed', part: 'preview' } },
    oembed: 'not_found',
  },
  INVALID_URL: { digits: [] },
}

/** The digit of a post whose account shows a status that a single post cannot have. */
const UNDETERMINED = 9

/** A post that X did not show is no post that was seen but not judged. */
function sandboxStatusOf(id: string): PostStatus {
  const last = Number(id.slice(-1))
  const status = POST_STATUSES.find((status) => SANDBOX_POSTS[status].digits.includes(last)) ?? 'UNKNOWN'
  return status === 'UNSEARCHED' ? unjudgedStatus(reasonOfId(id)) : status
}

/** The status of a post that is not judged for this reason: X shows it, unless the display of it failed. */
export const unjudgedStatus = ({ part }: Reason): PostStatus =>
  part === 'preview' ? 'UNKNOWN' : 'UNSEARCHED'

const HOUR_MS = 3_600_000
/** Hours between two posts: 20 of them are within the week that search covers. */
const HOURS_APART = 8
/** How much later than a missing post the post was made with which it is compared. */
export const SANDBOX_CONTROL_HOURS = 3
/** The last digits of an id that tell its status and its reason. */
const STATUS_DIGITS_FACTOR = 1000n

/**
 * A post every eight hours or as told, the newest at least two hours old at `now`. The last digit tells its status, and the two before it why search did
 * not judge it. Ids stay the same for an hour, so that a check repeated at once shows the same posts.
 */
export function sandboxPostId(
  now: number,
  index: number,
  status: string | undefined,
  reason: Reason = NOT_OFFERED,
  hoursApart = HOURS_APART,
): string {
  const known = POST_STATUSES.find((one) => one === status)
  const [digit = UNDETERMINED] = known ? SANDBOX_POSTS[known].digits : []
  const number = sandboxReasonNumber(reason) * 10 + digit
  const time = Math.floor(now / HOUR_MS - 2) * HOUR_MS - index * hoursApart * HOUR_MS
  return String((firstSnowflakeAt(time) / STATUS_DIGITS_FACTOR + 1n) * STATUS_DIGITS_FACTOR + BigInt(number))
}

/** Every reason, by the number before the last digit of an id that stands for it. */
export const SANDBOX_REASONS: readonly Reason[] = listReasons()
const NOT_OFFERED: Reason = { cause: 'not_offered' }

const sandboxReasonNumber = ({ cause, part }: Reason): number =>
  SANDBOX_REASONS.findIndex((one) => one.cause === cause && one.part === part)
/** Reads a reason from its number in digits. */
export const sandboxReason = (digits: string): Reason => SANDBOX_REASONS[Number(digits)] ?? NOT_OFFERED
const reasonOfId = (id: string): Reason => sandboxReason(id.slice(-3, -1))

const TEXTS = [
  '朝の散歩で見つけた猫。今日もいい天気です。',
  '新しいレシピに挑戦しました。味はまあまあ。',
  '今週末のイベント、参加される方いますか？',
  '積んでいた本をやっと読み終えた。おすすめです。',
  '電車が遅れているみたいです。お気をつけて。',
] as const
const AUTHORS = ['架空の花子', '架空の太郎', '見本さくら', '見本いちろう'] as const

const date = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' })

/** An invented text, and for each account one invented author. Throws the `ApiError` of a post that is not shown. */
export function sandboxOembed(post: PostRef): Oembed {
  const status = sandboxStatusOf(post.id)
  const { oembed: code } = SANDBOX_POSTS[status]
  if (code) throw new ApiError(code)
  const name = post.name ?? 'sbx_clear'
  const author = AUTHORS[sumOf(name.toLowerCase()) % AUTHORS.length] ?? AUTHORS[0]
  const text = TEXTS[sumOf(post.id) % TEXTS.length] ?? TEXTS[0]
  const quote = status === 'QUATE_FORBIDDEN' ? ' <a href="https://t.co/sandbox">https://t.co/sandbox</a>' : ''
  const url = toPostUrl({ name, id: post.id })
  return {
    url,
    author_name: author,
    author_url: `https://x.com/${name}`,
    html: `<blockquote class="twitter-tweet" data-dnt="true"><p lang="ja" dir="ltr">${text}${quote}</p>&mdash; ${author} (@${name}) <a href="${url}">${date.format(snowflakeDate(post.id) ?? 0)}</a></blockquote>\n\n`,
    width: 550,
    height: null,
    type: 'rich',
    cache_age: '3153600000',
    provider_name: 'Twitter',
    provider_url: 'https://twitter.com',
    version: '1.0',
  }
}

function sumOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
}

/** X names the author of a post that it shows, and of no other. */
export function sandboxJudgement({ name, id }: PostRef, now: number): PostJudgement {
  const status = sandboxStatusOf(id)
  const { says: invented } = SANDBOX_POSTS[status]
  if (!invented) return { status }
  const isMissed = invented.found === false
  const reason = reasonOfId(id)
  const evidence: PostEvidence = {
    visible: invented.visible,
    found: invented.found,
    reason: unjudgedStatus(reason) === status ? reason : invented.reason,
    quote: invented.quote,
    author: invented.visible ? (name ?? 'sbx_clear') : undefined,
    control: isMissed ? now : undefined,
    controlHours: isMissed ? SANDBOX_CONTROL_HOURS : undefined,
    time: now,
    version: METHOD_VERSION,
  }
  return { status, evidence }
}

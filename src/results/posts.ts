import { snowflakeDate } from '../../contract/dates.ts'
import { isXUrl, parsePostUrl } from '../../contract/names.ts'
import { recordByGroup, groupOfPost, verdictOfStatus } from '../../contract/outcomes.ts'
import type { ErrorPostStatus, PostGroup } from '../../contract/outcomes.ts'
import { causeRow } from '../../contract/reasons.ts'
import { isSameScreenName } from '../../contract/screenName.ts'
import type { PostJudgement, PostResult } from '../../contract/wire.ts'
import { isWithheldInJapan } from '../text/accountFacts.ts'
import { resultText } from '../text/result.ts'

export type GroupCounts = Record<PostGroup, number>

export function countGroups(results: readonly PostJudgement[]): GroupCounts {
  const counts: GroupCounts = recordByGroup(() => 0)
  for (const result of results) counts[groupOfPost(result)]++
  return counts
}

export function countJudgedPosts({ ok, excluded, quote }: GroupCounts): number {
  return ok + excluded + quote
}

export function withGroupToggled(groups: ReadonlySet<PostGroup>, group: PostGroup): ReadonlySet<PostGroup> {
  const next = new Set(groups)
  if (!next.delete(group)) next.add(group)
  return next
}

/** The last result of a post on this device before its check. `at` is in Unix milliseconds; `version` is that of the method. */
export type EarlierResult = { at: number; group: PostGroup; version: number | null }

/** `again`: when this post was checked again, later than the rest of its batch, in Unix milliseconds. */
export type ListedPost = PostResult & {
  code?: number
  message?: string
  again?: number
  before?: EarlierResult
}

/** The groups of posts that X showed or searched for. A post of another group was deleted or not judged, so it is not compared. */
const COMPARABLE_GROUPS: ReadonlySet<PostGroup> = new Set(['ok', 'excluded', 'quote', 'restricted'])

/** Returns the earlier and the later group of a post; null if they cannot be compared. */
export function comparedGroups(post: ListedPost): { earlier: PostGroup; later: PostGroup } | null {
  const { before, evidence } = post
  if (!before || before.version !== (evidence?.version ?? null)) return null
  const [earlier, later] = [before.group, groupOfPost(post)]
  return COMPARABLE_GROUPS.has(earlier) && COMPARABLE_GROUPS.has(later) ? { earlier, later } : null
}

/** One row of the list. `id` is the post's index in the results, because the same URL may occur twice. */
export type ListedPostRow = { id: number; post: ListedPost; group: PostGroup }

/** Whether to request a preview. X has previews only of posts that it shows; without evidence about an excluded post, one is requested too. */
export function mayHavePreview({ post }: ListedPostRow): boolean {
  return isShown(post) && post.evidence?.visible !== false && parsePostUrl(post.url) !== null
}

/** Matches whole http(s) URLs. Those that a URL parser would change (`x.com\\@…`) do not match. */
const WHOLE_URL = /^https?:\/\/[^\\\s]+$/i

const DISPLAY_URL_MAX = 300

/** Returns the URL, as URL parsers normalise it, if it is a whole http(s) URL of X; otherwise null. Only such URLs become links. */
export function xUrlOrNull(url: string): string | null {
  return WHOLE_URL.test(url) && isXUrl(url) ? new URL(url).href : null
}

export function displayUrl(url: string): string {
  const text = xUrlOrNull(url) ? url.replace(/^https?:\/\//i, '') : url
  return text.length > DISPLAY_URL_MAX ? `${text.slice(0, DISPLAY_URL_MAX)}…` : text
}

/** Reads from a post's id when it was made, in Unix milliseconds; undefined if the URL has no id that contains a time. */
export function postTimeFromUrl(url: string): number | undefined {
  return snowflakeDate(parsePostUrl(url)?.id ?? '')?.getTime()
}

/** Returns the posts without a verdict that may get one on another try: errors that are not final, and posts that were not searched for a reason that may be gone on the next try. */
export function postsToRecheck<Post extends PostResult>(results: readonly Post[]): Post[] {
  return results.filter(({ status, evidence }) => {
    const { group, final } = verdictOfStatus(status)
    if (group === 'error') return !final
    const reason = evidence?.found === null ? evidence.reason : null
    return reason !== null && causeRow(reason.cause).retry === 'now'
  })
}

/** Counts the posts without a verdict. */
export function countUnjudged(results: readonly PostResult[]): number {
  const { error, unsearched } = countGroups(results)
  return error + unsearched
}

export function countWithheldInJapan(results: readonly PostResult[]): number {
  return results.filter(({ evidence }) => isWithheldInJapan(evidence?.withheld ?? [])).length
}

/** Counts the errors that may be gone on another try. Deleted posts and texts that are no post do not count. */
export function countRetryableErrors(results: readonly PostResult[]): number {
  return countGroups(postsToRecheck(results)).error
}

const { failed, ...reasons } = resultText.reason
const REASONS = new Map<string | undefined, string>(
  Object.entries(reasons satisfies Record<ErrorPostStatus, string>),
)

export function postErrorSentence(post: ListedPost): string | null {
  if (groupOfPost(post) !== 'error') return null
  const { status, code, message } = post
  if (code !== undefined && message !== undefined) return failed(message, code)
  return REASONS.get(status) ?? reasons.UNKNOWN
}

/** Returns the rows of a list in the given order, pinned posts first. */
export function toListedPostRows(posts: readonly ListedPost[]): ListedPostRow[] {
  const rows = posts.map((post, id) => ({ id, post, group: groupOfPost(post) }))
  return [...rows.filter(({ post }) => post.isPinned), ...rows.filter(({ post }) => !post.isPinned)]
}

/** Returns the author of the posts, if X names the same author for each post that it shows; else null. Posts that X does not show are ignored. */
export function soleAuthorOf(posts: readonly ListedPost[]): string | null {
  const authors = posts.filter(isShown).map(({ evidence }) => evidence?.author)
  const [first] = authors
  if (!first) return null
  return authors.every((author) => isSameScreenName(author, first)) ? first : null
}

function isShown(post: ListedPost): boolean {
  const group = groupOfPost(post)
  return group !== 'error' && group !== 'restricted'
}

import { SEARCHES_BEFORE_MISSING } from '../../../contract/wire.ts'
import { parsePostUrl } from '../../../contract/names.ts'
import { GROUP_BADGES, groupOfPost, verdictOfStatus } from '../../../contract/outcomes.ts'
import type { PostGroup } from '../../../contract/outcomes.ts'
import type { PostResult, PostEvidence, WholePostEvidence } from '../../../contract/wire.ts'
import { withheldSentence } from '../../text/accountFacts.ts'
import { formatNearDay, formatShortSpan, formatShortTime } from '../../text/japanese.ts'
import { postSearchText as words } from '../../text/postSearch.ts'
import { whyUnjudgedUntil } from '../../text/reasons.ts'
import { comparedGroups, isSameScreenName, postErrorSentence } from '../posts.ts'
import type { ListedPost, ListedPostRow } from '../posts.ts'

/** `isHint`: X did not name the author, so the name is taken from the post's URL. */
export type HandSearchLink = { id: string; href: string; name: string; isHint: boolean }

/** Returns a link to X's own search for a post that our search did not find; null if there is nothing to search for. */
export function handSearchLinkOf(post: PostResult): HandSearchLink | null {
  const { url, evidence } = post
  const ref = parsePostUrl(url)
  const name = evidence?.author ?? ref?.name
  if (!ref || !name || !isOpen(post)) return null
  return { id: ref.id, href: searchHref(name, ref.id), name, isHint: evidence?.author === undefined }
}

function mayPostExist({ status }: PostResult): boolean {
  const { group, final } = verdictOfStatus(status)
  return group !== 'error' || !final
}

/** Whether a search by hand can tell more about a post. Without evidence, it can only for a post that was not searched for. */
function isOpen(post: PostResult): boolean {
  if (!post.evidence) return groupOfPost(post) === 'unsearched'
  return mayPostExist(post) && post.evidence.found !== true
}

/** The address of X's search for exactly one post. It uses `BigInt`, because a JavaScript number cannot represent all ids of up to 19 digits. */
function searchHref(name: string, id: string): string {
  const before = BigInt(id) - BigInt(1)
  return `https://x.com/search?q=${encodeURIComponent(`from:${name} since_id:${before} max_id:${BigInt(id)}`)}&f=live`
}

/** Says in sentences what a post's status is based on. It is empty without evidence, or if the post does not exist. `when` says in words when search was asked. */
function postEvidenceSentences(post: PostResult, when: string | null): string[] {
  const { evidence, url } = post
  if (!evidence || !mayPostExist(post)) return []
  return Object.values(SENTENCES).flatMap((say) => say?.(evidence, url, when) ?? [])
}

type Say = (evidence: PostEvidence, url: string, when: string | null) => readonly string[]
/** What is said of each member of the evidence, in this order; null if another member's sentence says it, or another place shows it. */
const SENTENCES: Record<keyof WholePostEvidence, Say | null> = {
  author: (evidence, url) => authorIn(url, evidence),
  found: (evidence, _url, when) => [`${shownIn(evidence)}${searchedIn(evidence, when)}`],
  visible: null,
  reason: null,
  quote: quotedIn,
  withheld: withheldIn,
  time: null,
  control: null,
  controlHours: null,
  version: null,
}

function authorIn(url: string, { author }: PostEvidence): string[] {
  const typed = parsePostUrl(url)?.name
  if (!typed || !author || isSameScreenName(typed, author)) return []
  return [words.author(typed, author)]
}

function shownIn({ visible, found, reason }: PostEvidence): string {
  // X named no author, who may be protected.
  if (visible === false) return reason?.cause === 'no_author' ? words.restrictedUnnamed : words.restricted
  const unasked = found === null && (reason === null || reason.cause === 'not_offered')
  return visible === true && unasked ? words.visible : ''
}

function searchedIn({ found, reason }: PostEvidence, when: string | null): string {
  if (found !== null) return found ? words.found(when) : words.missed(SEARCHES_BEFORE_MISSING, when)
  return reason ? whyUnjudgedUntil(reason) : words.unsearched
}

function quotedIn({ quote }: PostEvidence): string[] {
  if (quote === 'restricted') return [words.quoteRestricted]
  return quote === 'unknown' ? [words.quoteUnknown] : []
}

function withheldIn({ withheld = [] }: PostEvidence): string[] {
  const sentence = withheldSentence(withheld)
  return sentence === null ? [] : [sentence]
}

/** Says why a post has no verdict, or what its verdict is based on. The number of sentences is the same with and without `when`. */
export function postSentences(post: ListedPost, when: string | null): string[] {
  const evidence = postEvidenceSentences(post, when)
  // The evidence may say already why a post was not judged.
  const isSaid = evidence.length > 0 && post.evidence?.reason !== null
  const reason = isSaid ? null : postErrorSentence(post)
  return [...(reason === null ? [] : [reason]), ...evidence]
}

/** Sentences that are true for all rows of a group, shown once in the legend. `said` contains the same sentences without a time, so that the rows can omit them. */
export type CommonNote = { group: PostGroup; sentences: string[]; said: ReadonlySet<string> }

/** Minimum number of rows for a note in the legend that the rows omit. */
const COMMON_FROM = 2

export function commonNotes(rows: readonly ListedPostRow[], now: number): CommonNote[] {
  return [...new Set(rows.map(({ group }) => group))].flatMap((group) => {
    const posts = rows.filter((row) => row.group === group).map(({ post }) => post)
    return posts.length >= COMMON_FROM ? commonNote(group, posts, now) : []
  })
}

function commonNote(group: PostGroup, posts: readonly ListedPost[], now: number): CommonNote[] {
  const [first] = posts
  // If a check failed, each row says so itself.
  if (!first || posts.some(({ code }) => code !== undefined)) return []
  const each = posts.map((post) => new Set(postSentences(post, null)))
  const timed = postSentences(first, spanOf(posts, now))
  const shared = postSentences(first, null)
    .map((bare, index) => ({ bare, timed: timed[index] ?? bare }))
    .filter(({ bare }) => each.every((sentences) => sentences.has(bare)))
  if (shared.length === 0) return []
  const said = new Set(shared.map(({ bare }) => bare))
  return [{ group, sentences: shared.map(({ timed }) => timed), said }]
}

export function rowNotes(post: ListedPost, said: ReadonlySet<string>, now: number): string[] {
  const time = post.evidence?.time
  const bare = postSentences(post, null)
  const own = postSentences(post, time === undefined ? null : formatShortTime(time, now)).filter(
    (_, index) => !said.has(bare[index] ?? ''),
  )
  const again = post.again === undefined ? [] : [words.checkedAgain(formatShortTime(post.again, now))]
  return [...own, ...again, ...changeOfPost(post, now)]
}

function changeOfPost(post: ListedPost, now: number): string[] {
  const groups = comparedGroups(post)
  if (!post.before || !groups || groups.earlier === groups.later) return []
  return [words.before(formatNearDay(post.before.at, now), GROUP_BADGES[groups.earlier])]
}

function spanOf(posts: readonly ListedPost[], now: number): string | null {
  const times = posts.flatMap(({ evidence }) => evidence?.time ?? [])
  return times.length === 0 ? null : formatShortSpan(Math.min(...times), Math.max(...times), now)
}

export function joinSentences(sentences: readonly string[]): string {
  return sentences.length < 2
    ? sentences.join('')
    : sentences.map((sentence) => sentence.replace(/。?$/, '。')).join('')
}

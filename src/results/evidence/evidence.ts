import { parsePostUrl } from '../../../contract/names.ts'
import { GROUP_BADGES, groupOfPost, verdictOfStatus } from '../../../contract/outcomes.ts'
import type { PostGroup } from '../../../contract/outcomes.ts'
import type { PostResult } from '../../../contract/wire.ts'
import { formatNearDay, formatShortSpan, formatShortTime } from '../../text/japanese.ts'
import { evidenceSentences, postSearchText as words } from '../../text/postSearch.ts'
import { comparedGroups, postErrorSentence } from '../posts.ts'
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
function postEvidenceSentences(post: PostResult, when: string | null): readonly string[] {
  const { evidence, url } = post
  if (!evidence || !mayPostExist(post)) return []
  return evidenceSentences(evidence, url, when)
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

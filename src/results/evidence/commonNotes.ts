import type { Group } from '../../../contract/postVerdicts.ts'
import { shortSpan, shortTime } from '../../text/japanTime.ts'
import { postSearchText } from '../../text/postSearch.ts'
import type { ListedPost, Row } from '../listedPost.ts'
import { postSentences } from './postSentences.ts'

/** What the verdicts of a group rest on where it is the same for all of its rows. `said` are the same sentences without their time. */
export type CommonNote = { group: Group; sentences: string[]; said: ReadonlySet<string> }

/** A fact is said above the list, and left out of the rows, from this many rows on; of excluded posts always. */
const COMMON_FROM = 2

/** What is said once above the rows of a section, a note a group. `now` is Unix milliseconds. */
export function commonNotes(rows: readonly Row[], now: number): CommonNote[] {
  return [...new Set(rows.map(({ group }) => group))].flatMap((group) => {
    const posts = rows.filter((row) => row.group === group).map(({ post }) => post)
    return posts.length >= COMMON_FROM || group === 'excluded' ? commonNote(group, posts, now) : []
  })
}

function commonNote(group: Group, posts: readonly ListedPost[], now: number): CommonNote[] {
  const [first] = posts
  // That a check failed is said of every post.
  if (!first || posts.some(({ code }) => code !== undefined)) return []
  const each = posts.map((post) => new Set(postSentences(post, null)))
  const timed = postSentences(first, spanOf(posts, now))
  const shared = postSentences(first, null)
    .map((bare, index) => ({ bare, timed: timed[index] ?? bare }))
    .filter(({ bare }) => each.every((sentences) => sentences.has(bare)))
  if (shared.length > 0) {
    return [
      { group, sentences: shared.map(({ timed }) => timed), said: new Set(shared.map(({ bare }) => bare)) },
    ]
  }
  const isUntold = group === 'excluded' && posts.every(({ evidence }) => !evidence)
  return isUntold ? [{ group, sentences: [postSearchText.excludedUntold], said: new Set() }] : []
}

/** The sentences of one row that are not said above the list. `now` is Unix milliseconds. */
export function rowNotes(post: ListedPost, said: ReadonlySet<string>, now: number): string[] {
  const time = post.evidence?.time
  const bare = postSentences(post, null)
  return postSentences(post, time === undefined ? null : shortTime(time, now)).filter(
    (_, index) => !said.has(bare[index] ?? ''),
  )
}

function spanOf(posts: readonly ListedPost[], now: number): string | null {
  const times = posts.flatMap(({ evidence }) => evidence?.time ?? [])
  return times.length === 0 ? null : shortSpan(Math.min(...times), Math.max(...times), now)
}

import type { Group } from '../../../contract/postVerdicts.ts'
import { shortSpan, shortTime } from '../../text/japanTime.ts'
import { postSearchText } from '../../text/postSearch.ts'
import type { ListedPost, Row } from '../listedPost.ts'
import { reasonOf } from '../reasonOf.ts'
import { evidenceSentences } from './evidenceSentences.ts'

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
  const others = posts.slice(1).map((post) => new Set(sentencesOf(post, null)))
  const timed = sentencesOf(first, spanOf(posts, now))
  const shared = sentencesOf(first, null)
    .map((bare, index) => ({ bare, timed: timed[index] ?? bare }))
    .filter(({ bare }) => others.every((sentences) => sentences.has(bare)))
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
  const bare = sentencesOf(post, null)
  return sentencesOf(post, time === undefined ? null : shortTime(time, now)).filter(
    (_, index) => !said.has(bare[index] ?? ''),
  )
}

/** Why a post has no verdict, or what its verdict rests on: the same number of sentences whether they say when or not. */
function sentencesOf(post: ListedPost, when: string | null): string[] {
  const reason = reasonOf(post)
  return [...(reason === null ? [] : [reason]), ...evidenceSentences(post, when)]
}

function spanOf(posts: readonly ListedPost[], now: number): string | null {
  const times = posts.flatMap(({ evidence }) => evidence?.time ?? [])
  return times.length === 0 ? null : shortSpan(Math.min(...times), Math.max(...times), now)
}

import { snowflakeDate } from '../../contract/snowflakeDate.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { CsvCell } from '../files/csvTable.ts'
import { groupOf } from '../results/group.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { reasonOf } from '../results/reasonOf.ts'
import { filesText } from '../text/files.ts'
import { resultText } from '../text/result.ts'

/** A batch as a table, a post a row. Times are ISO 8601 in UTC. */
export function batchRows(posts: readonly ListedPost[]): CsvCell[][] {
  const rows = posts.map((post) => [
    post.url,
    resultText.badge[groupOf(post.status)],
    dateOf(post.url),
    reasonOf(post),
  ])
  return [[...filesText.batchColumns], ...rows]
}

/** A batch for JSON, with the wire's names. `at` is when it was checked, in Unix milliseconds. */
export function batchData(posts: readonly ListedPost[], at: number) {
  return { version: 1, checkedAt: new Date(at).toISOString(), results: posts }
}

function dateOf(url: string): string | null {
  const post = parsePostUrl(url)
  return (post && snowflakeDate(post.id)?.toISOString()) ?? null
}

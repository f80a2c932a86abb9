import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { CsvCell } from '../files/csvTable.ts'
import { isoTime, timeCells, timeHeads } from '../files/timeCells.ts'
import { inOne } from '../results/evidence/inOne.ts'
import type { OwnPostFindings } from '../results/evidence/postFindingAtoms.ts'
import { postSentences } from '../results/evidence/postSentences.ts'
import { groupOf } from '../results/group.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { postTime } from '../results/postTime.ts'
import { filesText } from '../text/files.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText } from '../text/result.ts'

const { batch: words } = filesText

/** A batch as a table, a post a row, with what the visitor saw. */
export function batchRows(posts: readonly ListedPost[], findings: OwnPostFindings): CsvCell[][] {
  const head = [
    words.url,
    words.result,
    ...timeHeads(words.posted),
    words.about,
    words.searched,
    ...timeHeads(words.searchedAt),
    words.author,
    words.own,
    ...timeHeads(words.ownAt),
  ]
  const rows = posts.map((post) => [
    post.url,
    resultText.badge[groupOf(post)],
    ...timeCells(postTime(post.url)),
    inOne(postSentences(post, null)),
    ...evidenceCells(post),
    ...findingCells(post, findings),
  ])
  return [head, ...rows]
}

/** A batch for JSON, with the wire's names and what the visitor saw. `at` is when it was checked, in Unix milliseconds. */
export function batchData(posts: readonly ListedPost[], at: number, findings: OwnPostFindings) {
  const ownFindings = posts.flatMap((post) => {
    const finding = findingOf(post, findings)
    return finding ? [{ url: post.url, answer: finding.answer, at: isoTime(finding.at) }] : []
  })
  return { version: 1, checkedAt: isoTime(at), results: posts, ownFindings }
}

function evidenceCells({ evidence }: ListedPost): CsvCell[] {
  const found = evidence ? filesText.searched[`${evidence.found}`] : null
  return [found, ...timeCells(evidence?.time), evidence?.author]
}

function findingCells(post: ListedPost, findings: OwnPostFindings): CsvCell[] {
  const finding = findingOf(post, findings)
  return [finding ? postSearchText.see.answers[finding.answer] : null, ...timeCells(finding?.at)]
}

function findingOf({ url }: ListedPost, findings: OwnPostFindings) {
  return findings.get(parsePostUrl(url)?.id ?? '')
}

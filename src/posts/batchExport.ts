import { parsePostUrl } from '../../contract/names.ts'
import { handedOnUrl } from '../config.ts'
import type { OwnPostFindings } from '../findings/findings.ts'
import type { CsvCell } from '../lib/download.ts'
import { isoTime, timeCells, timeHeads } from '../lib/fileFormats.ts'
import { inOne, postSentences } from '../results/evidence/evidence.ts'
import { countGroups, groupOf, historyUrl, postTime, postsToRepeat } from '../results/posts.ts'
import type { ListedPost } from '../results/posts.ts'
import { filesText } from '../text/files.ts'
import { formatSecond } from '../text/japanese.ts'
import { postSearchText } from '../text/postSearch.ts'
import { resultText } from '../text/result.ts'

const { badge, postsVerdict: words } = resultText

/** What another check may judge, as parts of the numbers that the filters show; null where there is nothing. */
export function againSentence(posts: readonly ListedPost[]): string | null {
  const all = countGroups(posts)
  const again = countGroups(postsToRepeat(posts))
  const parts = (['error', 'unsearched'] as const)
    .filter((group) => again[group] > 0)
    .map((group) => words.againPart(badge[group], all[group], again[group]))
  return parts.length === 0 ? null : words.again(parts)
}

/** The most accounts in the list. */
const AUTHORS_MAX = 8

/** `isTold`: X named these authors. Else they are the names in the URLs, which may be other people's. */
export type Authors = { names: string[]; isTold: boolean }

/** The first few accounts of the posts, each once whatever its case: those that X names or, where it names none, those in the URLs. */
export function authorsOf(posts: readonly ListedPost[]): Authors {
  const told = once(posts.map(({ evidence }) => evidence?.author))
  if (told.length > 0) return { names: told, isTold: true }
  return { names: once(posts.map(({ url }) => parsePostUrl(url)?.name)), isTold: false }
}

function once(names: readonly (string | null | undefined)[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    if (name && !byKey.has(name.toLowerCase())) byKey.set(name.toLowerCase(), name)
    if (byKey.size === AUTHORS_MAX) break
  }
  return [...byKey.values()]
}

const { batch: batchFileWords } = filesText

/** A batch as a table, a post a row, with what the visitor saw. */
export function batchRows(posts: readonly ListedPost[], findings: OwnPostFindings): CsvCell[][] {
  const head = [
    batchFileWords.url,
    batchFileWords.result,
    ...timeHeads(batchFileWords.posted),
    batchFileWords.about,
    batchFileWords.searched,
    ...timeHeads(batchFileWords.searchedAt),
    batchFileWords.author,
    batchFileWords.own,
    ...timeHeads(batchFileWords.ownAt),
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

/** The text that shares a batch's result. `at` is Unix milliseconds. For a batch that could not be saved it links to the form. */
export function batchShareText(posts: readonly ListedPost[], at: number, sessionId: string): string {
  return resultText.shareText.batch({
    time: formatSecond(at),
    total: posts.length,
    counts: countGroups(posts),
    url: sessionId ? historyUrl(sessionId) : handedOnUrl('tweetcheck'),
  })
}

import type { PostEvidence } from '../../contract/wire.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { groupOfPost } from '../../contract/outcomes.ts'
import { isDemoResult } from '../check/upstream.ts'
import { historyUrl, shareUrl } from '../config.ts'
import type { GetObservation, ObservationOnPage } from '../observations/observations.ts'
import type { CsvCell } from '../lib/download.ts'
import { timeCells, timeColumnHeads } from '../lib/fileFormats.ts'
import { methodOfPosts } from '../results/method.ts'
import { joinSentences, postSentences } from '../results/evidence/evidence.ts'
import { countGroups, postTimeFromUrl } from '../results/posts.ts'
import type { ListedPost } from '../results/posts.ts'
import { accountKey } from '../storage/records.ts'
import { comparisonText } from '../text/comparison.ts'
import { filesText } from '../text/files.ts'
import { formatSecond, formatIsoTime, formatSpreadsheetTime } from '../text/japanese.ts'
import { postSearchText } from '../text/postSearch.ts'
import { whyUnjudged } from '../text/reasons.ts'
import { resultText } from '../text/result.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'

const { badge } = resultText

const AUTHORS_MAX = 8

/** `isKnown`: X named these authors. Else they are the names in the URLs, which may be other people's. */
export function countPostsByAuthor(posts: readonly ListedPost[]) {
  const named = once(posts.map(({ evidence }) => evidence?.author))
  if (named.length > 0) return { names: named, isKnown: true }
  return { names: once(posts.map(({ url }) => parsePostUrl(url)?.name)), isKnown: false }
}

function once(names: readonly (string | null | undefined)[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) {
    if (name && !byKey.has(accountKey(name))) byKey.set(accountKey(name), name)
  }
  return [...byKey.values()].slice(0, AUTHORS_MAX)
}

const { batch: batchFileText } = filesText

/** The earlier results have columns of their own if there are any. */
export function batchCsvRows(batch: FinishedBatch, getObserved: GetObservation) {
  const columns: [heads: readonly string[], cells: (post: ListedPost) => CsvCell[]][] = [
    [[batchFileText.url], ({ url }) => [url]],
    [[batchFileText.result], (post) => [badge[groupOfPost(post)]]],
    [timeColumnHeads(batchFileText.posted), ({ url }) => timeCells(postTimeFromUrl(url))],
    [[batchFileText.about], (post) => [joinSentences(postSentences(post, null))]],
    [[batchFileText.searched], ({ evidence }) => [searchedCell(evidence)]],
    [timeColumnHeads(batchFileText.searchedAt), ({ evidence }) => timeCells(evidence?.time)],
    [[batchFileText.author], ({ evidence }) => [evidence?.author]],
    [[batchFileText.own], (post) => [answerWords(observedOf(post, getObserved))]],
    [timeColumnHeads(batchFileText.ownAt), (post) => timeCells(observedOf(post, getObserved)?.at)],
    [timeColumnHeads(batchFileText.checkedAt), ({ again }) => timeCells(again ?? batch.timestamp)],
    [[batchFileText.data], () => [isDemoResult(batch) ? filesText.demo : filesText.real]],
    [[batchFileText.version], ({ evidence }) => [evidence?.version]],
  ]
  if (batch.results.some(({ before }) => before)) {
    columns.push(
      [[comparisonText.csv.result], ({ before }) => [before && badge[before.group]]],
      [timeColumnHeads(comparisonText.csv.at), ({ before }) => timeCells(before?.at)],
    )
  }
  const head = columns.flatMap(([heads]) => heads)
  return [head, ...batch.results.map((post) => columns.flatMap(([, cells]) => cells(post)))]
}

export function batchExportData(batch: FinishedBatch, getObserved: GetObservation) {
  const { results: posts, timestamp: at } = batch
  const ownObservations = posts.flatMap((post) => {
    const observed = observedOf(post, getObserved)
    return observed ? [{ url: post.url, answer: observed.answer, at: formatIsoTime(observed.at) }] : []
  })
  const method = methodOfPosts(posts)
  return {
    version: 1,
    ...(method && { method }),
    sandbox: isDemoResult(batch),
    checkedAt: formatIsoTime(at),
    checkedAtInJapan: formatSpreadsheetTime(at),
    results: batch.results.map((row) => {
      const { again, before: _before, previewTicket: _ticket, ...post } = row
      return { ...post, checkedAt: formatIsoTime(again ?? at) }
    }),
    ownFindings: ownObservations,
  }
}

/** Says what search found for a post or, without a verdict, the reason. */
function searchedCell(evidence: PostEvidence | undefined): CsvCell {
  if (!evidence) return null
  const { found, reason } = evidence
  if (found !== null) return filesText.searched[`${found}`]
  return reason === null ? badge.unsearched : `${badge.unsearched}：${whyUnjudged(reason)}`
}

function answerWords(observed: ObservationOnPage | undefined): string | null {
  const answer = observed?.answer ?? 'unsure'
  return answer === 'unsure' ? null : postSearchText.see.answers[answer]
}

function observedOf({ url }: ListedPost, getObserved: GetObservation) {
  const post = parsePostUrl(url)
  return post ? getObserved({ name: post.name ?? '', item: post.id }) : undefined
}

/** Returns the text for sharing a batch. It is about what the server saved; if it saved nothing, the text links to the form. */
export function batchShareText(batch: FinishedBatch): string {
  const { timestamp, sessionId } = batch
  const results = batch.saved ?? batch.results
  return resultText.shareText.batch({
    isDemo: isDemoResult(batch),
    time: formatSecond(timestamp),
    total: results.length,
    counts: countGroups(results),
    url: sessionId ? historyUrl(sessionId) : shareUrl('tweetcheck'),
  })
}

import { BANS } from '../../contract/outcomes.ts'
import type { CsvCell } from '../lib/download.ts'
import { timeCells, timeHeads, withTimes } from '../lib/fileFormats.ts'
import { storedBanState, summaryOf } from '../results/changes.ts'
import { historyUrl } from '../results/posts.ts'
import type { GroupCounts } from '../results/posts.ts'
import { batchVerdict } from '../results/verdicts.ts'
import type { StoredBatch, StoredCheck } from '../storage/records.ts'
import type { WholeLog } from '../storage/stores.ts'
import { filesText } from '../text/files.ts'
import { csvGroups, logText } from '../text/log.ts'
import { resultText, withheldSentence } from '../text/result.ts'

/** The whole log as a JSON file holds it. */
export function logFile({ checks, batches, findings, postFindings, months }: WholeLog) {
  return {
    version: 1,
    checks: checks.map(withTimes),
    batches: batches.map(withTimes),
    findings: findings.map(withTimes),
    postFindings: postFindings.map(withTimes),
    reports: months.map(withTimes),
  }
}

const words = logText.csv
export function logRows(checks: readonly StoredCheck[], batches: readonly StoredBatch[]): CsvCell[][] {
  const head = [
    words.account,
    ...timeHeads(words.time),
    ...words.head,
    ...BANS.map((ban) => resultText.ban[ban].name),
    ...words.posts,
    words.withheld,
    words.version,
    ...timeHeads(words.asked),
    words.saved,
  ]
  const rows = checks.map((check) => [
    check.name,
    ...timeCells(check.at),
    check.sandbox ? logText.sandbox : filesText.real,
    summaryOf(check).sentence,
    ...BANS.map((ban) => storedBanState(check, ban)?.words),
    ...countCells(check.posts),
    withheldSentence(check.withheld),
    check.version,
    ...timeCells(check.method?.asked),
    null,
  ])
  return [head, ...rows, ...batches.map(batchRow)]
}

function batchRow({ at, sandbox, counts, failed, sessionId, method }: StoredBatch): CsvCell[] {
  return [
    words.batch,
    ...timeCells(at),
    sandbox ? logText.sandbox : filesText.real,
    batchVerdict(counts, failed).sentence,
    ...BANS.map(() => null),
    ...countCells(counts),
    null,
    method?.version,
    ...timeCells(method?.asked),
    sessionId ? historyUrl(sessionId) : null,
  ]
}

function countCells(posts: GroupCounts | null): CsvCell[] {
  return csvGroups.map((group) => posts?.[group])
}

import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { historyUrl } from '../config.ts'
import type { CsvCell } from '../lib/download.ts'
import { timeCells, timeColumnHeads, withFormattedTimes } from '../lib/fileFormats.ts'
import { accountVerdict, storedBanState } from '../results/accountVerdict.ts'
import { factCellsOfBatch, factCellsOfCheck, factColumnHeads } from '../results/checkFacts.ts'
import { unjudgedLine } from '../results/itemEvidence.ts'
import { batchVerdict } from '../results/verdicts.ts'
import type { StoredBatch, StoredCheck } from '../storage/records.ts'
import { LOG_FILE_VERSION } from '../storage/logFile.ts'
import type { WholeLog } from '../storage/stores.ts'
import { filesText } from '../text/files.ts'
import { logText } from '../text/log.ts'
import { resultText } from '../text/result.ts'

/** The whole log as a JSON file holds it. */
export function logFileContent({ checks, batches, observations, months }: WholeLog) {
  return {
    version: LOG_FILE_VERSION,
    checks: checks.map(withFormattedTimes),
    batches: batches.map(withFormattedTimes),
    observations: observations.map(withFormattedTimes),
    months: months.map(withFormattedTimes),
  }
}

const words = logText.csv

/** The rows of the CSV file: account checks, and below them the checks of posts. */
export function logCsvRows(checks: readonly StoredCheck[], batches: readonly StoredBatch[]): CsvCell[][] {
  const head = [
    words.account,
    ...timeColumnHeads(words.time),
    ...words.head,
    ...BANS.map((ban) => resultText.ban[ban].name),
    ...factColumnHeads,
    words.saved,
  ]
  const rows = checks.map((check) => [
    check.name,
    ...timeCells(check.at),
    check.sandbox ? logText.sandbox : filesText.real,
    accountVerdict(check).sentence,
    ...BANS.map((ban) => banCell(check, ban)),
    ...factCellsOfCheck(check),
    null,
  ])
  return [head, ...rows, ...batches.map(batchRow)]
}

/** Says how a ban was judged or, if it was not, why. */
function banCell(check: StoredCheck, ban: Ban): CsvCell {
  const words = storedBanState(check, ban)?.words
  const why = unjudgedLine(check, ban)
  return words !== undefined && why !== null ? logText.item(words, why) : words
}

function batchRow(batch: StoredBatch): CsvCell[] {
  const { at, sandbox, counts, failed, withheld, sessionId } = batch
  return [
    words.batch,
    ...timeCells(at),
    sandbox ? logText.sandbox : filesText.real,
    batchVerdict(counts, failed, withheld).sentence,
    ...BANS.map(() => null),
    ...factCellsOfBatch(batch),
    sessionId ? historyUrl(sessionId) : null,
  ]
}

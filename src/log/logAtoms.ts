import { BANS } from '../../contract/outcomes.ts'
import type { CsvCell } from '../lib/download.ts'
import { timeCells, timeHeads } from '../lib/fileFormats.ts'
import { historyUrl } from '../results/posts.ts'
import type { GroupCounts } from '../results/posts.ts'
import { BAN_STATES, batchVerdict, stateOfFlag } from '../results/verdicts.ts'
import { logIsOn, switchLog } from '../storage/database.ts'
import { createKeptAtoms } from '../storage/keptAtoms.ts'
import type { LoggedBatch, LoggedCheck } from '../storage/records.ts'
import { wholeLog } from '../storage/wholeLog.ts'
import { logText } from '../text/log.ts'
import { resultText, withheldSentence } from '../text/result.ts'

/** All that the device keeps. Keeping checks is on until the visitor switches it off. */
export const logAtoms = createKeptAtoms(
  {
    read: wholeLog,
    isOn: logIsOn,
    turn: switchLog,
    tables: ['checks', 'batches', 'findings', 'postFindings', 'months'],
  },
  true,
)

const words = logText.csv
/** The log as a table, a check a row: first those of accounts, then those of posts. */
export function logRows(checks: readonly LoggedCheck[], batches: readonly LoggedBatch[]): CsvCell[][] {
  const head = [
    words.account,
    ...timeHeads(words.time),
    ...words.head,
    ...BANS.map((ban) => resultText.ban[ban].name),
    ...words.posts,
    ...words.doubts,
    words.saved,
  ]
  const rows = checks.map(({ name, at, sandbox, state, bans, posts, partly, withheld }) => [
    name,
    ...timeCells(at),
    sandbox ? logText.sandbox : words.real,
    logText.state[state],
    ...BANS.map((ban) => BAN_STATES[stateOfFlag(bans[ban])].words),
    ...countCells(posts),
    partly && logText.partly(partly.looked, partly.found),
    withheldSentence(withheld),
    null,
  ])
  return [head, ...rows, ...batches.map(batchRow)]
}

function batchRow({ at, sandbox, counts, failed, sessionId }: LoggedBatch): CsvCell[] {
  return [
    words.batch,
    ...timeCells(at),
    sandbox ? logText.sandbox : words.real,
    batchVerdict(counts, failed).sentence,
    ...BANS.map(() => null),
    ...countCells(counts),
    ...words.doubts.map(() => null),
    sessionId ? historyUrl(sessionId) : null,
  ]
}

function countCells(posts: GroupCounts | null): CsvCell[] {
  return [posts?.ok, posts?.excluded, posts?.quote, posts?.error, posts?.restricted, posts?.unsearched]
}

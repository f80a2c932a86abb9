import { BANS } from '../../../contract/bans.ts'
import { BAN_STATES, stateOfFlag } from '../../results/banStates.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { withheldSentence } from '../../text/withheldSentence.ts'
import type { CsvCell } from '../../files/csvTable.ts'
import { timeCells, timeHeads } from '../../files/timeCells.ts'
import { batchVerdict } from '../../results/batchVerdict.ts'
import type { GroupCounts } from '../../results/group.ts'
import { historyUrl } from '../../results/historyLink.ts'
import type { LoggedBatch } from '../store/LoggedBatch.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

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

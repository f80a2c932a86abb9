import { atom } from 'jotai/vanilla'
import { BANS } from '../../contract/outcomes.ts'
import type { CsvCell } from '../lib/download.ts'
import { timeCells, timeHeads } from '../lib/fileFormats.ts'
import { historyUrl } from '../results/posts.ts'
import type { GroupCounts } from '../results/posts.ts'
import { storedBanState, summaryOf } from '../results/changes.ts'
import { batchVerdict } from '../results/verdicts.ts'
import { logSwitch } from '../storage/database.ts'
import { createStoredAtoms } from '../storage/storedAtoms.ts'
import type { StoredBatch, StoredCheck } from '../storage/records.ts'
import { RECORD_TABLES, wholeLog } from '../storage/stores.ts'
import { filesText } from '../text/files.ts'
import { csvGroups, logText } from '../text/log.ts'
import { resultText, withheldSentence } from '../text/result.ts'

export const logAtoms = createStoredAtoms({ read: wholeLog, keeps: logSwitch, tables: RECORD_TABLES })

/** Ends watches whose checks were deleted, or all if the log was switched off. If their code cannot be fetched, the next check finds that out. */
export const followLogAtom = atom(null, async (_get, set) => {
  const watching = await import('../watch/watchAtoms.ts').catch(() => null)
  if (watching) await set(watching.loadWatchesAtom)
})

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

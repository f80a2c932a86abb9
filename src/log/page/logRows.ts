import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import type { CsvCell } from '../../files/csvTable.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

const words = logText.csv
const FLAGS = {
  true: resultText.ban.yes,
  false: resultText.ban.no,
  null: resultText.ban.unknownState,
} as const

/** The log as a table, a check a row. Times are ISO 8601 in UTC. */
export function logRows(checks: readonly LoggedCheck[]): CsvCell[][] {
  const head = [...words.head, ...BANS.map((ban) => resultText.ban[ban].name), ...words.posts]
  const rows = checks.map(({ name, at, sandbox, state, bans, posts }) => [
    name,
    new Date(at).toISOString(),
    sandbox ? logText.sandbox : words.real,
    logText.state[state],
    ...BANS.map((ban) => FLAGS[`${bans[ban]}`]),
    posts?.ok,
    posts?.excluded,
    posts?.quote,
    posts?.error,
  ])
  return [head, ...rows]
}

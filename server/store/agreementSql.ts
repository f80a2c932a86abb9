import * as v from 'valibot'
import { AgreementCell } from '../../contract/AgreementTicket.ts'
import { Count } from '../../contract/quantities.ts'
import { mayCount } from './mayCount.ts'
import type { Run } from './preparedRun.ts'
import type { AgreementCount, GivenAnswer, Store } from './Store.ts'

/** What visitors saw, for every store on SQLite: counts by day, and marks of what counted, which are gone within hours. */
export const AGREEMENT_TABLES = [
  `CREATE TABLE IF NOT EXISTS answers (day TEXT NOT NULL, item TEXT NOT NULL, verdict TEXT NOT NULL, seen TEXT NOT NULL, method TEXT NOT NULL,
    count INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (day, item, verdict, seen, method)) WITHOUT ROWID`,
  'CREATE TABLE IF NOT EXISTS answer_marks (id TEXT PRIMARY KEY, count INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID',
] as const

const ADD = `
  INSERT INTO answers VALUES (?1, ?2, ?3, ?4, ?5, 1, ?6)
  ON CONFLICT (day, item, verdict, seen, method) DO UPDATE SET count = count + 1`
const MARKED = 'SELECT count FROM answer_marks WHERE id = ? AND expires > ?'
const MARK = 'INSERT OR REPLACE INTO answer_marks VALUES (?, ?, ?)'
/** First day, last day, now. */
export const READ_ANSWERS =
  'SELECT day, item, verdict, seen, method, count FROM answers WHERE day BETWEEN ? AND ? AND expires > ?'

/** Runs within a transaction. */
export function countAnswer(
  run: Run,
  answer: GivenAnswer,
  now: number,
): Awaited<ReturnType<Store['countAnswer']>> {
  const { day, item, verdict, seen, method } = answer.cell
  const ticket = `ticket ${answer.ticket}`
  const addresses = `share ${day} ${item}`
  const share = `${addresses} ${answer.share}`
  if (run(MARKED, ticket, now).length > 0) return 'again'
  const own = countIn(run(MARKED, share, now))
  const all = countIn(run(MARKED, addresses, now))
  if (!mayCount(own, all, answer.percent)) return 'full'
  if (own === 0) run(MARK, addresses, all + 1, now + answer.shareMs)
  run(MARK, ticket, 1, now + answer.ticketMs)
  run(MARK, share, own + 1, now + answer.shareMs)
  run(ADD, day, item, verdict, seen, method, now + answer.cellMs)
  return 'counted'
}

const countIn = ([row]: Record<string, unknown>[]) => Number(row?.['count'] ?? 0)

const Row = v.object({ ...AgreementCell.entries, count: Count })

/** The counts as they were stored. What is none is left out. */
export function answersIn(rows: readonly unknown[]): AgreementCount[] {
  return rows.flatMap((row) => {
    const read = v.safeParse(Row, row)
    return read.success ? read.output : []
  })
}

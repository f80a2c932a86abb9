import type { DatabaseSync } from 'node:sqlite'
import { AGREEMENT_TABLES, countAnswer } from './agreementSql.ts'
import { HISTORY_TABLES, KEEP, keepHistory, REMOVE_HISTORY, saveHistory } from './historySql.ts'
import { preparedRun } from './preparedRun.ts'
import { sweepOf } from './sweepSql.ts'
import type { GivenAnswer } from './Store.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  ${[...HISTORY_TABLES, ...AGREEMENT_TABLES].join(';')};`

/** The statements that write histories, cached answers and what visitors saw. */
export function historyWrites(db: DatabaseSync) {
  db.exec(SCHEMA)
  const run = preparedRun(db)
  const sweeps = ['history', 'cache', 'answers', 'answer_marks'].map(sweepOf)
  return {
    saveHistory(id: string, body: string, expires: number, maxBytes: number): void {
      saveHistory(run, id, body, expires, maxBytes)
    },
    keepHistory: (id: string, expires: number, now: number): boolean => keepHistory(run, id, expires, now),
    removeHistory: (id: string): boolean => run(REMOVE_HISTORY, id).length === 1,
    writeCache(key: string, value: string, expires: number): void {
      run(KEEP, key, value, expires)
    },
    countAnswer: (answer: GivenAnswer, now: number) => countAnswer(run, answer, now),
    sweep(now: number): void {
      for (const statement of sweeps) run(statement, now)
    },
  }
}

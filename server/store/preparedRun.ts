import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Runs one of a few statements of SQL, and returns its rows. */
export type Run = (sql: string, ...values: (string | number)[]) => Record<string, unknown>[]

/** Prepares each statement once. */
export function preparedRun(db: DatabaseSync): Run {
  const statements = new Map<string, StatementSync>()
  return (sql, ...values) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement.all(...values)
  }
}

import * as v from 'valibot'

/** The rows that a schema can read, and how many it cannot. */
export function readable<T>(
  schema: v.GenericSchema<unknown, T>,
  rows: readonly unknown[],
): { records: T[]; unreadable: number } {
  const records = rows
    .map((row) => v.safeParse(schema, row))
    .flatMap((row) => (row.success ? [row.output] : []))
  return { records, unreadable: rows.length - records.length }
}

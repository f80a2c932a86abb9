import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { TABLES } from '../../../server/cloudflare/storeTables.ts'
import { sweepOf } from '../../../server/store/sql.ts'

// Every quarter of an hour a sweep once read all histories to find those whose time was over.
it.each(['history', 'cache'] as const)('sweeps %s by an index on the time', (table) => {
  const db = new DatabaseSync(':memory:')
  for (const sql of [...TABLES, ...TABLES]) db.exec(sql)
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${sweepOf(table)}`).all(0)
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH \w+ USING (?:COVERING )?INDEX \w+_expires/),
  ])
  db.close()
})

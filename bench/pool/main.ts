import { writeFileSync } from 'node:fs'
import { measurePool, poolTableRows } from './measurePool.ts'
import { readOptions, allowWhole } from '../options.ts'

const values = readOptions(
  `npm run bench:pow -- --pool [--keys 1200] [--json FILE]
Measures the product's pool beside bare workers and the ideal, in Chromium.`,
  { pool: { type: 'boolean' }, keys: { type: 'string', default: '1200' }, json: { type: 'string' } },
  { keys: allowWhole(1) },
)
const figures = await measurePool(Number(values.keys))
console.table(poolTableRows(figures))
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)

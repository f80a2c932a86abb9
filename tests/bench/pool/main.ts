// The product's pool beside bare workers and the ideal, in Chromium, with the same keys in turn.
//   npm run bench:pow -- --pool [--keys=1200] [--json FILE]
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measurePool, poolRows } from './measurePool.ts'

const { values } = parseArgs({
  options: { pool: { type: 'boolean' }, keys: { type: 'string', default: '1200' }, json: { type: 'string' } },
})
const figures = await measurePool(Number(values.keys))
console.table(poolRows(figures))
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)

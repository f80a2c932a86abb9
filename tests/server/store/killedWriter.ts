// Writes to a SQLite store as checks do, tells what was acknowledged, and kills itself before a statement: `killedWriter.ts <folder> <ids> <statement>`.
import { writeSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { openSqliteStore } from '../../../server/store/sqlite.ts'

const [folder = '', ids = '', at = '0'] = process.argv.slice(2)
const store = await openSqliteStore(folder)
let statements = 0
const countStatement = () => {
  if (++statements === Number(at)) process.kill(process.pid, 'SIGKILL')
}
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  countStatement()
  exec.call(this, sql)
}
const { all } = StatementSync.prototype
StatementSync.prototype.all = function (...given) {
  countStatement()
  return Reflect.apply(all, this, given) as ReturnType<typeof all>
}
const acknowledge = (what: string) => writeSync(1, `${what}\n`)

await store.claim(`claim-${ids}`, Date.now() + 300_000)
acknowledge('claim')
await store.spend({ amount: 5, quotas: [{ name: 'day', limit: 1e9, ttlMs: 300_000 }] })
acknowledge('reservation')
await store.saveHistory(`saved-${ids}`, { results: [], timestamp: 1 }, 300_000)
acknowledge('history')
await store.close()
acknowledge('end')

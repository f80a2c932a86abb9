import { serve } from '@hono/node-server'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname } from 'node:path'
import { summariseDevices } from '../../src/profiler/runs/devices.ts'
import type { DeviceRun } from '../../src/profiler/runs/devices.ts'
import { createCollector } from './createCollector.ts'
import { deviceColumns } from './deviceTable.ts'
import { readStoredRuns } from './storedRuns.ts'
import { readOptions, URL_RULE, allowWhole } from '../options.ts'

const values = readOptions(
  `npm run bench:collect -- [--port 8790] [--host 0.0.0.0] [--file test-results/pow/collected.ndjson] [--origin https://site.example …]
Collects the results that devices send with /pow?post=…, and shows the table of devices.`,
  {
    port: { type: 'string', default: '8790' },
    host: { type: 'string', default: '0.0.0.0' },
    file: { type: 'string', default: 'test-results/pow/collected.ndjson' },
    origin: { type: 'string', multiple: true },
  },
  { port: allowWhole(0, 65_535), origin: URL_RULE },
)
const { file } = values
mkdirSync(dirname(file), { recursive: true })
const { runs, damaged } = await readStoredRuns(file)
if (damaged > 0) console.log(`${damaged} lines of ${file} hold no result and are left out.`)
// If the last line was cut off, the next one must not continue it.
if (existsSync(file) && !/(?:^|\n)$/.test(readFileSync(file, 'utf8').slice(-1))) appendFileSync(file, '\n')

const app = createCollector({ file, known: runs, origins: values.origin ?? '*', onRun: print })
serve({ fetch: app.fetch, port: Number(values.port), hostname: values.host }, ({ port }) => {
  const addresses = Object.values(networkInterfaces()).flatMap((some = []) =>
    some.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
  for (const address of ['localhost', ...addresses]) console.log(`http://${address}:${port}/results`)
  console.log(
    `Add one of them to a link as post=…; the table is at / of the same address. Results go to ${file}.`,
  )
  if (runs.length > 0) print(runs)
})

function print(runs: readonly DeviceRun[]): void {
  const columns = deviceColumns(4)
  console.table(
    summariseDevices(runs).map((device) =>
      Object.fromEntries(columns.map(({ name, of }) => [name, of(device)])),
    ),
  )
}

import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { Hono } from 'hono'
import { appendFile } from 'node:fs/promises'
import { csvBlob } from '../../src/lib/download.ts'
import { deviceCsvRows, summariseDevices, toDeviceRun } from '../../src/profiler/runs/devices.ts'
import type { DeviceRun } from '../../src/profiler/runs/devices.ts'
import { readRunFile } from '../../src/profiler/runs/readRunFile.ts'
import { createDevicePage } from './devicePage.ts'

/** Largest body of a result in bytes, equal to the page's limit for files; and the number of results after which the collector is full. */
const RESULT_BYTES_MAX = 40_000_000
const COLLECTED_RUNS_MAX = 100_000

type CollectorOptions = {
  file: string
  known: readonly DeviceRun[]
  origins: readonly string[] | '*'
  bodyMax?: number
  runsMax?: number
  onRun?: (runs: readonly DeviceRun[]) => void
}

export function createCollector({ file, known, origins, onRun, ...limits }: CollectorOptions): Hono {
  const { bodyMax = RESULT_BYTES_MAX, runsMax = COLLECTED_RUNS_MAX } = limits
  const runs = new Map(known.map((run) => [run.id, run]))
  /** Lines are appended one after another, because two appended at once could mix. */
  let appended: Promise<void> = Promise.resolve()

  const allowed = cors({
    origin: origins === '*' ? '*' : [...origins],
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type'],
    maxAge: 3_600,
  })
  const limited = bodyLimit({
    maxSize: bodyMax,
    onError: (c) => c.json({ error: `A result has at most ${bodyMax} bytes` }, 413),
  })
  const app = new Hono()
  app.use('/results', async (c, next) => {
    // Chrome requires this header before a public page may reach a local network.
    await next()
    if (c.req.method === 'OPTIONS') c.res.headers.set('Access-Control-Allow-Private-Network', 'true')
  })
  app.use('/results', allowed)
  app.post('/results', limited, async (c) => {
    if (runs.size >= runsMax) return c.json({ error: 'The collector is full' }, 507)
    const read = await readRunFile(await c.req.blob())
    const [result, ...others] = 'results' in read ? read.results : []
    if (!result || others.length > 0) {
      const field = 'field' in read ? read.field : null
      return c.json(
        { error: field === null ? 'Not a result of /pow' : `The value ${field} is not valid` },
        422,
      )
    }
    const run = toDeviceRun(result)
    if (runs.has(run.id)) return c.json({ kept: false }, 200)
    appended = appended.catch(() => undefined).then(() => appendFile(file, `${JSON.stringify(result)}\n`))
    await appended
    runs.set(run.id, run)
    onRun?.([...runs.values()])
    return c.json({ kept: true }, 201)
  })
  app.get('/', (c) => c.html(createDevicePage([...runs.values()])))
  app.get('/devices.csv', async (c) => {
    const table = csvBlob(deviceCsvRows(summariseDevices([...runs.values()])))
    return c.body(await table.text(), 200, { 'Content-Type': 'text/csv; charset=utf-8' })
  })
  return app
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCollector } from '../../bench/collect/createCollector.ts'
import { readStoredRuns } from '../../bench/collect/storedRuns.ts'
import { deviceText } from '../../bench/collect/deviceTable.ts'
import { runOf } from '../src/profiler/runs/runOf.ts'

describe('the collector', () => {
  const run = runOf('difficulty=3&trials=60')
  const named = (label: string) => ({ ...run, environment: { ...run.environment, label } })

  let folder = ''
  let file = ''
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'collector-'))
    file = join(folder, 'collected.ndjson')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const collector = (limits: { bodyMax?: number; runsMax?: number; origins?: string[] } = {}) =>
    createCollector({ file, known: [], origins: '*', ...limits })
  const send = (app: ReturnType<typeof collector>, body: string) =>
    app.request('/results', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  const linesIn = () => readFileSync(file, 'utf8').trimEnd().split('\n')

  it('the collector stores every result once, on a line of its own, however many arrive at the same time', async () => {
    const app = collector()
    const bodies = Array.from({ length: 20 }, (_, index) => JSON.stringify(named(`device ${index}`)))
    const answers = await Promise.all(bodies.map((body) => send(app, body)))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
    expect(
      linesIn()
        .map((line) => JSON.parse(line).environment.label)
        .sort(),
    ).toEqual(bodies.map((_, index) => `device ${index}`).sort())
    expect((await send(app, bodies[0] ?? '')).status).toBe(200)
    expect(linesIn()).toHaveLength(20)
  })

  it('the collector refuses invalid results with the name of the value, and results that are too large', async () => {
    const app = collector({ bodyMax: 200_000 })
    const odd = await send(app, JSON.stringify({ ...run, settings: { ...run.settings, lanes: -1 } }))
    expect(odd.status).toBe(422)
    expect(await odd.text()).toContain('settings.lanes')
    expect((await send(app, 'no JSON')).status).toBe(422)
    expect((await send(app, JSON.stringify({ version: 1, compared: [run, run] }))).status).toBe(422)
    expect((await send(app, ' '.repeat(300_000))).status).toBe(413)
    expect(() => linesIn()).toThrow(/ENOENT/)
  })

  it('a full collector refuses further results', async () => {
    const app = collector({ runsMax: 1 })
    expect((await send(app, JSON.stringify(named('A')))).status).toBe(201)
    expect((await send(app, JSON.stringify(named('B')))).status).toBe(507)
  })

  it('the collector accepts results from pages of every site, or only of the named ones', async () => {
    const asked = (app: ReturnType<typeof collector>) =>
      app.request('/results', {
        method: 'OPTIONS',
        headers: { Origin: 'https://site.example', 'Access-Control-Request-Method': 'POST' },
      })
    const open = await asked(collector())
    expect(open.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(open.headers.get('Access-Control-Allow-Private-Network')).toBe('true')
    const closed = await asked(collector({ origins: ['https://another.example'] }))
    expect(closed.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  it('the collector shows the table of devices, with their labels as text', async () => {
    const app = collector()
    await send(app, JSON.stringify(named('<script>alert(1)</script>')))
    const page = await (await app.request('/')).text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain(deviceText.columns.runs)
    const csv = await (await app.request('/devices.csv')).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
  })

  it('the collector reads its file when it starts, and ignores a line that was cut off', async () => {
    writeFileSync(file, `${JSON.stringify(named('A'))}\n${JSON.stringify(named('B')).slice(0, 100)}\n`)
    const { runs, damaged } = await readStoredRuns(file)
    expect(runs.map(({ label }) => label)).toEqual(['A'])
    expect(damaged).toBe(1)
    expect(await readStoredRuns(join(folder, 'absent.ndjson'))).toEqual({ runs: [], damaged: 0 })
  })
})

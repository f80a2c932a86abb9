import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { powFleetText } from '../../../../src/text/powParts.ts'
import { createCollector } from '../../../../bench/collect/createCollector.ts'
import { storedRuns } from '../../../../bench/collect/storedRuns.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=3&trials=60', 1, 1)
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

it('keeps every result that arrives as a line of its own, however many arrive at once, and each once', async () => {
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

it('refuses what its schema does not know, with the name of the value, and what is too large', async () => {
  const app = collector({ bodyMax: 200_000 })
  const odd = await send(app, JSON.stringify({ ...run, settings: { ...run.settings, lanes: -1 } }))
  expect(odd.status).toBe(422)
  expect(await odd.text()).toContain('settings.lanes')
  expect((await send(app, 'no JSON')).status).toBe(422)
  expect((await send(app, JSON.stringify({ version: 1, compared: [run, run] }))).status).toBe(422)
  expect((await send(app, ' '.repeat(300_000))).status).toBe(413)
  expect(() => linesIn()).toThrow(/ENOENT/)
})

it('takes no more than so many results', async () => {
  const app = collector({ runsMax: 1 })
  expect((await send(app, JSON.stringify(named('A')))).status).toBe(201)
  expect((await send(app, JSON.stringify(named('B')))).status).toBe(507)
})

it('lets pages of every site send or, where it is told which, of these alone', async () => {
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

it('shows the table of devices, with what a device is called as text', async () => {
  const app = collector()
  await send(app, JSON.stringify(named('<script>alert(1)</script>')))
  const page = await (await app.request('/')).text()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).not.toContain('<script')
  expect(page).toContain(powFleetText.columns.change)
  const csv = await (await app.request('/devices.csv')).text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
})

it('reads its file again when it is started again, and leaves out a line that was cut off', async () => {
  writeFileSync(file, `${JSON.stringify(named('A'))}\n${JSON.stringify(named('B')).slice(0, 100)}\n`)
  const { runs, damaged } = await storedRuns(file)
  expect(runs.map(({ label }) => label)).toEqual(['A'])
  expect(damaged).toBe(1)
  expect(await storedRuns(join(folder, 'absent.ndjson'))).toEqual({ runs: [], damaged: 0 })
})

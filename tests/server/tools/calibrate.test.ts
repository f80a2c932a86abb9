import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scratchFolder } from '../scratch.ts'
import { runTool, startServer } from '../serverProcess.ts'
import { simulatedX } from '../upstream/simulatedX.ts'
import type { SimulatedPost } from '../upstream/simulatedX.ts'
import { startStubX, xEnv } from '../upstream/stubX.ts'
import type { StubX } from '../upstream/stubX.ts'
import { CANARY, USER, idAt } from '../upstream/xWorld.ts'

const folder = scratchFolder()
const data = join(folder, 'data')
/** Six posts ten hours apart, the newest five hours old. */
const posts = (low: number, more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
  Array.from({ length: 6 }, (_, index) => ({ id: idAt(5 + 10 * index, low), ...more }))
let stub: StubX
beforeAll(async () => {
  mkdirSync(data)
  await (await startServer({ DATA_DIR: data })).kill('SIGTERM')
  const control = [3.1, 27.1, 51.1].map((hours) => ({ id: idAt(hours, 2) }))
  const { answer } = simulatedX(
    {
      someone: { posts: posts(0) },
      hidden: { posts: posts(1, { hidden: true }) },
      [CANARY]: { posts: control },
    },
    'before',
  )
  stub = await startStubX({ '/2/': answer, '/oembed': answer })
})
afterAll(() => stub.close())

async function calibrate(lines: string, env: Record<string, string> = {}) {
  const file = join(folder, 'names.txt')
  writeFileSync(file, lines)
  return await runTool('calibrate', [file], { DATA_DIR: data, SANDBOX_LATENCY_MS: '0', ...env })
}
const x = () => ({
  ...xEnv(stub),
  X_CANARY: CANARY,
  X_BUDGET_PERCENT_PER_ADDRESS: '100',
  X_BUDGET_PERCENT_PER_HOUR: '100',
})

it('the calibration compares the sandbox with the known accounts, and says that this tells nothing about X', async () => {
  const { status, said } = await calibrate(
    [
      '# name item truth',
      '@sbx_search search_ban affected',
      'sbx_search, ghost_ban, clear',
      'SBX_all_bans search_ban clear',
      'sbx_unknown search_ban clear',
      '',
    ].join('\n'),
  )
  expect(status).toBe(0)
  expect(said).toContain(
    [
      'item                   truth    known  judged  agreed         95 % interval',
      'search_ban             clear    2      1       0       0 %    0–80 %',
      'search_ban             affected 1      1       1       100 %  20–100 %',
      'ghost_ban              clear    1      1       1       100 %  20–100 %',
    ].join('\n'),
  )
  expect(said).toContain('Not judged: 1 too_few.')
  expect(said).toContain('Contradicted: line 4 (affected).')
  expect(said).toContain('3 invented accounts of the sandbox: this says nothing of X.')
  expect(said).not.toMatch(/sbx_/i)
})

it("the calibration asks the server's own X about each account, and prints the price", async () => {
  const { status, said } = await calibrate(
    'someone search_ban clear\nhidden search_ban affected\nsomeone ghost_ban clear',
    x(),
  )
  expect(status).toBe(0)
  expect(said).toMatch(/search_ban +clear +1 +1 +1 +100 %/)
  expect(said).toMatch(/search_ban +affected +1 +1 +1 +100 %/)
  expect(said).toMatch(/ghost_ban +clear +1 +0 +0 +– +–\n/)
  expect(said).toMatch(/2 accounts, \d+ calls of X, at most \$0\.\d{3} of the day's \$5\./)
  // The account with a ban is asked for once more before it is accused.
  const askedFor = (name: string) => stub.asked.filter((path) => path.startsWith(`${USER}${name}?`)).length
  expect([askedFor('someone'), askedFor('hidden')]).toEqual([1, 2])
})

it('the calibration stays within the budget: accounts that it cannot pay for are not judged', async () => {
  const asked = stub.asked.length
  const lines = Array.from({ length: 5 }, (_, index) => `other${index} search_ban clear`).join('\n')
  const { status, said } = await calibrate(lines, { ...x(), X_BUDGET_USD_PER_DAY: '0.01' })
  expect(status).toBe(0)
  expect(said).toMatch(/Not judged: 5 budget_spent\./)
  expect(stub.asked.length).toBe(asked)
})

it('the calibration names the lines that it cannot read, without their contents', async () => {
  const { status, said } = await calibrate('someone search_ban clear\nsecret-name search_ban maybe')
  expect(status).toBe(78)
  expect(said).toContain('Line 2 must hold a name')
  expect(said).not.toContain('secret')
})

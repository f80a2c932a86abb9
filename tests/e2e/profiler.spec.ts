import type { Locator, Page } from '@playwright/test'
import { parse } from 'valibot'
import { RunOutcome } from '../../src/profiler/automation/automation.ts'
import { RunResult } from '../../src/profiler/model/result.ts'
import { filesText } from '../../src/text/files.ts'
import { powText } from '../../src/text/pow.ts'
import { powRunText } from '../../src/text/powRun.ts'
import { powDifficultyText } from '../../src/text/powParts.ts'
import { text } from '../../src/text/ja.ts'
import { undoText } from '../../src/text/undo.ts'
import { manyRuns, measured, open, unfolded } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, tableOf, watchShifts } from './observe.ts'
import { dropFile, jsonFile, pressOn, saved, tabTo } from './steps.ts'

const { action, runs, result } = powText

/** What is folded in a row of the list of runs. */
const more = (row: Locator) => row.getByRole('button', { name: text.more })

type Scripted = { powRun: PromiseLike<unknown> & { start: () => Promise<unknown> }; told?: unknown }

/** The result that a script reads from `powRun` after a run with this query. */
async function resultOf(page: Page, query: string): Promise<RunResult> {
  await page.goto(`/pow?${query}&autostart=1`)
  await page.waitForFunction(() => 'powRun' in window)
  const { result } = parse(
    RunOutcome,
    await page.evaluate(async () => await (window as never as Scripted).powRun),
  )
  if (!result) throw new Error('The run failed')
  return result
}

test('a link starts its run by itself, gives scripts the result, and compares it with what the server requires', async ({
  page,
}) => {
  const made = await resultOf(page, 'difficulty=2&trials=120&lanes=2&pool=warm&seed=6&label=CI')
  expect(made.settings).toMatchObject({ difficulty: 2, trials: 120, lanes: 2, engine: 'auto', seed: 6 })
  expect(made.environment).toMatchObject({ label: 'CI', runtime: 'browser' })
  expect(made.trials).toHaveLength(120)
  expect(made.trials.every(({ verified }) => verified === true)).toBe(true)
  expect(made.summary.agreement.verdict).toBe('agrees')
  expect(made.summary.scaling.map(({ lanes }) => lanes)).toEqual([1, 2])
  expect(['unrolled', 'rolled', 'scalar', 'javascript']).toContain(made.summary.startup.engine)
  await unfolded(page)
  await expect(page.getByRole('heading', { name: result.verdict.agrees.title })).toBeVisible()
  const server = page.getByRole('paragraph').filter({ hasText: /^このサーバーがいま求める難易度は\dです。/ })
  await expect(server).toBeVisible()
  // Whether a run on this machine contradicts the prediction is chance: then the prediction is not given.
  const isContradicted = (await page.getByText('チェックでの見込み（').count()) > 0
  await expect(server).toHaveText(
    isContradicted ? /\dです。$/ : /この測定の速さでは、95%が .+終わる見込みです。$/,
  )
})

test('/pow shows the figures of a sample run until a run has ended, and nothing moves on a phone while it loads', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(watchShifts, true)
  await page.goto('/pow')
  const sample = page.getByRole('heading', { name: result.sample.title, exact: true })
  await expect(sample).toBeVisible()
  // All scripts of the page have come when a script can start a run.
  await page.waitForFunction(() => 'powRun' in window)
  expect(await shiftsOf(page)).toEqual([])
  await page.goto('/pow?difficulty=2&trials=60&lanes=1')
  await page.waitForFunction(() => 'powRun' in window)
  await sample.click()
  await expect(page.getByText(result.rate(result.sample.engine))).toBeVisible()
  await page.evaluate(async () => await (window as never as Scripted).powRun.start())
  await expect(page.getByRole('heading', { name: result.title, exact: true })).toBeVisible()
  await expect(sample).toHaveCount(0)
})

test('no table is wider than its place, and on phones the rows that become blocks are rows still for screen readers', async ({
  page,
}) => {
  const taken = open('/pow?difficulty=3&trials=60&against=lanes:1&label=A&autostart=1', measured, manyRuns)
  await taken(page)
  const list = page.getByRole('table', { name: runs.title })
  await list.getByRole('button', { name: runs.compare }).and(page.locator(':enabled')).first().click()
  await page.getByRole('heading', { name: powRunText.compare.card }).waitFor()
  await unfolded(page)
  const folded = page.locator('details:not([open]) > summary').filter({ hasText: powRunText.chart.table('') })
  while ((await folded.count()) > 0) await folded.first().click()
  const tables = page.getByRole('table').filter({ visible: true })
  await expect(tables.filter({ hasText: powRunText.chart.ideal })).toHaveCount(1)
  for (const width of [1280, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const cutOff = await tables.evaluateAll((all) =>
      all.flatMap(({ parentElement: box, textContent }) =>
        box && box.scrollWidth > box.clientWidth
          ? [`${box.ariaLabel}: ${box.scrollWidth} of ${box.clientWidth}: ${textContent.slice(0, 60)}`]
          : [],
      ),
    )
    expect.soft(cutOff, `at ${width}`).toEqual([])
  }
  const advice = page.getByRole('table', { name: powDifficultyText.table })
  await expect(advice.getByRole('columnheader')).toHaveText(Object.values(powDifficultyText.columns))
  const row = advice.getByRole('row', { name: powDifficultyText.at(3) })
  await expect(row.getByRole('rowheader')).toHaveCount(1)
  await expect(row.getByRole('cell')).toHaveCount(2)
})

test('a link to a long run asks for one press; then the pause button is visible on a phone, and the end of the run is shown when it ends', async ({
  page,
}) => {
  const started: string[] = []
  page.on('worker', (worker) => started.push(worker.url()))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/pow?difficulty=4&trials=100000&lanes=1&autostart=1')
  await expect(page.getByText(powText.settings.asksFirst)).toBeVisible()
  await expect(page.getByText(powText.unmet.replaced('試行の数', '100000', '10000'))).toBeVisible()
  await expect(page.getByRole('button', { name: action.stop })).toBeHidden()
  expect(started).toEqual([])
  const start = page.getByRole('button', { name: action.start })
  await start.focus()
  await start.press('Enter')
  await expect(page.getByText(powText.settings.asksFirst)).toBeHidden()
  const pause = page.getByRole('button', { name: action.pause })
  await expect(pause).toBeFocused()
  // Whole, but for the fraction of a pixel that rounding takes.
  await expect(pause).toBeInViewport({ ratio: 0.99 })
  const bar = page.getByRole('progressbar', { name: powText.state.progress })
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0)
  await page.getByRole('button', { name: action.stop }).click()
  const ending = page.getByRole('heading', { name: result.ending.stopped })
  await expect(ending).toBeFocused()
  await expect(ending).toBeInViewport({ ratio: 0.99 })
  await expect(page.getByText(result.engineName(1))).toBeInViewport({ ratio: 0.99 })
})

test('a script starts a run and awaits its outcome, also that of a run that was started by hand while the last one is still being stored', async ({
  page,
}) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto('/pow?difficulty=2&trials=60&lanes=1&label=S')
  await page.waitForFunction(() => 'powRun' in window)
  const first = parse(RunOutcome, await page.evaluate(() => (window as never as Scripted).powRun.start()))
  expect(first.result?.environment.label).toBe('S')
  expect(first.result?.trials).toHaveLength(60)
  await page.evaluate(() => {
    addEventListener('pow:ended', ({ detail }: CustomEventInit) => Object.assign(window, { told: detail }))
  })
  await page.getByRole('button', { name: action.start }).click()
  await page.waitForFunction(() => 'told' in window)
  const [second, told] = await page.evaluate(async () => {
    const { powRun, told } = window as never as Scripted
    return [await powRun, told]
  })
  expect(parse(RunOutcome, second).result?.environment.date).not.toBe(first.result?.environment.date)
  expect(told).toEqual(second)
})

test('with a keyboard alone a tester sets every field, runs, pauses, continues, stops, and deletes stored runs', async ({
  page,
}) => {
  const { settings } = powText
  const press = pressOn(page)
  const type = async (label: string, words: string) => {
    await tabTo(page, page.getByLabel(label))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(words)
  }
  const choose = async (label: string, value: string) => {
    const field = page.getByLabel(label)
    await press(field, 'Home')
    for (let now = await field.inputValue(); now !== value; now = await field.inputValue()) {
      await page.keyboard.press('ArrowDown')
      // On a busy machine a key arrives after the answer to the next question.
      await expect(field).not.toHaveValue(now)
    }
  }
  const button = (name: string) => page.getByRole('button', { name })

  await page.goto('/pow')
  await press(page.locator('summary').filter({ hasText: settings.title }))
  await choose(settings.difficulty.label, '5')
  await type(settings.trials.label, '10000')
  await press(page.getByRole('radio', { name: settings.forms.simple }), 'ArrowRight')
  await choose(settings.engine.label, 'scalar')
  await choose(settings.pool.label, 'cold')
  await type(settings.lanes.label, '1')
  await type(settings.range.label, '4096')
  await type(settings.keyLength.label, '36')
  await type(settings.seed.label, '7')
  await type(settings.label.label, '試験機')
  await press(button(action.start))
  const bar = page.getByRole('progressbar', { name: powText.state.progress })
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0)
  await press(button(action.pause))
  await expect(page.getByRole('status').filter({ hasText: powText.state.paused })).toHaveCount(1)
  await press(button(action.resume))
  await expect(page.getByRole('status').filter({ hasText: powText.state.running })).toHaveCount(1)
  await press(button(action.stop))
  await expect(page.getByRole('heading', { name: result.title, exact: true })).toBeVisible()
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    engine: 'scalar',
    difficulty: '5',
    trials: '10000',
    lanes: '1',
    pool: 'cold',
    range: '4096',
    keyLength: '36',
    seed: '7',
    label: '試験機',
  })

  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(1)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: '試験機' })
  const show = row.getByRole('button', { name: runs.show })
  await show.waitFor()
  await press(show, 'Space')
  const ending = page
    .getByRole('region', { name: result.title, exact: true })
    .getByRole('heading', { level: 3 })
  await expect(ending).toBeFocused()
  await press(page.locator('summary').filter({ hasText: powRunText.chart.title }))
  await expect(page.getByRole('figure', { name: powRunText.chart.times })).toBeVisible()
  await press(more(row))
  await press(row.getByRole('button', { name: runs.remove }))
  await expect(button(undoText.undo)).toBeFocused()
  await page.keyboard.press('Enter')
  await press(more(row))
  await press(row.getByRole('button', { name: runs.remove }))
  await expect(show).toHaveCount(0)
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(0)
  await page.reload()
  await expect(page.getByText(runs.empty)).toBeVisible()
})

/** The run as if it had been measured so many minutes later. */
function laterBy(minutes: number, run: RunResult): RunResult {
  const date = new Date(Date.parse(run.environment.date) + minutes * 60_000).toISOString()
  return { ...run, environment: { ...run.environment, date } }
}

test('two runs are compared, exported and imported again, all with a keyboard', async ({ page }) => {
  const press = pressOn(page)
  await resultOf(page, 'difficulty=2&trials=60&lanes=1&seed=2&label=A')
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(1)
  const b = await resultOf(page, 'difficulty=2&trials=60&lanes=1&seed=2&label=B&engine=javascript')
  // Runs that are imported later stand above the measured ones.
  const row = (name: string) =>
    page
      .getByRole('row')
      .filter({ hasText: `${name}・` })
      .last()
  await press(row('A').getByRole('button', { name: runs.compare }))
  // It is above the list.
  const heading = page.getByRole('heading', { name: powRunText.compare.card, exact: true })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport({ ratio: 1 })
  await expect(row('A').getByText(runs.compared)).toBeVisible()
  await expect(row('A')).toContainText('難易度2')
  await expect(page.getByRole('button', { name: runs.compare, exact: true })).toHaveCount(0)
  await unfolded(page)
  await expect(page.getByRole('columnheader', { name: 'A', exact: true }).first()).toBeVisible()

  await press(more(row('B')))
  const copies = page.getByRole('button', { name: filesText.copyFile, exact: true })
  const exported = parse(RunResult, JSON.parse(await saved(row('B'), runs.json)))
  expect(exported.environment.label).toBe('B')
  await expect(copies).toHaveCount(1)

  // One run of each tells nothing, however far apart they are. This device measures the others, or they are imported.
  await expect(page.getByText(powRunText.compare.notYet(1, 1))).toBeVisible()
  const card = page.getByRole('region', { name: powRunText.compare.card, exact: true })
  const upload = async (button: Locator, name: string, content: string) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(button, 'Space')])
    await chooser.setFiles(jsonFile(name, content))
  }
  await press(card.getByRole('button', { name: powRunText.compare.missingHere('A', 4) }))
  await expect(page.getByText(powRunText.compare.notYet(5, 1))).toBeVisible()
  await expect(heading).toBeFocused()
  const others = [1, 2, 3, 4].map((minutes) => laterBy(minutes, b))
  const lines = others.map((run) => JSON.stringify(run)).join('\n')
  const field = page.getByLabel(runs.import)
  await upload(field, 'others.ndjson', lines)
  const comparison = await saved(card, powRunText.compare.file)

  await press(row('B').getByRole('link', { name: runs.again }))
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('engine') === 'javascript' && searchParams.get('label') === 'B',
  )

  const elsewhere = { ...exported, environment: { ...exported.environment, label: 'C' } }
  await upload(field, 'c.json', JSON.stringify(elsewhere))
  await expect(row('C')).toBeVisible()
  await expect(row('B').getByText(runs.own)).toBeVisible()
  await upload(field, 'comparison.json', comparison)
  await expect(heading).toBeVisible()
  // Six that were measured, four of them later, C, and the two of the comparison.
  const list = page.getByRole('table', { name: runs.title })
  await expect(list.getByRole('rowheader')).toHaveCount(13)
  await upload(field, 'broken.json', '{"version":1}')
  await expect(page.getByRole('alert')).toContainText(runs.refused('1'))
  await expect(page.getByRole('alert')).toContainText('settings')
})

test('a run is shown in 900 letters, and its button measures the runs that a comparison needs', async ({
  page,
}) => {
  await resultOf(page, 'difficulty=1&trials=20&lanes=1')
  const letters = async () => (await page.locator('main').innerText()).replaceAll(/\s/g, '').length
  await expect.poll(letters).toBeLessThanOrEqual(900)
  const card = page.getByRole('region', { name: result.title, exact: true })
  await card.getByRole('button', { name: result.compareAfter(4) }).click()
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(5)
  // Their settings are named once, above the table.
  await expect(page.getByRole('table', { name: runs.title })).not.toContainText('難易度1')
  await card.getByRole('button', { name: runs.compare, exact: true }).click()
  await expect(page.getByRole('heading', { name: runs.title })).toBeFocused()
  await card.getByRole('button', { name: result.again }).click()
  await expect.poll(() => tableOf(page, 'runs')).toHaveLength(6)
})

test('a run that is dropped anywhere on the page joins the list, and no run can be compared with a shown one that was deleted', async ({
  page,
}) => {
  const run = await resultOf(page, 'difficulty=2&trials=60&lanes=1&label=A')
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${name}・` })
  await dropFile(page, JSON.stringify({ ...run, environment: { ...run.environment, label: 'B' } }))
  await expect(row('B')).toBeVisible()
  await expect(row('A').getByText(runs.own)).toBeVisible()
  await expect(row('A').getByRole('button', { name: runs.compare })).toBeEnabled()
  await more(row('B')).click()
  await row('B').getByRole('button', { name: runs.remove }).click()
  await expect(row('B')).toHaveCount(0)
  await expect(row('A').getByRole('button', { name: runs.compare })).toBeDisabled()
})

test('a choice is shown by the list at once, and is in the link that is copied next', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pow?difficulty=1&label=机の上')
  const { title, difficulty, forms, label } = powText.settings
  await expect(page.getByLabel(label.label)).toHaveValue('机の上')
  await page.locator('summary').filter({ hasText: title }).click()
  await page.getByRole('radio', { name: forms.full }).check()
  const chosen = await page.getByLabel(difficulty.label).evaluate((field: HTMLSelectElement) => {
    field.value = '5'
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return field.value
  })
  expect(chosen).toBe('5')
  await page.getByLabel(label.label).fill('棚')
  await page
    .getByRole('button', { name: filesText.copy.action })
    .evaluate(async (button: HTMLButtonElement) => {
      button.focus()
      // The turn that ends between two keys.
      await Promise.resolve()
      button.click()
    })
  await expect(page.getByRole('button', { name: filesText.copy.done })).toBeVisible()
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(Object.fromEntries(copied.searchParams)).toMatchObject({ difficulty: '5', label: '棚' })
})

test.describe('without its chart library', () => {
  test.use({ expectedMessages: [/404/] })

  test('the profiler shows a measurement and its figures without the chart library', async ({ page }) => {
    await page.route(/uPlot/, (route) => route.fulfill({ status: 404 }))
    await resultOf(page, 'difficulty=2&trials=200')
    await page.locator('summary').filter({ hasText: powRunText.chart.title }).click()
    await expect(page.getByText(powRunText.chart.failed).first()).toBeVisible()
    await unfolded(page)
    await expect(page.getByRole('heading', { name: result.verdict.agrees.title })).toBeVisible()
  })
})

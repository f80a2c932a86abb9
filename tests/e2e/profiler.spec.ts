import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { parse } from 'valibot'
import { EXIT_CODES, Outcome } from '../../src/profiler/automation/automation.ts'
import { Result } from '../../src/profiler/model/result.ts'
import { aboutText } from '../../src/profiler/runs/names.ts'
import { text } from '../../src/text/ja.ts'
import { powText } from '../../src/text/pow.ts'
import { powDifficultyText, powFleetText } from '../../src/text/powParts.ts'
import { resultText } from '../../src/text/result.ts'
import { drawn } from './drawn.ts'
import { fetched } from './filesFrom.ts'
import { expect, test } from './fixtures.ts'
import { jsonFile } from './jsonFile.ts'
import { pressOn, tabTo } from './tabTo.ts'

const { action, runs, result } = powText

/** What a run with this query leaves for automation. */
async function resultOf(page: Page, query: string): Promise<Result> {
  await page.goto(`/pow?${query}&autostart=1&format=json`)
  const script = page.locator('script#result')
  await script.waitFor({ state: 'attached' })
  return parse(Result, JSON.parse((await script.textContent()) ?? ''))
}

test('a link runs by itself and leaves its result for automation', async ({ page }) => {
  const made = await resultOf(page, 'difficulty=2&trials=120&lanes=2&pool=warm&seed=6&label=CI')
  expect(made.settings).toMatchObject({ difficulty: 2, trials: 120, lanes: 2, engine: 'auto', seed: 6 })
  expect(made.environment).toMatchObject({ label: 'CI', runtime: 'browser' })
  expect(made.trials).toHaveLength(120)
  expect(made.trials.every(({ verified }) => verified === true)).toBe(true)
  expect(made.summary.agreement.verdict).toBe('agrees')
  expect(made.summary.scaling.map(({ lanes }) => lanes)).toEqual([1, 2])
  expect(['unrolled', 'rolled', 'scalar', 'javascript']).toContain(made.summary.startup.engine)
  await expect(page.getByRole('heading', { name: result.verdict.agrees.title })).toBeVisible()
})

test('a link to a long run asks for one press before it works', async ({ page }) => {
  const started: string[] = []
  page.on('worker', (worker) => started.push(worker.url()))
  await page.goto('/pow?difficulty=6&trials=10000&lanes=2&autostart=1')
  await expect(page.getByText(powText.settings.asksFirst)).toBeVisible()
  await expect(page.getByRole('button', { name: action.stop })).toBeHidden()
  expect(started).toEqual([])
  await page.getByRole('button', { name: action.start }).click()
  await expect(page.getByText(powText.settings.asksFirst)).toBeHidden()
  await expect.poll(() => started.length).toBeGreaterThan(0)
  await page.getByRole('button', { name: action.stop }).click()
})

test('a script starts a run and awaits its outcome, also that of a run that was started by hand @deep', async ({
  page,
}) => {
  type Scripted = { powRun: PromiseLike<unknown> & { start: () => Promise<unknown> }; told?: unknown }
  await page.goto('/pow?difficulty=2&trials=60&lanes=1&label=S')
  await page.waitForFunction(() => 'powRun' in window)
  const first = parse(Outcome, await page.evaluate(() => (window as never as Scripted).powRun.start()))
  expect(first.result?.environment.label).toBe('S')
  expect(first.result?.trials).toHaveLength(60)
  expect(first.exitCode).toBe(EXIT_CODES[first.ending])
  await page.evaluate(() => {
    addEventListener('pow:ended', ({ detail }: CustomEventInit) => Object.assign(window, { told: detail }))
  })
  await page.getByRole('button', { name: action.start }).click()
  await page.waitForFunction(() => 'told' in window)
  const [second, told] = await page.evaluate(async () => {
    const { powRun, told } = window as never as Scripted
    return [await powRun, told]
  })
  expect(parse(Outcome, second).result?.environment.date).not.toBe(first.result?.environment.date)
  expect(told).toEqual(second)
})

test('the next run starts while the last one is still being kept @deep', async ({ page }) => {
  type Scripted = { powRun: { start: () => Promise<{ result: unknown }> } }
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  await page.goto('/pow?difficulty=1&trials=20&lanes=1')
  await page.waitForFunction(() => 'powRun' in window)
  const dates = await page.evaluate(async () => {
    const { powRun } = window as never as Scripted
    return [await powRun.start(), await powRun.start()]
  })
  const [first, second] = dates.map((outcome) => parse(Outcome, outcome).result?.environment.date)
  expect(second).not.toBe(first)
})

test('a finished run tells which difficulty keeps to a limit that the tester can change @deep', async ({
  page,
}) => {
  await resultOf(page, 'difficulty=2&trials=60&lanes=1')
  const card = page.getByRole('region', { name: powDifficultyText.title })
  const rows = card.getByRole('row')
  await expect(rows).toHaveCount(1 + 6)
  await expect(rows.nth(6)).toContainText(powDifficultyText.fits.unsolved)
  const limit = card.getByLabel(powDifficultyText.limit.label)
  await limit.fill('600000')
  await limit.press('Enter')
  const { highest, seconds } = powDifficultyText
  // How high depends on the device, and on how much else it has to do.
  const words = [1, 2, 3, 4, 5].map((difficulty) => highest(difficulty, seconds('600')))
  await expect(card.getByRole('status')).toHaveText(new RegExp(words.join('|')))
  await limit.fill('0')
  await limit.press('Enter')
  await expect(limit).toHaveValue('10')
})

test('files of fifty devices make one table, percentiles and a CSV file @sizes @deep', async ({ page }) => {
  const own = await resultOf(page, 'difficulty=2&trials=60&lanes=1')
  await page.getByRole('heading', { name: powText.fleet }).click()
  const devices = Array.from({ length: 50 }, (_, index) => {
    const environment = { ...own.environment, label: `端末${index}` }
    return jsonFile(`${index}.json`, JSON.stringify({ ...own, environment }))
  })
  const { drop, read, title, across, csv } = powFleetText
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText(drop).click()])
  await chooser.setFiles(devices)
  await expect(page.getByText(read('50', '50'))).toBeVisible()
  const table = page.getByRole('region', { name: title, exact: true })
  await expect(table.getByRole('row')).toHaveCount(51)
  await expect(page.getByRole('region', { name: across.title }).getByRole('row')).toHaveCount(1 + 6)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: csv, exact: true }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(51)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('every engine finds the solutions in the same ranges @deep', async ({ page }) => {
  const query = 'difficulty=2&trials=60&lanes=1&seed=9'
  const ranges = async (engine: string) => {
    const { settings, trials, summary } = await resultOf(page, `${query}&engine=${engine}`)
    expect(settings.engine).toBe(engine)
    expect(summary.wrong).toBe(0)
    return trials.map(({ range }) => range)
  }
  const expected = await ranges('hash-wasm')
  for (const engine of ['auto', 'unrolled', 'rolled', 'scalar', 'javascript', 'page', 'subtle']) {
    expect(await ranges(engine), engine).toEqual(expected)
  }
})

test('workers are started anew for every trial of a cold pool @deep', async ({ page }) => {
  const started: string[] = []
  page.on('worker', (worker) => started.push(worker.url()))
  const { trials } = await resultOf(page, 'difficulty=1&trials=4&lanes=2&pool=cold&engine=rolled')
  expect(trials).toHaveLength(4)
  // The pool that start-up, calibration and scaling are measured with, and one for each trial.
  expect(started.length).toBe(2 * (1 + 4))
})

test('with a keyboard alone a tester sets every field, runs, pauses, goes on, stops, and deletes what was kept @deep', async ({
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
  await choose(settings.engine.label, 'scalar')
  await choose(settings.difficulty.label, '5')
  await type(settings.trials.label, '10000')
  await press(page.getByText(settings.more))
  await type(settings.lanes.label, '1')
  await choose(settings.pool.label, 'cold')
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

  await keptRuns(page, 'runs', 1)
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: '試験機' })
  const show = row.getByRole('button', { name: runs.show })
  await show.waitFor()
  await press(show, 'Space')
  await expect(page.getByRole('figure', { name: powText.chart.times })).toBeVisible()
  await press(row.getByRole('button', { name: runs.remove }))
  await expect(button(runs.undo)).toBeFocused()
  await page.keyboard.press('Enter')
  await press(row.getByRole('button', { name: runs.remove }))
  await expect(show).toHaveCount(0)
  await keptRuns(page, 'runs', 0)
  await page.reload()
  await expect(page.getByText(runs.empty)).toBeVisible()
})

test('the address is the settings, its label included, and the focus stays with what was pressed @deep', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pow?difficulty=1&trials=60&lanes=1&label=机の上')
  const label = page.getByLabel(powText.settings.label.label)
  await expect(label).toHaveValue('机の上')
  await label.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('棚')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL((url) => url.searchParams.get('label') === '棚')
  await expect(page.getByRole('button', { name: powText.settings.copy.action })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: powText.settings.copy.done })).toBeVisible()
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(Object.fromEntries(copied.searchParams)).toMatchObject({ trials: '60', engine: 'auto', label: '棚' })

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: action.start })).toBeFocused()
  await expect(page.getByText(powText.settings.estimate(powText.settings.seconds(1)))).toBeVisible()
  await page.keyboard.press('Enter')
  const headline = page.getByRole('region', { name: result.title }).getByRole('definition').first()
  await expect(headline).toContainText(result.rate('').trim().slice(0, 2))
  await expect(page.getByRole('heading', { name: result.title, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: action.start })).toBeFocused()
})

test('a choice is the list’s own at once, and in the link that is copied next @deep', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/pow?difficulty=1&label=机の上')
  const { difficulty, label, copy } = powText.settings
  await expect(page.getByLabel(label.label)).toHaveValue('机の上')
  const chosen = await page.getByLabel(difficulty.label).evaluate((field: HTMLSelectElement) => {
    field.value = '5'
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return field.value
  })
  expect(chosen).toBe('5')
  await page.getByLabel(label.label).fill('棚')
  await page.getByRole('button', { name: copy.action }).evaluate(async (button: HTMLButtonElement) => {
    button.focus()
    // The turn that ends between two keys.
    await Promise.resolve()
    button.click()
  })
  await expect(page.getByRole('button', { name: copy.done })).toBeVisible()
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(Object.fromEntries(copied.searchParams)).toMatchObject({ difficulty: '5', label: '棚' })
})

test('two runs are compared, exported and imported again, all with a keyboard @deep', async ({ page }) => {
  const press = pressOn(page)
  await resultOf(page, 'difficulty=2&trials=60&lanes=1&seed=2&label=A')
  await keptRuns(page, 'runs', 1)
  await resultOf(page, 'difficulty=2&trials=60&lanes=1&seed=2&label=B&engine=javascript')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name}・` })
  await press(row('A').getByRole('button', { name: runs.overlay }))
  await expect(page.getByText(powText.compare.same('60', '60'))).toBeVisible()
  await expect(page.getByRole('columnheader', { name: powText.figures.ratio }).first()).toBeVisible()

  // Two runs of one device tell nothing, however far apart they are.
  await expect(page.getByText(powText.compare.level)).toBeVisible()
  const [both] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('button', { name: powText.compare.file })),
  ])
  const comparison = readFileSync(await both.path(), 'utf8')

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    press(row('B').getByRole('button', { name: runs.json })),
  ])
  const exported = parse(Result, JSON.parse(readFileSync(await file.path(), 'utf8')))
  expect(exported.environment.label).toBe('B')

  await press(row('B').getByRole('link', { name: runs.again }))
  await expect(page).toHaveURL(
    ({ searchParams }) => searchParams.get('engine') === 'javascript' && searchParams.get('trials') === '60',
  )

  const elsewhere = { ...exported, environment: { ...exported.environment, label: 'C' } }
  const upload = async (name: string, content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page.getByLabel(runs.import), 'Space'),
    ])
    await chooser.setFiles(jsonFile(name, content))
  }
  await upload('c.json', JSON.stringify(elsewhere))
  await expect(row('C').getByText(runs.imported)).toBeVisible()
  await upload('comparison.json', comparison)
  await expect(page.getByText(powText.compare.same('60', '60'))).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: runs.imported })).toHaveCount(3)
  await upload('broken.json', '{"version":1}')
  await expect(page.getByRole('alert')).toContainText(runs.importFailed)
  await expect(page.getByRole('alert')).toContainText('settings')
})

test('a refused file stays told of when an earlier one has been kept at last @deep', async ({ page }) => {
  const own = await resultOf(page, 'difficulty=1&trials=4&lanes=1')
  await keptRuns(page, 'runs', 1)
  const released = Promise.withResolvers<void>()
  await page.route('**/assets/runStore-*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto('/pow')
  const upload = async (name: string, content: string) =>
    await page.getByLabel(runs.import).setInputFiles(jsonFile(name, content))
  await upload('own.json', JSON.stringify(own))
  await expect(page.getByText(runs.imported, { exact: true })).toBeVisible()
  await upload('broken.json', '{"version":1}')
  await expect(page.getByRole('alert')).toContainText(runs.importFailed)
  released.resolve()
  await keptRuns(page, 'imports', 1)
  await drawn(page)
  await expect(page.getByRole('alert')).toContainText('settings')
  await upload('own.json', JSON.stringify(own))
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a finished run is accessible and fits the window, every table open @sizes @deep', async ({ page }, {
  project,
}) => {
  await page.emulateMedia({ colorScheme: project.name === 'phone' ? 'dark' : 'light' })
  await resultOf(page, 'difficulty=2&trials=60')
  for (const details of await page.locator('details').all()) {
    await details.evaluate((element: HTMLDetailsElement) => (element.open = true))
  }
  await expect(page.locator('canvas').first()).toBeVisible()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  const width = page.viewportSize()?.width ?? 0
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('a browser that keeps nothing still measures, and says so @deep', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  })
  const { trials } = await resultOf(page, 'difficulty=1&trials=60')
  expect(trials).toHaveLength(60)
  await expect(page.getByText(runs.trouble.none)).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('button', { name: runs.show })).toBeVisible()
})

for (const [what, answer] of [
  ['cannot be had', { status: 404 }],
  [
    'cannot draw',
    {
      contentType: 'text/javascript',
      body: 'export default class { static paths = {}; constructor() { throw new Error("no canvas") } }',
    },
  ],
] as const) {
  test.describe(() => {
    test.use({ expectedMessages: [/404/] })

    test(`a chart library that ${what} leaves the measurement and its figures alone @deep`, async ({
      page,
    }) => {
      await page.route(/uPlot/, (route) => route.fulfill(answer))
      const { trials } = await resultOf(page, 'difficulty=2&trials=200')
      expect(trials).toHaveLength(200)
      await expect(page.getByText(powText.chart.failed).first()).toBeVisible()
      await expect(page.getByRole('heading', { name: result.verdict.agrees.title })).toBeVisible()
    })
  })
}

test('two configurations take turns in one run, which says whether they can be told apart @deep', async ({
  page,
}) => {
  const { settings, trials, others, conditions } = await resultOf(
    page,
    'difficulty=3&trials=400&lanes=1&engine=auto&against=engine:hash-wasm',
  )
  expect(settings.against).toMatchObject([{ engine: 'hash-wasm', lanes: 1 }])
  expect(others.map((other) => other.trials.length)).toEqual([400])
  expect(others[0]?.trials.map(({ range }) => range)).toEqual(trials.map(({ range }) => range))
  expect(conditions?.calibration?.between.length).toBeGreaterThanOrEqual(200)
  // An engine that asks a library for every hash is several times slower.
  await expect(page.getByText(/^自動（チェックと同じ） のほうが .* 倍速い（95%区間 .*–.*）$/)).toBeVisible()
  await expect(page.getByText(powText.compare.same('400', '400'))).toBeVisible()
  await expect(page.getByRole('columnheader', { name: powText.engine['hash-wasm'] }).first()).toBeVisible()
  await page
    .locator('summary')
    .filter({ hasText: aboutText(settings) })
    .click()
  await page.getByLabel(powText.settings.against.label).selectOption('same')
  await expect(page).toHaveURL((url) => url.searchParams.get('against') === 'same')
})

test('what a link asks for in vain is said in the page, the address and the result @deep', async ({
  page,
}) => {
  const made = await resultOf(page, 'difficulty=1&trials=60&lanes=64&engine=cuda&trails=9')
  const lanes = made.settings.lanes
  expect(made.unmet).toEqual([
    { name: 'engine', asked: 'cuda', given: 'auto' },
    { name: 'lanes', asked: '64', given: String(lanes) },
    { name: 'trails', asked: '9', given: null },
  ])
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('lanes')).toBe(String(lanes))
  expect(searchParams.getAll('unmet')).toEqual(['engine:cuda', 'lanes:64', 'trails:9'])
  const said = page.getByRole('region', { name: powText.unmet.title }).first()
  await expect(said).toContainText(powText.unmet.replaced(powText.unmet.names.lanes, '64', String(lanes)))
  await expect(said).toContainText(powText.unmet.unused('trails', '9'))
})

test('a page out of view and a page that stands still leave their trace in words and in the result @deep', async ({
  page,
}) => {
  await page.goto('/pow?difficulty=4&trials=10000&format=json')
  await page.getByRole('button', { name: action.start }).click()
  const bar = page.getByRole('progressbar', { name: powText.state.progress })
  await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBeGreaterThan(0)
  await page.evaluate(() => {
    const until = performance.now() + 2_000
    while (performance.now() < until);
  })
  await page.evaluate(async () => {
    const show = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    show('hidden')
    await new Promise((resolve) => setTimeout(resolve, 300))
    show('visible')
  })
  await page.getByRole('button', { name: action.stop }).click()
  const script = page.locator('script#result')
  await script.waitFor({ state: 'attached' })
  const { conditions } = parse(Result, JSON.parse((await script.textContent()) ?? ''))
  const kinds = conditions?.disturbances.map(({ kind }) => kind)
  expect(kinds).toContain('frozen')
  expect(kinds).toContain('hidden')
  await expect(page.getByText(/^画面が [\d.]+秒 隠れていました$/)).toBeVisible()
  await expect(page.getByText(/^端末が [\d.]+秒 止まっていました$/)).toBeVisible()
})

test('the end of a run is announced in a region that was there before @deep', async ({ page }) => {
  await page.goto('/pow?difficulty=1&trials=60')
  await page.getByRole('button', { name: action.start }).waitFor()
  await page
    .getByRole('status')
    .evaluateAll((regions) => regions.forEach((region) => region.setAttribute('data-before', 'yes')))
  await page.getByRole('button', { name: action.start }).click()
  const told = page.getByRole('status').filter({ hasText: powText.state.ended })
  await expect(told).toHaveCount(1)
  await expect(told).toHaveAttribute('data-before', 'yes')
})

test('imported runs, however many, never push out what this device measured @deep', async ({ page }) => {
  const own = await resultOf(page, 'difficulty=1&trials=20&label=自分')
  await keptRuns(page, 'runs', 1)
  const input = page.getByLabel(runs.import)
  for (let index = 0; index < 32; index++) {
    const label = `別${index}`
    const file = JSON.stringify({ ...own, environment: { ...own.environment, label } })
    await input.setInputFiles(jsonFile('run.json', file))
    await expect(page.getByRole('listitem').filter({ hasText: `${label}・` })).toHaveCount(1)
  }
  await keptRuns(page, 'imports', 32)
  await page.goto('/pow')
  await expect(page.getByRole('listitem').filter({ hasText: '別31・' })).toHaveCount(1)
  await expect(page.getByRole('listitem').filter({ hasText: '自分・' })).toHaveCount(1)
})

test('nothing of the profiler is loaded elsewhere', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await page.goto('/')
  await fetched(page, loaded, 'AccountResult')
  await fetched(page, loaded, 'PostCheckPage')
  expect(loaded.filter((path) => /profiler|uplot/i.test(path))).toEqual([])
  await page.goto('/pow')
  await page.getByRole('heading', { level: 1, name: powText.h1 }).waitFor()
  expect(loaded.some((path) => /profiler/i.test(path))).toBe(true)
})

test('a check leaves its steps in the performance timeline @deep', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_clear')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.getByRole('heading', { name: resultText.verdict.none }).waitFor()
  const entries = await page.evaluate(() =>
    performance.getEntriesByType('measure').map(({ name, duration }) => ({ name, duration })),
  )
  for (const name of ['check:ip', 'check:challenge', 'pow:solve', 'pow:range', 'check:call']) {
    expect(entries.find((entry) => entry.name === name)?.duration, name).toBeGreaterThanOrEqual(0)
  }
})

/** Waits until the device keeps that many: a run is kept a moment after it is shown. */
async function keptRuns(page: Page, shelf: 'runs' | 'imports', count: number): Promise<void> {
  await expect.poll(() => page.evaluate(countKeptRuns, shelf)).toBe(count)
}

/** In the page: how many runs the device keeps. */
async function countKeptRuns(shelf: string): Promise<number> {
  const found = (await indexedDB.databases()).some(({ name }) => name === 'pow-runs')
  if (!found) return 0
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('pow-runs')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const count = database.transaction(shelf).objectStore(shelf).count()
  return await new Promise((resolve) => {
    count.onsuccess = () => {
      database.close()
      resolve(count.result)
    }
  })
}

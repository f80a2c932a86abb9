import type { Page } from '@playwright/test'
import { BATCH_POSTS_MAX } from '../../contract/names.ts'
import type { RunResult } from '../../src/profiler/model/result.ts'
import { sampleReport } from '../../src/report/summary.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { powText } from '../../src/text/pow.ts'
import { powRunText } from '../../src/text/powRun.ts'
import { powDifficultyText } from '../../src/text/powParts.ts'
import { reportText } from '../../src/text/report.ts'
import { whenStill } from '../e2e/looks.ts'
import { sandboxPost } from '../e2e/postSteps.ts'
import { jsonFile, keptAnswer } from '../e2e/steps.ts'

/** Brings a fresh page into a state. */
export type Reach = (page: Page) => Promise<void>

/** A page as it opens. */
export function open(path: string, ...then: Reach[]): Reach {
  return async (page) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const step of then) await step(page)
  }
}

/** The end of a run of the profiler that its address started. */
export const measured: Reach = async (page) => {
  await page.getByRole('heading', { name: powDifficultyText.title }).waitFor({ timeout: 120_000 })
}

/** The end of an account's check. */
export function checked(name: string, ...then: Reach[]): Reach {
  return open('/', typed(name), press(text.form.user.submit), started, ended, ...then)
}

/** An account's check has started. Before, the page has headings too, which `ended` would take for those of a result. */
const started: Reach = (page) => page.locator('html:not([data-view])').waitFor({ state: 'attached' })

export function typed(name: string): Reach {
  return (page) => page.getByLabel(text.form.user.label).fill(name)
}

export function press(name: string): Reach {
  return (page) => page.getByRole('button', { name, exact: true }).click()
}

/** A page that was loaded again, with what it showed before. */
export const cameBack: Reach = async (page) => {
  await keptAnswer(page).waitFor()
  await page.reload()
  await page.getByRole('region', { name: logText.earlier.label }).waitFor()
}

/** The first task of a plan ticked off. */
export const ticked: Reach = async (page) => {
  await page.locator('#plan').getByRole('checkbox').first().check()
  await pause(page)
}

/** The end of a check of so many posts, of which every tenth is excluded. */
export function posted(count: number, ...then: Reach[]): Reach {
  return open(`/tweetcheck?${linked(count)}`, press(text.post.submit), listed, ended, ...then)
}

/** The end of a check of posts whose ids end in these digits, which decide what the sandbox says of them. */
export function judged(endings: readonly string[], ...then: Reach[]): Reach {
  const urls = endings.map((ending) => `url=${sandboxPost(ending)}`)
  return open(`/tweetcheck?${urls.join('&')}`, press(text.post.submit), listed, ended, ...then)
}

/** The query that fills the form's rows. The last digit of an id decides what the sandbox says of the post. */
export function linked(count: number): string {
  const urls = Array.from({ length: Math.min(count, BATCH_POSTS_MAX + 10) }, (_, index) => {
    const id = String(1_990_000_000_000_000_000n + BigInt(index) * 1_000_000_001n)
    return `url=${encodeURIComponent(`https://x.com/sbx_clear/status/${id}`)}`
  })
  return urls.join('&')
}

/** Answers one call of the API in another way. */
export function answering(path: string, status: number, body: unknown, ...then: Reach[]): Reach {
  return async (page) => {
    await page.route(`**/api/${path}`, (route) => route.fulfill({ status, json: body }))
    for (const step of then) await step(page)
  }
}

/** Holds one call of the API back for good. */
export function holding(path: string, ...then: Reach[]): Reach {
  return async (page) => {
    await page.route(`**/api/${path}`, () => undefined)
    for (const step of then) await step(page)
  }
}

/** Opens every collapsed section. */
export const unfolded: Reach = async (page) => {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
  })
  await pause(page)
}

/** Opens the four items of an answer, as a visitor does, with what is folded in them. */
export const itemsOpened: Reach = async (page) => {
  const items = page.locator('[data-answer] summary').filter({ has: page.locator('b[lang="en"]') })
  for (const item of await items.all()) await item.click()
  await pause(page)
}

/** The posts of a batch are listed, judged or not: the page had other headings before. */
const listed: Reach = (page) => page.locator('li[data-group]').first().waitFor()

/** A check has ended, well or not, and what it loads afterwards has come. */
const ended: Reach = async (page) => {
  await page
    .getByRole('heading', { level: 2 })
    .or(page.getByRole('alert').filter({ hasText: text.alert.title }))
    .first()
    .waitFor()
  await page.getByRole('button', { name: text.action.cancel }).waitFor({ state: 'hidden' })
  await pause(page)
}

/** Waits for what is still on its way. */
export const pause: Reach = (page) => page.evaluate(whenStill, 300)

/** A file handed over as a report. */
export function reported(words: string): Reach {
  return (page) => page.getByLabel(reportText.choose).setInputFiles(jsonFile('report.json', words))
}

/** A report with limits that countries require, and a label that is not known. */
export const countriesReport = JSON.stringify({
  ...(JSON.parse(sampleReport) as object),
  postLabels: [
    { label: 'LegalRequest(JP)', posts: 2, percentageOfPosts: '0.33%' },
    { label: 'UnspecifiedReason(JP, DE, QQ)', posts: 1, percentageOfPosts: '0.16%' },
    { label: 'BystanderReport(DE)', posts: 1 },
    { label: 'UnspecifiedReason(XY)', posts: 1 },
    { label: 'is_dmca', posts: 1 },
    { label: '', posts: 3 },
    { label: 'CourtOrder(FR)', about: 'A court required this.', effect: 'Withheld.', posts: 1 },
  ],
  accountLabels: [{ label: 'LegalRequest(JP)', days: 5, daysInPeriod: 31, percentageOfDays: '16.12%' }],
})

/** Three months kept, the last one read anew. */
export const keepingMonths: Reach = async (page) => {
  await reported(sampleReport.replaceAll('2026-07', '2026-06').replace('"posts":5', '"posts":30'))(page)
  await page.getByRole('heading', { name: /6月/ }).waitFor()
  await page.getByLabel(reportText.months.keep).check()
  await reported(sampleReport)(page)
  await page.getByRole('heading', { name: /7月/ }).waitFor()
  const clean = { startDate: '2026-08-01', endDate: '2026-08-31' }
  await reported(
    JSON.stringify({ period: clean, postCount: 210, totalPostLabels: 0, totalAccountLabels: 0 }),
  )(page)
  await page.getByRole('heading', { name: /8月/ }).waitFor()
}

/** Names and speeds of the devices in the picture of a list of runs, relative to the machine that takes it. */
const DEVICES = [
  ['Pixel 4a（会社）', 0.4],
  ['iPhone SE 2', 0.6],
  ['らくらくスマートフォン', 0.15],
  ['ThinkPad X1', 1],
  ['古いタブレット', 0.2],
] as const

/** The list of the run that the page has just measured, and of five devices whose files are made from it. */
export const manyRuns: Reach = async (page) => {
  await page.getByLabel(powText.runs.import).setInputFiles(await runsOf(page, DEVICES))
  await page.getByRole('row').filter({ hasText: DEVICES[0][0] }).waitFor()
  await pause(page)
}

/** A second run, of a device of half the speed, compared with the one that the page has just measured. */
export const overlaid: Reach = async (page) => {
  await page.getByLabel(powText.runs.import).setInputFiles(await runsOf(page, [['B', 0.5]]))
  const list = page.getByRole('table', { name: powText.runs.title })
  await list.getByRole('button', { name: powText.runs.compare }).and(page.locator(':enabled')).click()
  await page.getByRole('heading', { name: powRunText.compare.card }).waitFor()
  await pause(page)
}

/** Files of runs like the one that the page has just measured, of devices of these names and relative speeds. */
async function runsOf(page: Page, devices: readonly (readonly [label: string, speed: number])[]) {
  const run = await page.evaluate(async () => {
    const { result } = await (window as unknown as { powRun: PromiseLike<{ result: unknown }> }).powRun
    return JSON.stringify(result)
  })
  return devices.map(([label, speed]) => {
    const { environment, trials, summary, ...others } = JSON.parse(run) as RunResult
    const result = {
      ...others,
      environment: { ...environment, label },
      trials: trials.map((trial) => ({ ...trial, milliseconds: trial.milliseconds / speed })),
      summary: {
        ...summary,
        scaling: summary.scaling.map((each) => ({ ...multiplied(each, speed), lanes: each.lanes })),
        felt: multiplied(summary.felt, speed),
        milliseconds: multiplied(summary.milliseconds, 1 / speed),
        fit: summary.fit && { ...summary.fit, attemptsPerSecond: summary.fit.attemptsPerSecond * speed },
      },
    }
    return jsonFile(`${label}.json`, JSON.stringify(result))
  })
}

/** Multiplies each number in a value. */
function multiplied<T>(value: T, by: number): T {
  const multiply = (_: string, part: unknown) => (typeof part === 'number' ? part * by : part)
  return JSON.parse(JSON.stringify(value), multiply) as T
}

/** The advice on difficulties for a short limit, with the start of the workers. */
export const startIncluded: Reach = async (page) => {
  await page.locator('summary').filter({ hasText: powDifficultyText.title }).click()
  const limit = page.getByLabel(powDifficultyText.limit.label)
  await limit.fill('30')
  await limit.press('Enter')
  await page.getByLabel(powDifficultyText.first).check()
  await pause(page)
}

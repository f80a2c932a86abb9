import { GROUP_LOOKS } from '../../src/results/groups.ts'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../src/text/ja.ts'
import { powText } from '../../src/text/pow.ts'
import { reportText } from '../../src/text/report.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { EXCLUDED, OK, checkPosts, more, results } from './postSteps.ts'

/** What came after the oldest browsers and libraries like to call, by the place where it is found. */
const TEMPTING = [
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.prototype.findLast',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.with',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'Response.prototype.bytes',
  'Set.prototype.union',
  'URL.canParse',
  'navigation',
  'requestIdleCallback',
  'scheduler',
] as const

/** All of it that a page or a worker might meet. */
const NEWER = [
  ...TEMPTING,
  'Array.fromAsync',
  'Array.prototype.findLastIndex',
  'Array.prototype.toSpliced',
  'Blob.prototype.bytes',
  'CompressionStream',
  'Document.prototype.startViewTransition',
  'Element.prototype.checkVisibility',
  'Error.isError',
  'HTMLElement.prototype.showPopover',
  'Iterator',
  'Map.groupBy',
  'Navigator.prototype.connection',
  'Navigator.prototype.deviceMemory',
  'Navigator.prototype.locks',
  'Navigator.prototype.userAgentData',
  'ReadableStream.from',
  'ReadableStream.prototype.values',
  'RegExp.escape',
  'Response.json',
  'Set.prototype.difference',
  'Set.prototype.isSubsetOf',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'URL.parse',
  'URLPattern',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.findLast',
  'Uint8Array.prototype.toSorted',
]

const DIST = join(import.meta.dirname, '../../dist')

/** The script that takes them away, and workers that are modules, which Firefox before 114 does not know. */
function without(names: readonly string[]): string {
  return `for (const path of ${JSON.stringify(names)}) {
    const steps = path.split('.')
    const name = steps.pop()
    const owner = steps.reduce((owner, step) => owner?.[step], globalThis)
    if (owner) delete owner[name]
  }
  if (globalThis.Worker) {
    globalThis.Worker = class extends Worker {
      constructor(url, options) {
        if (options?.type === 'module') throw new TypeError('No module workers')
        super(url, options)
      }
    }
  }`
}

/** Takes them away from the page and from every worker. */
async function takeAway(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript({ content: without(names) })
  await page.route(/worker-[\w-]+\.js$/, (route) => {
    const file = readFileSync(join(DIST, new URL(route.request().url()).pathname), 'utf8')
    return route.fulfill({ contentType: 'text/javascript', body: `${without(names)}\n${file}` })
  })
}

async function checkAccount(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_all_bans')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.getByRole('heading', { name: resultText.verdict.found(4) }).waitFor()
}

test('both checks, the history, a report and a short profile work without anything that came after the oldest browsers', async ({
  page,
}) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await takeAway(page, NEWER)
  await checkAccount(page)
  expect(workers.length).toBeGreaterThan(0)
  expect(await page.evaluate(() => [typeof AbortSignal.any, typeof Promise.withResolvers])).toEqual([
    'undefined',
    'undefined',
  ])

  await checkPosts(page, [OK, EXCLUDED])
  await page.getByRole('heading', { name: GROUP_LOOKS.excluded.finding(1) }).waitFor()
  await page.getByRole('checkbox', { name: resultText.filter.chip(resultText.badge.ok, 1) }).uncheck()
  await expect(results(page)).toHaveCount(1)
  await more(page)
  await page.getByRole('link', { name: text.history.open }).click()
  await page.getByRole('heading', { name: text.history.h1 }).waitFor()
  await expect(results(page)).toHaveCount(2)

  await page.goto('/report')
  await page.getByLabel(reportText.months.keep).check()
  await page.getByRole('button', { name: reportText.sample }).click()
  await page.getByText('593件のうち、のべ7件のポストで表示が制限されていました').waitFor()

  await page.goto('/pow?difficulty=2&trials=200&lanes=2&autostart=1')
  await page.getByRole('heading', { name: powText.result.verdict.agrees.title }).waitFor()
  await page.locator('summary').filter({ hasText: powText.chart.title }).click()
  await expect(page.locator('canvas').first()).toBeVisible()
})

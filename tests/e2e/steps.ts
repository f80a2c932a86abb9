import { chromium, expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { VALUE_PER_DIFFICULTY } from '../../contract/challenge.ts'
import { sampleReport } from '../../src/report/summary.ts'
import { LABEL_RULES } from '../../src/results/labels/rules.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { observationText } from '../../src/text/observations.ts'
import { resultText } from '../../src/text/result.ts'
import { findProgram } from '../run/programs.ts'

/** The words beside an item that somebody looked at by hand: who looked, and the answer, without the date. */
export const observed = (answer: string, viewer?: string) =>
  observationText.own(answer, '', viewer).replace('（）', '')

/** The words with which every comparison with the last check begins, up to its date. */
export const [BEFORE = ''] = logText.same('#').split('#')

/** Types a name into the field of the account check. */
export async function typeName(page: Page, name: string): Promise<void> {
  await page.getByLabel(text.form.user.label).fill(name)
}

/** Presses of the key after which a control counts as out of a keyboard's reach. */
const PATIENCE = 80

/** Goes to a control as a keyboard does, with Tab alone; throws where that does not lead to it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  // To look for a control by its role and name before each press would take longer than the press.
  let element = await control.elementHandle()
  for (let press = 0; press < PATIENCE; press++) {
    const isFocused = await element?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : null,
    )
    if (isFocused) return
    if (isFocused === false) await page.keyboard.press('Tab')
    else element = await control.elementHandle()
  }
  throw new Error(`Tab does not lead to ${control}`)
}

/** Presses a key on controls that Tab leads to. */
export function pressOn(page: Page): (control: Locator, key?: string) => Promise<void> {
  return async (control, key = 'Enter') => {
    await tabTo(page, control)
    await page.keyboard.press(key)
  }
}

/**
 * Goes back from within the page: one restored from the back-forward cache has no load event that the driver
 * could wait for. It leaves after the answer of the call, which it would take with it otherwise.
 */
export async function goBack(page: Page): Promise<void> {
  await page.evaluate(() => void setTimeout(() => history.back()))
}

/** A JSON file as a visitor chooses it. */
export const jsonFile = (name: string, content: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(content),
})

/** Drops a JSON file on the page's title. */
export async function dropFile(page: Page, words: string): Promise<void> {
  const dropped = await page.evaluateHandle((words) => {
    const data = new DataTransfer()
    data.items.add(new File([words], 'dropped.json', { type: 'application/json' }))
    return data
  }, words)
  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer: dropped })
}

/** Checks an account on the page that is open. */
export async function check(page: Page, screenName = 'sbx_search'): Promise<void> {
  await typeName(page, screenName)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

/** Checks an account, and waits until the device keeps its answer. */
export async function checkAndKeep(page: Page, screenName: string): Promise<void> {
  // By way of an empty page: the same address again would bring the answer before back.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.goto('/')
  await check(page, screenName)
  await keptAnswer(page).waitFor()
}

/** The answer of an account, as soon as the device keeps it. */
export const keptAnswer = (page: Page): Locator => page.locator('[data-answer][data-kept]')

/** Changes the records of a table of the device's log, as an earlier day left them. */
export const changeRecords = (page: Page, table: 'checks' | 'batches', changes: Record<string, unknown>) =>
  page.evaluate(
    async ([table, changes]) => {
      const opening = indexedDB.open('shadowban-log')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const work = opening.result.transaction(table, 'readwrite')
      const store = work.objectStore(table)
      const reading = store.getAll()
      reading.onsuccess = () => {
        const rows = reading.result as object[]
        store.clear()
        for (const row of rows) store.put({ ...row, ...changes })
      }
      await new Promise((resolve) => (work.oncomplete = resolve))
      opening.result.close()
    },
    [table, changes] as const,
  )

/** Saves a file by the button of this name. Gives its name and what is in it. */
export async function savedFile(from: Page | Locator, name: string) {
  const page = 'page' in from ? from.page() : from
  const download = page.waitForEvent('download')
  await from.getByRole('button', { name }).press('Enter')
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

export async function saved(from: Page | Locator, name: string): Promise<string> {
  return (await savedFile(from, name)).bytes.toString()
}

/** Keeps the files of such a name from the page until the returned function is called. */
export const hold = (page: Page, file: string) => holdBack(page, `**/assets/${file}.js`)

/** Holds back what is asked for at a URL until the returned function is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens the site and checks an account to the end. */
export async function completes(page: Page, url = '/') {
  await page.goto(url)
  await check(page)
  await expect(page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) })).toBeVisible()
}

/** Answers with challenges that no counter below 10,000,000 solves. */
export async function answerChallenges(page: Page): Promise<void> {
  const json = { key: 'k'.repeat(48), value: 16 * VALUE_PER_DIFFICULTY }
  await page.route('**/api/generate-keyvalue', (route) => route.fulfill({ json }))
}

/** Init scripts: a browser without workers, and one that denies storage. */
export const workerless = () => Reflect.deleteProperty(globalThis, 'Worker')
export const storageless = () => {
  for (const name of ['sessionStorage', 'localStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}

/** In the page: what a browser's translation does. Every text goes, in an instant of its own, into elements that React knows nothing of. */
export function translate(): void {
  const isOurs = (node: Node) =>
    node.parentElement?.closest('font, script, style, noscript, title, option, datalist')
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (walker.nextNode()) found.push(walker.currentNode as Text)
    for (const node of found) {
      if (isOurs(node) || node.data.trim() === '') continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.append(inner)
      node.replaceWith(outer)
      inner.append(node.data)
    }
  }
  wrap(document.body)
  new MutationObserver(() => wrap(document.body)).observe(document.body, {
    childList: true,
    characterData: true,
    subtree: true,
  })
}

/** A page in a Chromium of its own, started with other flags than the rest. Closed by `await using`. */
export async function openWith(baseURL: string | undefined, flags: string[], withoutFlags: string[] = []) {
  const root = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: findProgram('chromium'),
    args: [...(root ? ['--no-sandbox'] : []), '--disable-background-networking', ...flags],
    ignoreDefaultArgs: withoutFlags,
  })
  const page = await browser.newPage({ ...(baseURL && { baseURL }), locale: 'ja-JP' })
  return {
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
    },
  }
}

/** A report with every label of the table, and one that is not known. */
export const everyLabelReport = JSON.stringify({
  ...(JSON.parse(sampleReport) as object),
  postLabels: [...namesOf('post'), 'BRAND_NEW'].map((label) => ({
    label,
    posts: '12',
    percentageOfPosts: '2.02%',
  })),
  accountLabels: namesOf('account').map((label) => ({
    label,
    days: '5',
    daysInPeriod: 31,
    percentageOfDays: '16.12%',
  })),
})

function namesOf(place: keyof typeof LABEL_RULES): string[] {
  return Object.keys(LABEL_RULES[place]).map((label) => label.replace('(CC)', '(DE, FR)'))
}

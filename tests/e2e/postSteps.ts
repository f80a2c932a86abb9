import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { postFormText } from '../../src/text/postForm.ts'

/** A post of the sandbox: the last digits of its id pick the status, and the reason of one that was not searched for. */
export const sandboxPost = (ending: string) =>
  `https://x.com/sbx_clear/status/${'1980000000000000000'.slice(0, -ending.length)}${ending}`
export const OK = sandboxPost('00')
export const QUOTE = sandboxPost('06')
export const EXCLUDED = sandboxPost('07')
export const GONE = sandboxPost('08')
export const UNKNOWN = sandboxPost('09')

export const row = (page: Page, number: number) => page.getByLabel(postFormText.row.label(number))

/** Fills the rows of the form one by one and starts the check. */
export async function checkPosts(page: Page, urls: readonly string[]): Promise<void> {
  await page.goto('/tweetcheck')
  await fillRows(page, urls)
  await start(page)
}

export async function fillRows(page: Page, urls: readonly string[]): Promise<void> {
  for (const [index, url] of urls.entries()) {
    if (index > 0) await page.getByRole('button', { name: text.post.add }).click()
    await row(page, index + 1).fill(url)
  }
}

export async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: text.post.submit }).click()
}

/** Unfolds what can be done with a result besides sharing and saving it. */
export async function more(page: Page): Promise<void> {
  await page.getByRole('button', { name: text.more }).click()
}

/** The rows of a result list that are shown. */
export const results = (page: Page) => page.locator('li[data-group]').filter({ visible: true })

/** Answers the batch call with what a test wants; the challenge stays real. */
export async function answerBatch(page: Page, body: unknown, status = 200): Promise<void> {
  const json = typeof body === 'string' ? body : JSON.stringify(body)
  await page.route('**/api/check-batch', (route) =>
    route.fulfill({ status, contentType: 'application/json', body: json }),
  )
}

/** Counts the calls of one API path. */
export function countCalls(page: Page, path: string): { count: number } {
  const calls = { count: 0 }
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count++
  })
  return calls
}

import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { reportText } from '../../src/text/report.ts'
import { results, start } from './postSteps.ts'

/** The parameters of a link to the form, with twelve posts. */
export const POSTS = Array.from(
  { length: 12 },
  (_, index) => `url=https://x.com/sbx_clear/status/${index + 100}`,
)

async function checked(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill(name)
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await page.locator('main').getByRole('link', { name: logText.h1 }).waitFor()
  await page.locator('[data-unfinished]').first().waitFor({ state: 'detached' })
}

/** Opens what is folded, but for links to elsewhere. */
async function unfold(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) if (details instanceof HTMLDetailsElement) details.open = true
  })
}

/** Every page, filled with what it can hold. */
export const pageStates = {
  '/': (page) => page.goto('/').then(() => unfold(page)),
  'an account': (page) => checked(page, 'sbx_mixed').then(() => unfold(page)),
  'an account with bans': (page) => checked(page, 'sbx_all_bans').then(() => unfold(page)),
  '/tweetcheck': async (page) => {
    await page.goto(`/tweetcheck?${POSTS.join('&')}`)
    await page.getByRole('button', { name: text.post.fold.open }).click()
  },
  'a batch of posts': async (page) => {
    await page.goto(`/tweetcheck?${POSTS.join('&')}`)
    await start(page)
    await results(page).first().waitFor()
    await unfold(page)
  },
  '/report': async (page) => {
    await page.goto('/report')
    await page.getByLabel(reportText.months.keep).check()
    await page.getByRole('button', { name: reportText.sample }).click()
    await page.getByRole('heading', { name: /7月/ }).waitFor()
    await unfold(page)
  },
  '/log': async (page) => {
    await checked(page, 'sbx_mixed')
    await page.goto('/log')
    await page.getByRole('heading', { level: 2, name: '@sbx_mixed' }).waitFor()
  },
  '/pow': (page) => page.goto('/pow').then(() => unfold(page)),
  '/how': (page) => page.goto('/how').then(() => unfold(page)),
  '/privacy': (page) => page.goto('/privacy').then(() => undefined),
  'a page that is not there': (page) => page.goto('/no/such/page').then(() => undefined),
} as const satisfies Record<string, (page: Page) => Promise<void>>

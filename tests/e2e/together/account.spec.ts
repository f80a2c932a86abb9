import type { Page } from '@playwright/test'
import { guideText } from '../../../src/text/guide.ts'
import { text } from '../../../src/text/ja.ts'
import { logText } from '../../../src/text/log.ts'
import { resultText } from '../../../src/text/result.ts'
import { sampleReport } from '../../../src/report/summary.ts'
import { reportText } from '../../../src/text/report.ts'
import { expect, test } from '../fixtures.ts'
import { checkAndKeep, check as start, hold, holdBack, jsonFile, observed, typeName } from '../steps.ts'
import { tableOf } from '../observe.ts'
import { OK, row } from '../postSteps.ts'

const { guided } = guideText
const field = (page: Page) => page.getByLabel(text.form.user.label)
const submit = (page: Page) => page.getByRole('button', { name: text.form.user.submit })
const dialog = (page: Page) => page.getByRole('dialog')
const line = (page: Page) =>
  page
    .locator('section[data-answer]')
    .getByText(/^@\w+$/)
    .first()
const seen = observed('')

async function check(page: Page, name: string) {
  await start(page, name)
  await expect(line(page)).toHaveText(`@${name}`)
}

const { answers } = resultText.ban.search_suggestion_ban

async function begin(page: Page, name: string) {
  await page.context().route('https://x.com/**', (route) => route.fulfill({ body: 'X' }))
  await page.goto('/')
  await check(page, name)
  await openGuide(page)
}

async function openGuide(page: Page) {
  await page.getByRole('button', { name: guided.start(3) }).click()
}

const address = (name: string) => new RegExp(`\\?screen_name=${name}$`)

test('guide × second check, picture × next account: observations stay with their account, and the choice to draw them with one result', async ({
  page,
}) => {
  await begin(page, 'sbx_search_only')
  await dialog(page).getByRole('button', { name: answers.seen, exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.locator('summary').getByText(answers.seen)).toBeVisible()
  await check(page, 'sbx_search_only')
  await expect(page.locator('summary').getByText(seen)).toHaveCount(1)

  const choice = page.getByLabel(guided.inPicture)
  const more = page.getByRole('button', { name: text.more })
  await more.click()
  await choice.check()
  await check(page, 'sbx_unknown')
  await page.locator('summary').filter({ hasText: 'Search Suggestion Ban' }).click()
  await page.locator('details[open]').getByText(answers.unseen).filter({ visible: true }).click()
  await more.click()
  await expect(choice).not.toBeChecked()
  await page.goBack()
  await expect(line(page)).toHaveText('@sbx_search_only')
  await expect(page.locator('summary').getByText(seen)).toContainText(`：${answers.seen}（`)
})

test.describe('a failed check', () => {
  test.use({ expectedMessages: [/500|ERR_INTERNET_DISCONNECTED|ERR_FAILED|The device is offline/] })

  test('failed check × offline × typing × another page: the retry repeats what failed and leaves what is half typed, and does not happen after the page is left', async ({
    page,
    context,
  }) => {
    const failsOffline = async (name: string) => {
      await typeName(page, name)
      await context.setOffline(true)
      await submit(page).click()
      await expect(page.getByText(text.alert.offline)).toBeVisible()
    }
    await page.goto('/')
    await check(page, 'sbx_clear')
    await failsOffline('sbx_search')
    await field(page).fill('sbx_gh')
    await context.setOffline(false)
    await expect(line(page)).toHaveText('@sbx_search')
    await expect(field(page)).toHaveValue('sbx_gh')

    await failsOffline('sbx_clear')
    await page.getByRole('link', { name: text.how }).last().click()
    await expect(field(page)).toHaveCount(0)
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/how$/)
    await page.goBack()
    await expect(page.getByText(text.alert.failed)).toBeVisible()
    await expect(page.getByText(text.alert.offline)).toHaveCount(0)
  })

  test('log × a failed check: the link of the log checks the account again, though its check has just failed', async ({
    page,
  }) => {
    await checkAndKeep(page, 'sbx_search')
    // A new page, which shows no result.
    await page.goto('/')
    await page.route('**/api/check-by-user', (route) => route.fulfill({ status: 500 }))
    await start(page, 'sbx_search')
    await expect(page.getByText(text.alert.failed)).toBeVisible()
    await page.unroute('**/api/check-by-user')
    await page.getByRole('link', { name: text.log }).last().click()
    await page.getByRole('region', { name: '@sbx_search' }).getByRole('link', { name: logText.check }).click()
    await expect(
      page.getByRole('heading', { name: resultText.verdict.foundOf(['Search Ban']) }),
    ).toBeVisible()
    await expect(page.getByText(text.alert.failed)).toHaveCount(0)
  })
})

test('scripts × early tap: a tap on the button with an invalid name says why it is not checked, and rows added before hydration stay', async ({
  page,
}) => {
  const release = await hold(page, 'AccountPage-*')
  await page.goto('/', { waitUntil: 'commit' })
  await field(page).fill('なまえ')
  await submit(page).click()
  const rows = await page.context().newPage()
  const releaseRows = await hold(rows, 'PostCheckPage-*')
  await rows.goto('/tweetcheck', { waitUntil: 'commit' })
  await row(rows, 1).fill(OK)
  await rows.getByRole('button', { name: text.post.add }).click()
  release()
  await expect(page.getByText(text.valid.characters)).toBeVisible()
  releaseRows()
  await expect(row(rows, 2)).toBeVisible()
  await expect(row(rows, 1)).toHaveValue(OK)
})

test('own report × another account: its month is shown beside the result of its own account only', async ({
  page,
}) => {
  const month = page.locator('summary').getByText(/^Xのレポート（2026年7月）/)
  await page.goto('/report')
  await page.getByLabel(reportText.choose).setInputFiles(jsonFile('report.json', sampleReport))
  await page.getByLabel(reportText.months.keep).check()
  await expect.poll(() => tableOf(page, 'settings')).toContain(true)
  const { owner } = reportText.months
  await page.getByText(owner.title('')).click()
  await page.getByLabel(owner.label, { exact: true }).fill('sbx_search_only')
  await page.getByRole('button', { name: owner.keep, exact: true }).click()
  await expect(page.getByText(owner.kept(true))).toBeVisible()
  await page.goto('/')
  await check(page, 'sbx_search_only')
  await expect(month).toHaveCount(4)
  await check(page, 'sbx_unknown')
  await expect(month).toHaveCount(0)
})

test('result × leaving: a result that arrives while the page of a followed link is being loaded does not keep the visitor', async ({
  page,
}) => {
  const answer = await holdBack(page, '**/api/check-by-user')
  const release = await hold(page, 'PostCheckPage-*')
  await page.goto('/')
  await start(page, 'sbx_clear')
  await expect(page.getByText(text.phase.server).last()).toBeVisible()
  await page.getByRole('link', { name: text.tab.post }).click()
  answer()
  await expect(line(page)).toHaveText('@sbx_clear')
  release()
  await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeFocused()
  await expect(page).toHaveURL(/\/tweetcheck$/)
  await page.goBack()
  await expect(line(page)).toHaveText('@sbx_clear')
  await expect(page).toHaveURL(address('sbx_clear'))
})

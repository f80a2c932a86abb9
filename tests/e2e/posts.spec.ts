import type { Locator, Page } from '@playwright/test'
import { GROUP_STYLES } from '../../src/results/groups.ts'
import { filesText } from '../../src/text/files.ts'
import { text } from '../../src/text/ja.ts'
import { logText } from '../../src/text/log.ts'
import { observationText } from '../../src/text/observations.ts'
import { postFormText } from '../../src/text/postForm.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { resultText } from '../../src/text/result.ts'
import { expect, test } from './fixtures.ts'
import { isPrefetched, requestsOf } from './observe.ts'
import {
  EXCLUDED,
  GONE,
  OK,
  QUOTE,
  UNKNOWN,
  checkPosts,
  countCalls,
  more,
  results,
  row,
  sandboxPost,
  start,
} from './postSteps.ts'
import { observed, saved, savedFile } from './steps.ts'

const BATCH = [OK, QUOTE, EXCLUDED, GONE, 'hello']

async function shareText(page: Page) {
  const href = await page.getByRole('link', { name: resultText.share.batch }).getAttribute('href')
  return new URL(href ?? '').searchParams.get('text') ?? ''
}

test('a post check goes from the rows to the results, their share and their saved history', async ({
  page,
}) => {
  const preview = page.waitForRequest(/\/api\/oembed\?url=.*&ticket=\d+\./)
  await checkPosts(page, BATCH)
  await preview
  await expect(page).toHaveURL(/\/tweetcheck\/history\/[\w-]{22}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('X ポスト検索除外チェッカー')
  await expect(page.locator('p[lang=en]')).toHaveText('X Post Search-Exclusion Checker')
  await expect(page.getByRole('heading', { name: GROUP_STYLES.excluded.finding(1) })).toBeVisible()
  await expect(page.getByText(/^チェック日時：\d{4}年\d{1,2}月\d{1,2}日 \d\d時\d\d分\d\d秒$/)).toBeVisible()
  await expect(
    page.getByText(/^4回検索しても見つかりませんでした（\d+月\d+日 [12]?\d:\d\d）。$/),
  ).toBeVisible()

  await expect(page.getByText(text.sandbox.notice)).toBeVisible()
  await expect(results(page)).toHaveCount(5)
  const groups = ['ok', 'quote', 'excluded', 'error', 'error'] as const
  for (const [index, group] of groups.entries())
    await expect(results(page).nth(index)).toContainText(resultText.badge[group])
  await expect(results(page).first().getByRole('link')).toHaveAttribute('href', OK)
  await expect(results(page).first().getByRole('link')).toHaveAttribute('target', '_blank')
  await expect(results(page).nth(4)).toContainText('hello')
  await expect(results(page).nth(4).getByRole('link')).toHaveCount(0)

  const link = (await shareText(page)).split('\n').at(-1) ?? ''
  expect(page.url()).toBe(link)
  const author = page.getByRole('link', { name: text.post.authors })
  await expect(author).toHaveAttribute('href', '/?screen_name=sbx_clear')
  await expect(page.getByText(text.info.usagePost)).toBeHidden()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(resultText.history.h1)
  await expect(page.getByText(text.sandbox.notice)).toBeVisible()
  // A saved batch holds posts alone, not the line that is none.
  await expect(results(page)).toHaveCount(4)
  await expect(page.getByText(/^全4件・\d+月\d+日 \d+:\d\d 時点の結果です$/)).toBeVisible()
  expect((await shareText(page)).split('\n').at(-1)).toBe(link)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await page.getByRole('link', { name: text.post.back }).click()
  await expect(page).toHaveURL(/\/tweetcheck$/)
})

test('the groups of results can be filtered in a narrow window, which says if nothing is left and explains the badges', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await checkPosts(page, BATCH)
  const chips = page.getByRole('group', { name: resultText.filter.group })
  const boxes = chips.getByRole('checkbox')
  await expect(boxes).toHaveCount(4)
  for (const box of await boxes.all()) await expect(box).toBeInViewport({ ratio: 1 })
  await boxes.first().focus()
  for (let index = 0; index < 4; index++) {
    await expect(boxes.nth(index)).toBeFocused()
    await expect(boxes.nth(index)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
  }
  const counts = { ok: 1, excluded: 1, quote: 1, error: 2 } as const
  let left = 5
  for (const [group, count] of Object.entries(counts)) {
    const chip = chips.getByRole('checkbox', {
      name: `${resultText.badge[group as keyof typeof counts]} ${count}`,
    })
    await expect(chip).toBeChecked()
    await chip.uncheck()
    left -= count
    await expect(results(page)).toHaveCount(left)
  }
  await expect(page.getByText('No Data.', { exact: true })).toBeVisible()
  await expect(page.getByText(resultText.empty.hint)).toBeVisible()
  for (const group of ['ok', 'excluded', 'quote'] as const)
    await expect(page.getByText(GROUP_STYLES[group].legendWithEvidence)).toBeVisible()
  await expect(page.getByText(GROUP_STYLES.error.legend)).toBeVisible()
})

test('a list of posts has all of them in the order of the batch, its filters in one order, the way back above it and the legend below it', async ({
  page,
}) => {
  const urls = [
    GONE,
    OK,
    ...Array.from({ length: 18 }, (_, index) => sandboxPost(`${index + 10}0`)),
    EXCLUDED,
  ]
  await page.goto(`/tweetcheck?${new URLSearchParams(urls.map((url) => ['url', url]))}`)
  await start(page)
  await expect(results(page)).toHaveCount(urls.length)
  expect(
    await results(page).evaluateAll((rows) => rows.map((row) => row.querySelector('a')?.href ?? '')),
  ).toEqual(urls)
  const { badge } = resultText
  const chips = page.getByRole('group', { name: resultText.filter.group }).locator('label')
  const groups = ['ok', 'excluded', 'quote', 'error'] as const
  await expect(chips).toHaveText(groups.map((group) => new RegExp(`^${badge[group]}`)))
  const top = async (element: Locator) => (await element.boundingBox())?.y ?? NaN
  const places = [
    await top(page.getByRole('link', { name: text.post.back })),
    await top(results(page).first()),
    await top(results(page).last()),
    await top(page.getByText(GROUP_STYLES.ok.legendWithEvidence)),
  ]
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a submit without a URL does nothing: no message is shown, and the focus moves to the first row', async ({
  page,
}) => {
  await page.goto('/tweetcheck')
  await page.getByRole('button', { name: text.post.add }).click()
  // The last text to come, with the answer of the server.
  await expect(page.getByText(text.sandbox.before.posts)).toBeVisible()
  const before = await page.getByRole('main').innerText()
  await start(page)
  await expect(row(page, 1)).toBeFocused()
  await expect(page).toHaveURL(/\/tweetcheck$/)
  expect(await page.getByRole('main').innerText()).toBe(before)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test.describe('each batch has its own address', () => {
  test.use({ expectedMessages: [/503/] })

  test('a second batch in one tab never has the address of the first one, also if it fails, and a reload shows its own result', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const replace = history.replaceState.bind(history)
      history.replaceState = (state, unused, url) => {
        if (url) sessionStorage.setItem('written', `${sessionStorage.getItem('written') ?? ''} ${url}`)
        replace(state, unused, url)
      }
    })
    const second = async (url: string) => {
      await page.getByRole('link', { name: text.post.back }).click()
      await row(page, 1).fill(url)
      await start(page)
    }
    await checkPosts(page, [OK])
    await expect(page).toHaveURL(/\/tweetcheck\/history\//)
    const first = page.url()
    await page.evaluate(() => sessionStorage.removeItem('written'))
    await second(EXCLUDED)
    await expect(results(page)).toContainText(resultText.badge.excluded)
    await expect(page).toHaveURL(/\/tweetcheck\/history\//)
    expect(page.url()).not.toBe(first)
    expect(await page.evaluate(() => sessionStorage.getItem('written') ?? '')).not.toContain(first)
    await page.route('**/api/check-batch', (route) => route.fulfill({ status: 503, json: { code: 'busy' } }))
    await second(GONE)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/tweetcheck\/results$/)
    await page.unroute('**/api/check-batch')
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
    await expect(results(page)).toContainText(resultText.badge.excluded)
    await page.reload()
    await expect(results(page)).toContainText(resultText.badge.excluded)
  })
})

test('the first post is on the first screen of a phone, and so is the beginning of the posts of a saved batch', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await checkPosts(page, [...BATCH, UNKNOWN])
  const head = results(page).first().locator('time')
  await expect(head).toBeInViewport({ ratio: 1 })
  await expect(results(page).first().getByRole('link')).toBeInViewport({ ratio: 1 })
  // All at once: between two questions the page may move.
  const middles = await results(page)
    .first()
    .evaluate((row) =>
      ['time', 'a']
        .map((name) => row.querySelector(name)?.getBoundingClientRect() ?? new DOMRect())
        .map(({ y, height }) => y + height / 2),
    )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)
  await page.reload()
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: text.post.list })).toBeInViewport({ ratio: 1 })
})

test('the filters are on one line, so are the badge, date and link of a post, and the first of 12 posts begins on the first screen, also of saved ones', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const urls = Array.from({ length: 12 }, (_, index) => sandboxPost(`${index + 10}${index % 10}`))
  await page.goto(`/tweetcheck?${new URLSearchParams(urls.map((url) => ['url', url]))}`)
  await start(page)
  await expect(results(page)).toHaveCount(12)
  expect((await results(page).first().boundingBox())?.y).toBeLessThan(640)
  const middles = async (elements: Locator) =>
    await elements.evaluateAll((all) =>
      all.map((element) => {
        const { y, height } = element.getBoundingClientRect()
        return Math.round(y + height / 2)
      }),
    )
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const chips = page.getByRole('group', { name: resultText.filter.group }).locator('label')
  expect(spread(await middles(chips))).toBeLessThan(4)
  await page.reload()
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  await expect(results(page)).toHaveCount(12)
  expect((await results(page).first().boundingBox())?.y).toBeLessThan(640)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(spread(await middles(chips))).toBeLessThan(4)
  for (const post of await results(page).all())
    expect(spread(await middles(post.locator(':scope > :first-child > *')))).toBeLessThan(4)
})

test('the form spreads a pasted list over rows, shows hints on likely mistakes, and shows the end of a long URL when its field loses the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/tweetcheck')
  await row(page, 1).fill(`https://x.com/a_long_name_1234/status/1980000000000000001?t=${'x'.repeat(40)}`)
  await row(page, 1).blur()
  await expect.poll(() => row(page, 1).evaluate((input) => input.scrollLeft)).toBeGreaterThan(100)
  await row(page, 1).fill('hello')
  await row(page, 1).evaluate((field, words) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', words)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `1. ${OK}\n2. ${EXCLUDED}、${OK}?s=20\n3. ${QUOTE}`)
  await expect(row(page, 1)).toHaveValue('hello')
  await expect(row(page, 1)).toHaveAccessibleDescription(postFormText.hint.notPost)
  await expect(row(page, 2)).toHaveValue(OK)
  await expect(row(page, 3)).toHaveValue(EXCLUDED)
  // One post in two forms is one row.
  await expect(row(page, 4)).toHaveValue(QUOTE)
  await expect(row(page, 4)).toBeFocused()
  await row(page, 4).fill(`${OK}?s=20`)
  await expect(row(page, 4)).toHaveAccessibleDescription(postFormText.hint.duplicate)
  await start(page)
  await expect(results(page).filter({ hasText: 'hello' })).toHaveCount(1)
})

test('a saved history can be taken along: its link copied or shared, and JSON and CSV saved under the time of its check', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const share = async (data: ShareData) => void sessionStorage.setItem('shared', data.text ?? '')
    Object.defineProperty(navigator, 'share', { value: share })
  })
  await checkPosts(page, BATCH)
  const intent = await shareText(page)
  await more(page)
  await page.getByRole('button', { name: resultText.share.sheet }).click()
  expect(await page.evaluate(() => sessionStorage.getItem('shared'))).toBe(intent)
  await page.getByRole('button', { name: filesText.copy.action }).click()
  await expect(page.getByRole('button', { name: filesText.copy.done })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await page.goto(link)
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  const id = new URL(link).pathname.split('/').pop()
  const history = await page.request.get(`/api/get-history-by-session-id?id=${id}`)
  const { timestamp } = (await history.json()) as { timestamp: number }
  const inJapan = new Date(timestamp + 9 * 3_600_000).toISOString()
  const at = inJapan.replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15)
  const saved = async (button: string, ending: string) => {
    const { name, bytes } = await savedFile(page, button)
    expect(name).toBe(`posts-${at}.${ending}`)
    return bytes.toString()
  }
  await more(page)
  const { version, checkedAt, results: posts } = JSON.parse(await saved(filesText.json, 'json'))
  expect(version).toBe(1)
  expect(Date.parse(checkedAt)).toBe(timestamp)
  const kept = BATCH.filter((line) => line !== 'hello')
  expect(posts).toMatchObject(kept.map((url) => ({ url })))
  expect(posts[0].evidence).toMatchObject({ found: true, author: 'sbx_clear' })
  expect((await saved(filesText.csv, 'csv')).trimEnd().split('\r\n')).toHaveLength(1 + kept.length)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: filesText.copy.action }).click()
  await expect(page.getByLabel(filesText.copy.failed)).toHaveValue(link)
})

test('a history link without an id leads to the home page, and the form says before anything is sent that more than 200 URLs are too many', async ({
  page,
}) => {
  for (const path of ['/tweetcheck/history', '/tweetcheck/history/']) {
    await page.goto(path)
    await expect(page).toHaveURL(/:\d+\/$/)
  }
  const calls = countCalls(page, '/api/generate-keyvalue')
  const urls = Array.from({ length: 201 }, (_, index) => `https://x.com/sbx_clear/status/${index + 1}`)
  await page.evaluate((urls) => sessionStorage.setItem('tweetcheck.urls', JSON.stringify(urls)), urls)
  await page.goto('/tweetcheck/results')
  await expect(page).toHaveURL(/\/tweetcheck$/)
  await expect(page.getByRole('alert')).toHaveText(postFormText.excess(200, 1))
  await expect(row(page, 201)).toHaveValue(urls[200] ?? '')
  await expect(page.getByRole('button', { name: text.post.submit })).toBeDisabled()
  await row(page, 201).press('Enter')
  await expect(page).toHaveURL(/\/tweetcheck$/)
  expect(calls.count).toBe(0)
  await page.evaluate(() => scrollTo(0, 0))
  const keepFirst = page.getByRole('button', { name: postFormText.tidy.first(200) })
  // A script clicks, because a click by Playwright scrolls the page first.
  await keepFirst.evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('button', { name: text.post.submit })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.getByRole('button', { name: postFormText.tidy.undo }).click()
  await expect(row(page, 201)).toHaveValue(urls[200] ?? '')
  await row(page, 201).fill('')
  await expect(page.getByText(postFormText.excess(200, 1))).toHaveCount(0)
  await start(page)
  await expect(page).toHaveURL(/\/tweetcheck\/(results|history\/.+)$/)
})

/** The sandbox reads the reason, of which this is the first, from the two digits before the last one. */
const UNSEARCHED = sandboxPost('05')
const { see } = postSearchText

test('the visitor can look in the search of X, and the answer is stored on the device and sent nowhere', async ({
  page,
}) => {
  await checkPosts(page, [UNSEARCHED, OK])
  const row = results(page).filter({ hasText: resultText.badge.unsearched })
  await expect(page.getByText(see.title, { exact: true })).toHaveCount(1)
  const sent = requestsOf(page)
  await row.getByText(see.title, { exact: true }).click()
  const link = row.getByRole('link', { name: see.link })
  await expect(link).toHaveAttribute('href', /^https:\/\/x\.com\/search\?q=from%3Asbx_clear/)
  await row.getByRole('radio', { name: see.answers.unseen }).check()
  await expect(row.getByText(observationText.outcome.kept)).toBeVisible()
  await expect(row).toContainText(observed(see.answers.unseen))
  await expect(row).toContainText(resultText.badge.unsearched)
  expect(await saved(page, filesText.csv)).toContain(`sbx_clear,${see.answers.unseen},`)
  expect(sent.filter((url) => !isPrefetched(url))).toEqual([])

  await more(page)
  await page.getByRole('link', { name: resultText.history.open }).click()
  await expect(page.getByRole('heading', { name: resultText.history.h1 })).toBeVisible()
  await expect(results(page).first()).toContainText(observed(see.answers.unseen))

  await page.goto('/log')
  const card = page.getByRole('region', { name: logText.postObservations })
  await expect(card).toContainText(logText.postOf('sbx_clear'))
  await card.getByRole('button', { name: logText.remove }).click()
  await expect(card).toHaveCount(0)
})

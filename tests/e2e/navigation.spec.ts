import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { countLoads } from './observe.ts'

test('shows a new page from its top, and a page gone back to where it was left', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 300 })
  await page.goto('/')
  // The page hears of it with the next frame.
  await page.evaluate(async () => {
    const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
    scrollTo(0, 250)
    await heard
  })
  await page.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/tweetcheck"]')?.click())
  await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeAttached()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(250)
})

test('a visitor who touches a field as soon as a page is there keeps the focus there', async ({ page }) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: text.tab.post })
  await link.hover()
  await link.evaluate(async (link: HTMLAnchorElement) => {
    const there = new Promise<void>((resolve) =>
      new MutationObserver((_, observer) => {
        const field = document.querySelector<HTMLElement>('input[name=url]')
        if (!field) return
        observer.disconnect()
        field.focus()
        resolve()
      }).observe(document.body, { childList: true, subtree: true }),
    )
    link.click()
    await there
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  })
  await expect(page.locator('input[name=url]').first()).toBeFocused()
})

test.describe('the error screen', () => {
  test.use({ expectedMessages: [/Failed to load resource|Failed to fetch dynamically/] })

  test('replaces a page whose code is gone, and disappears when the visitor navigates', async ({ page }) => {
    const loads = countLoads(page)
    await page.route('**/assets/PostCheckPage-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
    await page.goto('/')
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.error.title })).toBeVisible()
    await expect(page).toHaveURL(/\/tweetcheck$/)
    await expect(page).toHaveTitle(text.error.title)
    expect(loads.count).toBe(2)
    await page.getByRole('link', { name: text.error.home }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.home.h1 })).toBeVisible()
    await page.unroute('**/assets/PostCheckPage-*.js')
    await page.getByRole('link', { name: text.tab.post }).click()
    await expect(page.getByRole('heading', { level: 1, name: text.post.h1 })).toBeVisible()
  })
})

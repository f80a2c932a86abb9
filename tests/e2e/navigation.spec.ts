import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'

test('shows a new page from its top, a page gone back to where it was left, and leaves the focus in a field that is touched as soon as it is there', async ({
  page,
}) => {
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

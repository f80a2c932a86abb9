import { text } from '../../src/text/ja.ts'
import { states } from '../screenshots/states.ts'
import { expect, test } from './fixtures.ts'
import { countPages } from './pdf.ts'

const A4 = { format: 'A4' } as const

test('an answer with 20 posts is printed on at most three pages, each post with its text or address, and without what only a screen can use', async ({
  page,
}) => {
  await states['result-mixed'](page)
  expect(countPages(await page.pdf(A4))).toBeLessThanOrEqual(3)
  await page.emulateMedia({ media: 'print' })
  const rows = page.locator('li[data-group]')
  await expect(rows.filter({ visible: true })).toHaveCount(20)
  // A row whose text was not fetched yet has its address instead.
  const bare = await rows.evaluateAll(
    (all) =>
      all.filter((row) => {
        const content = row.querySelector('p[data-awaits]:empty')
        return content && getComputedStyle(content, '::after').content === 'none'
      }).length,
  )
  expect(bare).toBe(0)
  await expect(page.getByRole('heading', { name: text.info.usage })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
})

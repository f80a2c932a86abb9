import { text } from '../../src/text/ja.ts'
import { powRunText } from '../../src/text/powRun.ts'
import { resultText } from '../../src/text/result.ts'
import { states } from '../screenshots/states.ts'
import { measured, open } from '../screenshots/steps.ts'
import { expect, test } from './fixtures.ts'
import { pressable } from './observe.ts'
import { countPages } from './pdf.ts'

const A4 = { format: 'A4' } as const

test('a result with 20 posts is printed on at most two pages, its details unfolded, each post with its text or address, and without what only a screen can use', async ({
  page,
}) => {
  for (const state of ['result-all-bans', 'result-mixed'] as const) {
    await states[state](page)
    expect(countPages(await page.pdf(A4)), state).toBeLessThanOrEqual(2)
  }
  const evidence = page.locator('[data-answer] summary').filter({ hasText: 'Ghost Ban' }).locator('+ *')
  await expect(evidence).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(evidence).toBeVisible()
  await expect(page.getByRole('heading', { name: resultText.verdict.none })).toBeVisible()
  await expect(page.getByText(text.ad.placeholder).filter({ visible: true })).toHaveCount(0)
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
  expect(await pressable(page)).toEqual([])
  // The items are open on paper, so the short evidence on their surface is left out.
  await expect(page.getByText(/^直近7日間のポスト13件のうち10件が検索で見つかりました/)).toBeVisible()
  await expect(page.getByText(/^13件中10件が見つかりました/)).toBeHidden()
})

test('an open guide is left out on paper, which shows the result', async ({ page }) => {
  await states['result-guided'](page)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('dialog', { includeHidden: true })).toBeHidden()
  await expect(page.locator('[data-answer] h2')).toBeVisible()
})

test('a saved result with ten posts is printed on one page', async ({ page }) => {
  await states['history-ten'](page)
  expect(countPages(await page.pdf(A4))).toBe(1)
})

test('a printed measurement has its charts, as wide as the paper, and no form', async ({ page }) => {
  await open('/pow?difficulty=2&trials=60&autostart=1', measured)(page)
  const charts = page.getByRole('figure', { includeHidden: true })
  await expect(charts.locator('canvas')).toHaveCount(4)
  await page.setViewportSize({ width: 700, height: 990 })
  await page.emulateMedia({ media: 'print' })
  await expect(charts.filter({ visible: true }).first()).toHaveAccessibleName(powRunText.chart.times)
  for (const canvas of await charts.locator('canvas').all()) {
    // The charts are drawn again for the new width, and have no box meanwhile.
    await expect(canvas).toBeVisible()
    expect((await canvas.boundingBox())?.width).toBeLessThanOrEqual(700)
    const isDrawn = await canvas.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
      return data?.some((value) => value !== 0)
    })
    expect(isDrawn).toBe(true)
  }
  await expect(page.getByRole('button')).toHaveCount(0)
})

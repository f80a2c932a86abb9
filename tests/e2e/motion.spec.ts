import type { Page } from '@playwright/test'
import { text } from '../../src/text/ja.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/] })

/** In the page: what moves or fades for more than a millisecond. What appears late, in one step, does not. */
function moving(): string[] {
  const isLong = (durations: string) => durations.split(',').some((one) => Number.parseFloat(one) > 0.001)
  return [...document.querySelectorAll('body, body *')].flatMap((element) => {
    const styles = [undefined, '::before', '::after', '::details-content'].map((part) =>
      getComputedStyle(element, part),
    )
    const moves = styles.some(
      ({ transitionDuration, animationName, animationDuration }) =>
        isLong(transitionDuration) || (animationName !== 'none' && isLong(animationDuration)),
    )
    return moves ? [`${element.tagName} ${(element.textContent ?? '').trim().slice(0, 20)}`] : []
  })
}

async function startsCheck(page: Page): Promise<void> {
  await page.route('**/api/check-by-user', () => undefined)
  await page.goto('/')
  await page.getByLabel(text.form.user.label).fill('sbx_clear')
  await page.getByRole('button', { name: text.form.user.submit }).click()
  await expect(page.getByText(text.phase.server).first()).toBeAttached()
}

test('finds what moves @deep', async ({ page }) => {
  await pageStates['an account'](page)
  const found = await page.evaluate(moving)
  for (const name of ['DETAILS', 'SUMMARY']) expect(found).toContainEqual(expect.stringContaining(name))
  await startsCheck(page)
  expect(await page.evaluate(moving)).toContainEqual(expect.stringContaining('PROGRESS'))
})

for (const [name, open] of Object.entries({ ...pageStates, 'a running check': startsCheck })) {
  test(`nothing of ${name} moves where the visitor wants less motion @deep`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    expect(await page.evaluate(moving)).toEqual([])
  })
}

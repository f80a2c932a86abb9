import {
  SPACING,
  bareButtons,
  expectFaultless,
  lostStops,
  moving,
  smallTargets,
  style,
  troubles,
  unmarked,
} from './looks.ts'
import { expect, test } from './fixtures.ts'
import { pageStates } from './pageStates.ts'

test.use({ expectedMessages: [/404/], viewport: { width: 360, height: 740 } })

for (const [name, open] of Object.entries(pageStates)) {
  test(`everybody can use ${name}: by touch, by keyboard, with large or spaced letters, forced colours and less motion`, async ({
    page,
  }) => {
    await open(page)
    await test.step('axe finds no violation, in light and dark colours', () => expectFaultless(page))
    expect(await page.evaluate(smallTargets), 'targets below 44 pixels').toEqual([])
    expect(await page.evaluate(unmarked), 'English that is not marked as such').toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await page.evaluate(moving), 'moves in spite of less motion').toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await page.evaluate(bareButtons), 'buttons without a frame in forced colours').toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await lostStops(page), 'a focus that cannot be seen').toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await style(page, SPACING)
    expect(await page.evaluate(troubles), 'cut off with wide spacing').toEqual([])
    await style(page, 'html { font-size: 200% }')
    expect(await page.evaluate(troubles), 'cut off with letters of twice the size').toEqual([])
  })
}

test('finds small targets, movement and English where there are some', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    const added =
      '<p>words <a href="#a">link</a></p><p><a href="#b">alone</a></p><button>b</button><p>Some English</p>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
  })
  expect(await page.evaluate(smallTargets)).toEqual([
    expect.stringMatching(/^A alone/),
    expect.stringMatching(/^BUTTON b/),
  ])
  expect(await page.evaluate(moving)).toContainEqual(expect.stringMatching(/^DETAILS/))
  expect(await page.evaluate(unmarked)).toEqual(['Some English'])
})

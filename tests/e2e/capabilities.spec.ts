import type { Route } from '@playwright/test'
import { capabilitySentence, postCapabilitySentence } from '../../src/text/capabilities.ts'
import { sampleText } from '../../src/text/sample.ts'
import { formatClock } from '../../src/text/japanese.ts'
import { resultText } from '../../src/text/result.ts'
import { searchHealthText, searchHealthLines } from '../../src/text/searchHealth.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './observe.ts'
import { check } from './steps.ts'

const NOW = Date.now()
const FEW = { bans: ['search_ban' as const], posts: 'visibility' as const }
const NONE = { bans: [], posts: 'none' as const }
const PAUSED = {
  ...FEW,
  posts: 'search' as const,
  search: { state: 'paused' as const, time: NOW, until: NOW + 600_000 },
}
const lines = searchHealthLines(PAUSED)
/** What each page says of an answer. */
const SAID = [
  ['/', FEW, capabilitySentence(FEW)],
  ['/tweetcheck', FEW, postCapabilitySentence(FEW)],
  ['/', NONE, capabilitySentence(NONE)],
  ['/', PAUSED, lines.account],
  ['/tweetcheck', PAUSED, lines.posts],
] as const

// The sentences are made here, and in the browser. A phone, because its lines are the shorter ones.
test.use({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

test('one line says what can be judged, that search is paused and what works meanwhile, and nothing moves on a phone when it appears', async ({
  page,
}) => {
  const held: Route[] = []
  await page.route('**/api/capabilities', (route) => void held.push(route))
  await page.addInitScript(watchShifts, true)
  for (const [index, [path, told, line]] of SAID.entries()) {
    await page.goto(path)
    // Nothing is said before the server has answered.
    await expect(page.locator('main p[data-about]')).toHaveText('')
    const height = () => page.evaluate(() => document.body.scrollHeight)
    const before = await height()
    await expect.poll(() => held.length).toBe(index + 1)
    await held[index]?.fulfill({ json: told })
    await expect(page.getByText(line ?? '')).toHaveCount(1)
    // The example is of what can be had now.
    const sample = page.getByRole('region', { name: sampleText.label })
    if (path === '/' && told !== FEW) await expect(sample).toContainText(sampleText.byHand.about)
    expect(await height(), line ?? '').toBe(before)
    expect(await shiftsOf(page)).toEqual([])
  }
})

test('an open tab shows and removes the notice of the operator within a minute; a hidden tab does not request it', async ({
  page,
}) => {
  let told: object = FEW
  let asked = 0
  await page.route('**/api/capabilities', (route) => {
    asked++
    return route.fulfill({ json: told })
  })
  await page.clock.install()
  await page.goto('/')
  await expect.poll(() => asked).toBe(1)
  const notice = page.getByRole('status').filter({ hasText: 'Tonight from 22:00' })
  await expect(notice).toHaveCount(0)
  told = { ...FEW, notice: 'Tonight from 22:00 <b>', maintenance: true }
  await page.clock.fastForward(40_000)
  await expect(notice).toHaveText('Tonight from 22:00 <b>')
  const [top, formTop] = await Promise.all(
    [notice, page.getByRole('search')].map(async (part) => (await part.boundingBox())?.y ?? NaN),
  )
  expect(top).toBeLessThan(formTop ?? NaN)
  told = FEW
  await page.clock.fastForward(40_000)
  await expect(notice).toHaveCount(0)
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }))
  // The clock goes on by itself as well: until here the page may have asked once more.
  const before = asked
  await page.clock.runFor(120_000)
  expect(asked).toBe(before)
})

test('a search that works again is not mentioned before a check, and /how charts its hours', async ({
  page,
}) => {
  const from = Math.floor(NOW / 3_600_000) * 3_600_000
  const now = { state: 'found', time: NOW } as const
  const hours = [
    { from: from - 3_600_000, ok: 0, blind: 3, limited: 1 },
    { from, ok: 5, blind: 0, limited: 0 },
  ]
  const told = { ...PAUSED, search: now }
  await page.route('**/api/capabilities', (route) => route.fulfill({ json: told }))
  await page.route('**/api/search-health', (route) => route.fulfill({ json: { now, hours } }))
  await page.goto('/')
  await expect(page.getByText(capabilitySentence(told))).toBeVisible()
  await page.goto('/how')
  await page.getByRole('heading', { name: searchHealthText.title }).click()
  const { count } = searchHealthText
  await expect(
    page.getByRole('table').filter({ hasText: searchHealthText.hour }).getByRole('row'),
  ).toHaveText([
    [searchHealthText.hour, ...Object.values(searchHealthText.kinds)].join(''),
    [formatClock(from - 3_600_000), count(0), count(3), count(1)].join(''),
    [formatClock(from), count(5), count(0), count(0)].join(''),
  ])
})

test('a check does not wait for the capabilities', async ({ page }) => {
  await page.route('**/api/capabilities', () => undefined)
  await page.goto('/')
  await check(page, 'sbx_search_only')
  await expect(page.getByRole('heading', { name: resultText.verdict.inSearch })).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

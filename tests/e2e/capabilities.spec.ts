import type { Page, Route } from '@playwright/test'
import { capabilitySentence, postCapabilitySentence } from '../../src/text/capabilities.ts'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { resultText } from '../../src/text/result.ts'
import { formatClock } from '../../src/text/japanese.ts'
import { searchHealthText, searchHealthLines } from '../../src/text/searchHealth.ts'
import type { SearchNow } from '../../contract/wire.ts'
import { expectFaultless } from './looks.ts'
import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './observe.ts'

const FEW = { bans: ['search_ban'], posts: 'visibility' } as const
const SENTENCES = [
  capabilitySentence({ bans: [...FEW.bans], posts: FEW.posts }),
  postCapabilitySentence({ bans: [...FEW.bans], posts: FEW.posts }),
]

const tell = (page: Page, body: object, status = 200) =>
  page.route('**/api/capabilities', (route) => route.fulfill({ status, json: body }))

const check = async (page: Page, name: string) => {
  await page.getByLabel(text.form.user.label).fill(name)
  await page.getByRole('button', { name: text.form.user.submit }).click()
}

test('nothing moves when the answer comes @sizes', async ({ page }) => {
  const held: Route[] = []
  await page.route('**/api/capabilities', (route) => void held.push(route))
  await page.addInitScript(watchShifts, true)
  for (const [index, path] of ['/', '/tweetcheck'].entries()) {
    await page.goto(path)
    await expect(page.getByText(/サーバーによって異なります/)).toBeVisible()
    const height = () => page.evaluate(() => document.body.scrollHeight)
    const before = await height()
    await expect.poll(() => held.length).toBe(index + 1)
    await held[index]?.fulfill({ json: FEW })
    await expect(page.getByText(SENTENCES[index] ?? '')).toBeVisible()
    expect(await height()).toBe(before)
    expect(await shiftsOf(page)).toEqual([])
  }
})

const NOW = Date.now()
const SEARCHING = { bans: ['search_ban'], posts: 'search' } as const
test.describe('the health of search', () => {
  // The sentences are made here, and in the browser.
  test.use({ timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone })

  for (const search of [
    { state: 'missing', time: NOW },
    { state: 'paused', time: NOW, until: NOW + 600_000 },
  ] satisfies SearchNow[])
    test(`one line says that search is ${search.state}${search.until ? ' until a time' : ''} and what works meanwhile, and nothing moves @sizes`, async ({
      page,
    }) => {
      const told = { ...SEARCHING, bans: [...SEARCHING.bans], search }
      const lines = searchHealthLines(told)
      await tell(page, told)
      await page.addInitScript(watchShifts, true)
      for (const [path, line] of [
        ['/', lines.account],
        ['/tweetcheck', lines.posts],
      ] as const) {
        await page.goto(path)
        await expect(page.getByText(line ?? '')).toHaveCount(1)
        expect(line).toMatch(/(?:使え|確かめられ)ます。$/)
        expect(await shiftsOf(page)).toEqual([])
      }
    })

  test('search that healed is not spoken of before a check, and /how charts its hours @sizes', async ({
    page,
  }) => {
    const from = Math.floor(NOW / 3_600_000) * 3_600_000
    const now = { state: 'found', time: NOW } as const
    const hours = [
      { from: from - 3_600_000, ok: 0, blind: 3, limited: 1 },
      { from, ok: 5, blind: 0, limited: 0 },
    ]
    const told = { ...SEARCHING, bans: [...SEARCHING.bans], search: now }
    await tell(page, told)
    await page.route('**/api/search-health', (route) => route.fulfill({ json: { now, hours } }))
    await page.goto('/')
    await expect(page.getByText(capabilitySentence(told))).toBeVisible()
    await page.goto('/how')
    await expect(page.getByRole('heading', { name: searchHealthText.title })).toBeVisible()
    const { count } = searchHealthText
    await expect(
      page.getByRole('table').filter({ hasText: searchHealthText.hour }).getByRole('row'),
    ).toHaveText([
      [searchHealthText.hour, ...Object.values(searchHealthText.kinds)].join(''),
      [formatClock(from - 3_600_000), count(0), count(3), count(1)].join(''),
      [formatClock(from), count(5), count(0), count(0)].join(''),
    ])
    await expectFaultless(page)
  })
})

test('a check does not wait for it, and an item that is not judged says so', async ({ page }) => {
  await page.route('**/api/capabilities', () => undefined)
  await page.goto('/')
  await check(page, 'sbx_search_only')
  await expect(page.getByRole('heading', { name: resultText.verdict.noneOf(['Search Ban']) })).toBeFocused()
  const item = page.locator('details').filter({ hasText: 'Ghost Ban' })
  await expect(item.locator('summary')).toContainText(resultText.ban.unknown)
  await item.locator('summary').click()
  await expect(item.getByRole('heading', { name: guideText.see.title })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

import type { Page } from '@playwright/test'
import { guideText } from '../../src/text/guide.ts'
import { text } from '../../src/text/ja.ts'
import { postSearchText } from '../../src/text/postSearch.ts'
import { states } from '../screenshots/states.ts'
import { checked, judged, open, pause, press, typed, unfolded } from '../screenshots/steps.ts'
import type { Reach } from '../screenshots/steps.ts'
import {
  SPACING,
  bareButtons,
  expectFaultless,
  lostStops,
  moving,
  smallTargets,
  smallText,
  style,
  tornTimes,
  troubles,
  unmarked,
} from './looks.ts'
import { expect, test } from './fixtures.ts'

/** A check of an account whose search is limited, of a name that is none. */
const faulty: Reach = async (page) => {
  await states['home-search-limited'](page)
  await typed('hy-phen')(page)
  await press(text.form.user.submit)(page)
}

/** Guided through the items that X would not answer. */
const guided: Reach = async (page) => {
  await states['result-unknown-unfolded'](page)
  await press(guideText.guided.start(4))(page)
}

/** A log of two accounts, and of a post that was seen. */
const logged: Reach = async (page) => {
  for (const name of ['sbx_mixed', 'sbx_all_bans']) await checked(name)(page)
  await judged(['05'], unfolded)(page)
  await page.getByRole('radio', { name: postSearchText.see.answers.seen }).check()
  await pause(page)
  await open('/log', pause)(page)
}

const named = (...names: (keyof typeof states)[]): Record<string, Reach> =>
  Object.fromEntries(names.map((name) => [name, states[name]]))

/** What is on the site, mostly as the pictures have it: every kind of element. The first of each group has its colours in the dark, too. */
const CHOSEN: Readonly<Record<string, Record<string, Reach>>> = {
  'the form for accounts': { ...named('home-unfolded', 'home-earlier-bans'), faulty },
  'answers about accounts': { ...named('result-mixed-unfolded', 'result-all-bans'), guided },
  'accounts without an answer': named('result-suspended', 'result-limit-posts', 'failed-500'),
  'the form for posts, and batches': named(
    'history-ten',
    'history-missing',
    'posts-mistakes',
    'batch-sought',
  ),
  'the log and the profiler': { ...named('pow-result-unfolded'), logged },
  'reports and texts': named('report-every-label', 'report-months', 'how-search', 'privacy', 'not-found'),
}

const SIZE = { width: 360, height: 740 }
test.use({ expectedMessages: [/404|500/], viewport: SIZE })

for (const [group, all] of Object.entries(CHOSEN)) {
  test(`everybody can use ${group}: by touch, by keyboard, with large or spaced letters, forced colours and less motion`, async ({
    visit,
  }) => {
    test.slow()
    for (const [index, [name, reach]] of Object.entries(all).entries()) {
      await test.step(name, async () => {
        const page = await visit()
        await reach(page)
        await expectFaultless(page, name, index === 0 ? ['light', 'dark'] : ['light'])
        await expectUsable(page, name)
        await page.close()
      })
    }
  })
}

async function expectUsable(page: Page, name: string): Promise<void> {
  const expectNone = (faults: readonly string[], what: string) =>
    expect.soft(faults, `${name}: ${what}`).toEqual([])
  expectNone(await page.evaluate(smallTargets), 'targets below 44 pixels')
  expectNone(await page.evaluate(smallText), 'letters that are too small')
  expectNone(await page.evaluate(unmarked), 'English that is not marked as such')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expectNone(await page.evaluate(moving), 'moves in spite of less motion')
  await page.emulateMedia({ forcedColors: 'active' })
  expectNone(await page.evaluate(bareButtons), 'buttons without a frame in forced colours')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 320, height: 256 })
  expectNone(await page.evaluate(troubles), 'cut off in a narrow window')
  expectNone(await page.evaluate(tornTimes), 'times of day on two lines in a narrow window')
  expectNone(await lostStops(page), 'a focus that cannot be seen')
  await page.setViewportSize(SIZE)
  await style(page, SPACING)
  expectNone(await page.evaluate(troubles), 'cut off with wide spacing')
  await style(page, 'html { font-size: 200% }')
  expectNone(await page.evaluate(troubles), 'cut off with letters of twice the size')
}

test('the audit finds small targets, small letters, movement, English, torn times and a focus that cannot be seen if there are some', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => {
    const added =
      '<p>words <a href="#a">link</a></p><p><a href="#b">alone</a></p><button>b</button><p>Some English</p><p>小さい</p><select><option>1</select>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
    for (const [element, size] of [
      ['main > p:last-of-type', '13px'],
      ['main > select', '15px'],
    ] as const) {
      document.querySelector<HTMLElement>(element)?.style.setProperty('font-size', size)
      document.querySelector<HTMLElement>(element)?.style.setProperty('min-height', '44px')
    }
  })
  expect(await page.evaluate(smallTargets)).toEqual([
    expect.stringMatching(/^A alone/),
    expect.stringMatching(/^BUTTON b/),
  ])
  expect(await page.evaluate(smallText)).toEqual(['P 小さい 13px', 'SELECT  15px'])
  expect(await page.evaluate(moving)).toContainEqual(expect.stringMatching(/^DETAILS/))
  expect(await page.evaluate(unmarked)).toEqual(['Some English'])
  expect(await page.evaluate(tornTimes)).toEqual([])
  await page.evaluate(() => {
    const added = '<p class="torn">11月28日 14:10</p><p class="torn">02時03分05秒</p><p>11月28日 14:10</p>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
  })
  await style(page, '.torn { width: 1em; word-break: break-all }')
  expect(await page.evaluate(tornTimes)).toEqual(['P 11月28日 14:10', 'P 02時03分05秒'])
  expect(await lostStops(page)).toEqual([])
  await page.evaluate(() => {
    const added = '<p><a href="#bare">bare</a></p><p><a href="#covered">covered</a></p><hr />'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
  })
  const covered = 'p:has([href="#covered"]) { position: fixed; bottom: 0 }'
  await style(
    page,
    `[href="#bare"] { outline: none !important } ${covered} hr { position: fixed; inset: 0; z-index: 99; margin: 0 }`,
  )
  expect(await lostStops(page)).toContain('A covered')
  await style(page, '[href="#bare"] { outline: none !important }')
  expect(await lostStops(page)).toEqual(['A bare'])
})

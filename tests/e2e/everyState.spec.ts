import type { Page } from '@playwright/test'
import { states } from '../screenshots/states.ts'
import { checked, judged, open, pause } from '../screenshots/steps.ts'
import {
  SPACING,
  bareButtons,
  expectFaultless,
  lostStops,
  moving,
  smallTargets,
  smallText,
  style,
  TIMES,
  torn,
  troubles,
  unmarked,
  VERDICTS,
} from './looks.ts'
import { expect, test } from './fixtures.ts'

/** The pictured states, and a log that is filled sooner than theirs. */
const shown = {
  ...states,
  'log-few': async (page: Page) => {
    for (const name of ['sbx_all_bans', 'sbx_partly']) await checked(name)(page)
    await judged(['05'], open('/log', pause))(page)
  },
}

/** The pictured states that together show every kind of element in every state. */
const CHOSEN = {
  'the form for accounts': ['home-unfolded', 'home-fault', 'home-earlier-bans'],
  'answers about accounts': ['result-mixed-unfolded', 'result-all-bans', 'result-guided'],
  'accounts without an answer': ['result-suspended', 'failed-500'],
  'the form for posts, and a batch': ['posts-mistakes', 'batch-sought'],
  'saved batches, the log and the profiler': ['pow-result-unfolded', 'history-missing', 'log-few'],
  'reports and texts': ['report-every-label', 'report-months', 'how-search', 'privacy', 'not-found'],
} as const satisfies Record<string, readonly (keyof typeof shown)[]>

/** Looked at in the dark, too: each colour on each ground is computed for both schemes elsewhere. */
const DARK = new Set<keyof typeof shown>(['result-mixed-unfolded', 'pow-result-unfolded'])

const SIZE = { width: 360, height: 740 }
test.use({ expectedMessages: [/404|500/], viewport: SIZE })

for (const [group, names] of Object.entries(CHOSEN)) {
  test(`everybody can use ${group}: by touch, by keyboard, with large or spaced letters, forced colours and less motion`, async ({
    visit,
  }) => {
    test.slow()
    for (const name of names) {
      await test.step(name, async () => {
        const page = await visit()
        await shown[name](page)
        await expectFaultless(page, name, DARK.has(name) ? ['light', 'dark'] : ['light'])
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
  expectNone(await page.evaluate(torn, TIMES), 'times of day on two lines in a narrow window')
  expectNone(await lostStops(page), 'a focus that cannot be seen')
  await page.setViewportSize(SIZE)
  await style(page, SPACING)
  expectNone(await page.evaluate(troubles), 'cut off with wide spacing')
  await style(page, 'html { font-size: 200% }')
  expectNone(await page.evaluate(troubles), 'cut off with letters of twice the size')
  expectNone(
    await page.evaluate(torn, VERDICTS),
    'verdicts whose words are torn with letters of twice the size',
  )
}

test('the audit finds small targets, small letters, movement, English, torn times and verdicts, and a focus that cannot be seen if there are some', async ({
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
  expect(await page.evaluate(torn, TIMES)).toEqual([])
  await page.evaluate(() => {
    const added =
      '<p class="torn">11月28日 14:10</p><p class="torn">02時03分05秒</p><p>11月28日 14:10</p><h3 class="torn">検出されませんでした</h3>'
    document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
  })
  await style(page, '.torn { width: 1em; word-break: break-all }')
  expect(await page.evaluate(torn, TIMES)).toEqual(['P 11月28日 14:10', 'P 02時03分05秒'])
  expect(await page.evaluate(torn, VERDICTS)).toEqual(['H3 検出されませんでした'])
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

import type { Page } from '@playwright/test'
import { homeText } from '../../../src/text/home.ts'
import { logText } from '../../../src/text/log.ts'
import { tableOf } from '../observe.ts'

/** What a tab shows, and what the device stores. */
export type Observed = Awaited<ReturnType<typeof observe>>

export async function observe(page: Page) {
  const shown = await page.evaluate(read, { earlier: logText.earlier.label, chips: homeText.label })
  const [checks, batches] = await Promise.all([tableOf(page, 'checks'), tableOf(page, 'batches')])
  const order = (row: unknown) => (row as { order: number }).order
  const stored = [...checks].sort((a, b) => order(b) - order(a)).map((row) => (row as { name: string }).name)
  return { ...shown, stored, batches: batches.length }
}

/** In the page. */
function read(labels: { earlier: string; chips: string }) {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
  const words = (element: Element | null) => element?.textContent ?? ''
  const answer = find('section[data-answer]')
  const restored = find(`section[aria-label="${labels.earlier}"]`)
  const { activeElement } = document
  const { pathname, search } = location
  return {
    path: pathname,
    name: new URLSearchParams(search).get('screen_name'),
    isStartView: document.documentElement.dataset['view'] === 'home' && pathname === '/',
    isRunning: find('progress') !== null || find('[data-unfinished]') !== null,
    title: document.title,
    heading: words(find('h1')),
    answer: answer && {
      name: /^@(\w+)/.exec(
        all('section[data-answer] .unbroken')
          .map(words)
          .find((one) => /^@\w+$/.test(one)) ?? '',
      )?.[1],
      sentence: words(answer.querySelector('h2')),
      words: words(answer),
    },
    restored: restored && words(restored),
    shared: all('a[href^="https://x.com/intent/"]').map(
      (link) => new URL((link as HTMLAnchorElement).href).searchParams.get('text') ?? '',
    ),
    chips: all(`[aria-label="${labels.chips}"] a`).map((chip) => chip.getAttribute('aria-label') ?? ''),
    accounts: all('main section[aria-label^="@"]').map((card) => ({
      name: card.getAttribute('aria-label')?.slice(1),
      words: words(card),
    })),
    main: words(find('main')),
    field: (find('input[name="screen_name"]') as HTMLInputElement | null)?.value ?? null,
    isFocusLost: !activeElement || activeElement === document.body,
    isFocusHidden:
      activeElement !== null &&
      activeElement !== document.body &&
      (activeElement.matches(':disabled') || activeElement.getClientRects().length === 0),
    hasFailed: all('[role="alert"] h2').length > 0,
  }
}

import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Plan } from '../../../../src/account/guide/Plan.tsx'
import { guideText } from '../../../../src/text/guide.ts'
import { formatNearDay } from '../../../../src/text/japanese.ts'

/** A minute before and after midnight in Japan. */
const BEFORE = Date.UTC(2026, 10, 21, 14, 59)
const AFTER = Date.UTC(2026, 10, 21, 15, 1)

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://site.test' }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The day of the first task, of a plan that is read at `now`. */
function firstDay(at: number, now: number): string {
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const html = renderToStaticMarkup(<Plan ban="search_ban" name="name" at={at} />)
  return /<b[^>]*>([^<]*)<\/b>/.exec(html)?.[1] ?? ''
}

it('begins today as long as that is the day of the check on the device’s clock', () => {
  expect(firstDay(AFTER, AFTER + 60_000)).toBe(guideText.plan.today(formatNearDay(AFTER)))
  expect(firstDay(AFTER, AFTER + 23 * 3_600_000)).toBe(guideText.plan.today(formatNearDay(AFTER)))
  expect(firstDay(BEFORE, AFTER)).toBe(formatNearDay(BEFORE))
})

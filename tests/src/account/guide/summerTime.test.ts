import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { planAppointment } from '../../../../src/account/guide/Plan.tsx'
import { calendarBlob } from '../../../../src/lib/fileFormats.ts'

beforeEach(() => {
  vi.stubEnv('TZ', 'America/New_York')
  vi.stubGlobal('location', { origin: 'https://site.test' })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** Half past eleven at night on 31 October 2026 in New York, the night before summer time ends. */
const AT = Date.UTC(2026, 10, 1, 3, 30)
/** The same time of day on 7 November, in winter time. */
const LATER = Date.UTC(2026, 10, 8, 4, 30)

it('a plan made before summer time ends asks for the next check seven calendar days later, in the calendar file too', async () => {
  expect(new Date(AT).getTimezoneOffset()).toBe(4 * 60)
  const plan = planAppointment({ bans: ['search_ban'], name: 'someone', at: AT })
  expect(plan.start).toBe(LATER)
  expect(await calendarBlob(plan, AT).text()).toContain('\r\nDTSTART:20261108T043000Z\r\n')
})

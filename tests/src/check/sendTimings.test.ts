import { afterEach, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { CheckTimings } from '../../../contract/CheckTimings.ts'
import { sendTimings } from '../../../src/check/sendTimings.ts'
import { solve } from '../../../src/crypto/solve.ts'
import { addTiming } from '../../../src/timing.ts'

const sent: [url: string, body: Blob][] = []
const sendBeacon = (url: string, body: Blob) => sent.push([url, body]) > 0

afterEach(() => {
  vi.unstubAllGlobals()
  performance.clearMeasures()
  sent.length = 0
})

it('sends what the schema names and nothing else, once a check has left its steps in the timeline', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2, sendBeacon })
  await sendTimings('/api/timings', 2)
  expect(sent).toEqual([])

  // The timeline begins with the process, which may be young: nothing in it starts earlier.
  const startedAt = performance.now()
  addTiming('check:challenge', startedAt, { ok: true })
  await solve('k'.repeat(48), 2, { signal: new AbortController().signal })
  const solvedAfter = performance.now() - startedAt
  addTiming('check:call', startedAt, { ok: true })
  await sendTimings('/api/timings', 2)
  const [[url, body] = ['', new Blob()]] = sent
  expect(url).toBe('/api/timings')
  // Anything but JSON the server refuses.
  expect(body.type).toBe('application/json')
  const timings = v.parse(CheckTimings, JSON.parse(await body.text()))
  expect(timings).toMatchObject({ lanes: 1, difficulty: 2 })
  // Durations come in tenths of a millisecond.
  expect(timings.call).toBeGreaterThanOrEqual(Math.floor(solvedAfter * 10) / 10)
})

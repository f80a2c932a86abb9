import { afterEach, expect, it, vi } from 'vitest'
import { addTiming, withTiming } from '../../../src/lib/timing.ts'

const entries = (name: string) => performance.getEntriesByName(name, 'measure')

afterEach(() => {
  vi.restoreAllMocks()
  performance.clearMeasures()
})

it('the timeline stays bounded however long a search is, and entries of other names are not cleared', () => {
  addTiming('pow:solve', performance.now(), { ok: true })
  for (let range = 0; range < 10_000; range++) addTiming('pow:range', performance.now(), { attempts: 1 })
  expect(entries('pow:range').length).toBeGreaterThan(0)
  expect(entries('pow:range').length).toBeLessThanOrEqual(200)
  expect(entries('pow:solve')).toHaveLength(1)
})

it('timing does nothing in a browser without a timeline', () => {
  vi.spyOn(performance, 'measure').mockImplementation(() => {
    throw new TypeError('not a function')
  })
  expect(() => addTiming('check:ip', 0, { ok: true })).not.toThrow()
})

it('timed records a successful and a failed step, and passes on their outcomes', async () => {
  expect(await withTiming('check:call', async () => 'answer')).toBe('answer')
  await expect(withTiming('check:call', () => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  const details = entries('check:call').map((entry) => 'detail' in entry && entry.detail)
  expect(details).toEqual([{ ok: true }, { ok: false }])
})

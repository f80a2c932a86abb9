import { describe, expect, it } from 'vitest'
import type { Conditions } from '../../../../src/profiler/model/result.ts'
import { notesOf } from '../../../../src/profiler/summary/Headline.tsx'

const quiet: Conditions = { wakeLock: 'held', disturbances: [], calibration: null, steal: 0.02 }
const calibration = (start: number, end: number) => ({
  lanes: 1,
  attempts: 1_000,
  start: [start, start],
  between: [],
  end: [end, end],
})

describe('what disturbed a run, in words', () => {
  it('is nothing for a quiet run, nor for one of an older version', () => {
    expect(notesOf(quiet, false)).toEqual([])
    expect(notesOf(null, false)).toEqual([])
  })

  it('adds up how long the page was hidden and how long it stood still', () => {
    const disturbances = [
      { kind: 'hidden', at: 0, milliseconds: 3_000 },
      { kind: 'frozen', at: 4_000, milliseconds: 4_040 },
      { kind: 'hidden', at: 9_000, milliseconds: 61_000 },
      { kind: 'clock', at: 80_000, milliseconds: -3_600_000 },
    ] satisfies Conditions['disturbances']
    expect(notesOf({ ...quiet, disturbances }, false)).toEqual([
      '画面が 64秒 隠れていました',
      '端末が 4秒 止まっていました',
      '端末の時計が 3,600秒 戻されました',
    ])
  })

  it('says how much something else took, and that the device slowed down or sped up', () => {
    const [busy, slower] = notesOf({ ...quiet, steal: 0.23, calibration: calibration(100, 80) }, true)
    expect(busy).toContain('約23%')
    expect(slower).toContain('20%遅く')
    expect(notesOf({ ...quiet, calibration: calibration(100, 112) }, false)).toEqual([
      expect.stringContaining('12%速く'),
    ])
    expect(notesOf({ ...quiet, calibration: calibration(100, 97) }, false)).toEqual([])
  })

  it('says of an older run only that the device was busy', () => {
    expect(notesOf(null, true)).toHaveLength(1)
  })
})

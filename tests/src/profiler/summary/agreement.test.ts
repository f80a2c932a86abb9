import { describe, expect, it } from 'vitest'
import type { Trial } from '../../../../src/profiler/model/result.ts'
import { drawOf, settingsFrom } from '../../../../src/profiler/model/settings.ts'
import { attemptsAt, firstWithin } from '../../../../src/profiler/stats/geometric.ts'
import { agreementOf, wrongIn } from '../../../../src/profiler/summary/fit.ts'

const settings = settingsFrom(new URLSearchParams('difficulty=3&range=64&seed=1'), 1)

const trial = (index: number, from: number | null): Trial =>
  ({
    index,
    range: from === null ? null : { from, count: 1 },
    verified: from === null ? null : true,
  }) as Trial

/** Searches that end where a share of up to `most` of all searches has ended, evenly. */
const upTo = (most: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    trial(index, Math.floor(attemptsAt(3, (most * (index + 0.5)) / count))),
  )

describe('the agreement with the theory', () => {
  it('is a likelihood of at least one in a hundred, doubtful below, and none below one in a thousand', () => {
    // With a thousand trials the distances 0.049 and 0.061 are those of one in a hundred and one in a thousand.
    const agreements = [1, 0.956, 0.945, 0.93].map((most) => agreementOf(settings, upTo(most, 1_000)))
    expect(agreements.map(({ verdict }) => verdict)).toEqual(['agrees', 'agrees', 'doubtful', 'disagrees'])
    expect(agreements.map(({ distance }) => distance)).toEqual(
      [0.0005, 0.044, 0.055, 0.07].map((distance) => expect.closeTo(distance, 3)),
    )
    expect(agreements[0]?.pValue).toBeCloseTo(1, 9)
    expect(agreements[2]?.pValue).toBeGreaterThan(0.001)
    expect(agreements[2]?.pValue).toBeLessThan(0.01)
    expect(agreements.every(({ sample, detects }) => sample === 1_000 && (detects ?? 0) > 0.5)).toBe(true)
  })

  it('is not judged where half of the right rate would be overlooked, unless even that test finds something', () => {
    expect(agreementOf(settings, upTo(1, 49))).toMatchObject({ verdict: 'few', sample: 49 })
    expect(agreementOf(settings, upTo(0.01, 49)).pValue).toBeLessThan(0.001)
    expect(agreementOf(settings, upTo(0.01, 49)).verdict).toBe('few')
    expect(agreementOf(settings, upTo(0.01, 50)).verdict).toBe('disagrees')
    expect(agreementOf({ ...settings, range: 65_536 }, upTo(1, 1_000)).verdict).toBe('few')
    expect(agreementOf(settings, upTo(1, 1))).toMatchObject({ verdict: 'few', detects: null })
    expect(agreementOf(settings, [])).toMatchObject({ verdict: 'few', sample: 0, pValue: 1, distance: 0 })
  })

  it('is none as soon as a counter is refused', () => {
    const trials = upTo(1, 1_000)
    expect(wrongIn(trials)).toBe(0)
    const lied = trials.map((one, index) => Object.assign({}, one, { verified: index === 7 ? false : null }))
    expect(wrongIn(lied)).toBe(1)
    expect(agreementOf(settings, lied).verdict).toBe('disagrees')
    expect(agreementOf(settings, lied.slice(7, 8)).verdict).toBe('disagrees')
  })

  it('counts searches that gave up as the rest of the distribution', () => {
    const six = { ...settings, difficulty: 6 }
    const within = firstWithin(6, 10_000_000)
    const uniform = within + (1 - within) * drawOf(six, 5)
    const { distance } = agreementOf(six, [trial(5, null)])
    expect(distance).toBeCloseTo(Math.max(uniform, 1 - uniform), 12)
  })
})

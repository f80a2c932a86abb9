import { expect, it } from 'vitest'
import { random } from '../../../../src/profiler/stats/descriptive.ts'
import { ksOneSample } from '../../../../src/profiler/stats/kolmogorov.ts'
import { trendPValue } from '../../../../src/profiler/stats/trend.ts'

/** What holds of hundreds of samples; examples of a few numbers are in the tests of each. */
function noise(seed: number, size: number): number[] {
  return Array.from({ length: size }, random(seed, 1))
}

it('the p-values of samples are themselves uniform: neither too strict nor too lenient', () => {
  for (const size of [30, 400]) {
    const pValues = Array.from(
      { length: 500 },
      (_, seed) => ksOneSample(noise(seed, size), (value) => value).pValue,
    )
    expect(ksOneSample(pValues, (value) => value).pValue).toBeGreaterThan(0.01)
  }
})

it('one in twenty series of noise has a trend of less than 0.05', () => {
  const below = Array.from({ length: 1_000 }, (_, seed) => trendPValue(noise(seed, 40))).filter(
    (pValue) => pValue < 0.05,
  )
  expect(below.length).toBeGreaterThan(30)
  expect(below.length).toBeLessThan(70)
})

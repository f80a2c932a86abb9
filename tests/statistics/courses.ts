import { random } from '../../src/profiler/stats/descriptive.ts'
import { median, sorted } from '../../src/profiler/stats/geometric.ts'
import { percentileInterval } from '../../src/profiler/stats/intervals.ts'
import { driftOf } from '../../src/profiler/summary/fit.ts'
import { atMost, covers } from './Claim.ts'
import type { Experiment } from './Claim.ts'
import { holds } from './figures.ts'
import { normalFrom } from './normalFrom.ts'
import { STILL } from './simulateDevice.ts'
import { simulateRun } from './simulateRun.ts'

/** A device that becomes 1 % slower in ten seconds, and one that does not. */
export const courses: Experiment = {
  claims: [
    covers('drift of a device that heats up'),
    covers('drift of one that does not'),
    atMost('no drift, called one (p < 0.05)', 0.07),
    covers('scaling, median of six rounds'),
  ],
  of(seed) {
    const run = (heating: number) =>
      driftOf(
        simulateRun({
          query: `difficulty=5&trials=100&lanes=1&range=8192&seed=${seed}`,
          seed,
          weather: { ...STILL, heating },
        }).trials,
      )
    const [warmer, steady] = [run(0.01), run(0)]
    const normal = normalFrom(random(seed, 1, 70))
    const rounds = Array.from({ length: 6 }, () => 14e6 * Math.exp(0.1 * normal()))
    return {
      'drift of a device that heats up': holds(warmer?.interval ?? null, -6),
      'drift of one that does not': holds(steady?.interval ?? null, 0),
      'no drift, called one (p < 0.05)': steady ? steady.pValue < 0.05 : null,
      'scaling, median of six rounds':
        median(rounds) > 0 && holds(percentileInterval(sorted(rounds), 0.5), 14e6),
    }
  },
}

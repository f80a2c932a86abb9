import { speedByRuns, speedByTurns } from '../../src/profiler/runs/compare.ts'
import { atLeast, atMost, covers } from './Claim.ts'
import type { Experiment } from './Claim.ts'
import { holds } from './figures.ts'
import { ROUGH } from './simulateDevice.ts'
import { simulateRun } from './simulateRun.ts'

/** Two configurations that take turns with the default number of trials, on a device that drifts. */
function turns(ratio: number, seed: number) {
  return speedByTurns(
    simulateRun({
      query: `difficulty=4&trials=1000&lanes=1&seed=${seed}&against=same`,
      seed,
      weather: ROUGH,
      factors: [ratio, 1],
    }),
    1,
  )
}

export const equalTurns: Experiment = {
  claims: [covers('by turns, ratio of equal ones'), atMost('by turns, equal ones called different', 0.06)],
  of(seed) {
    const speed = turns(1, seed)
    return {
      'by turns, ratio of equal ones': holds(speed.interval, 1),
      'by turns, equal ones called different': speed.faster !== null,
    }
  },
}

export const differentTurns: Experiment = {
  claims: [covers('by turns, ratio of 1.10'), atLeast('by turns, 1.10 × found, on the right side', 0.9)],
  of(seed) {
    const speed = turns(1.1, seed)
    return {
      'by turns, ratio of 1.10': holds(speed.interval, 1.1),
      'by turns, 1.10 × found, on the right side': speed.faster === 'right',
    }
  },
}

/** Five runs on each of two devices; from run to run each device differs from itself by 6 %. */
function runs(ratio: number, seed: number, keys: readonly [number, number]) {
  const five = (device: number, factor: number) =>
    Array.from({ length: 5 }, (_, run) =>
      simulateRun({
        query: `difficulty=4&trials=200&lanes=1&seed=${keys[device]}`,
        seed: seed + device * 5 + run,
        weather: ROUGH,
        factors: [factor],
        label: `device ${device}`,
      }),
    )
  return speedByRuns(five(0, ratio), five(1, 1))
}

export const fiveRuns: Experiment = {
  claims: [
    covers('five runs each, ratio of equal ones'),
    atMost('five runs each, equal ones called different', 0.06),
    covers('five runs each, ratio of 1.30'),
    atLeast('five runs each, 1.30 × found, on the right side', 0.75),
    atMost('five runs each with other keys, equal ones called different', 0.06),
  ],
  of(seed) {
    const equal = runs(1, seed, [seed, seed])
    const different = runs(1.3, seed, [seed, seed])
    const otherKeys = runs(1, seed, [seed, seed + 1])
    return {
      'five runs each, ratio of equal ones': holds(equal?.interval ?? null, 1),
      'five runs each, equal ones called different': equal?.faster !== null,
      'five runs each, ratio of 1.30': holds(different?.interval ?? null, 1.3),
      'five runs each, 1.30 × found, on the right side': different?.faster === 'right',
      'five runs each with other keys, equal ones called different': otherKeys?.faster !== null,
    }
  },
}

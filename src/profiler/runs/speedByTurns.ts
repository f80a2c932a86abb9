import type { Result, Trial } from '../model/runResult.ts'
import { blockBootstrap } from '../stats/blockBootstrap.ts'
import { median } from '../stats/percentile.ts'
import { trimmedMean } from '../stats/trimmedMean.ts'
import { speedOf } from './Speed.ts'
import type { Speed } from './Speed.ts'

/** Milliseconds added to the times of a block: a coarse clock may read zero. */
const CLOCK = 0.01

/**
 * Compares the first configuration of a run with the one numbered `other`. Both searched the same keys in neighbouring blocks, in
 * the order A B B A, so the luck of keys and a device that steadily slows down cancel out in each of these four.
 */
export function speedByTurns(run: Result, other: number): Speed {
  const right = run.others[other - 1]?.trials ?? []
  const ratios = abba(blockTimes(run.trials), blockTimes(right))
  const found = blockBootstrap(ratios)
  if (found) return speedOf('turns', found, calibrationNoise(run, other))
  return speedOf('few', { centre: ratios.length > 0 ? median(ratios) : 0, interval: null }, null)
}

/** The logarithm of left ÷ right for each A B B A: the mean of the two neighbouring blocks. Blocks that one of them lacks are left out. */
function abba(left: ReadonlyMap<number, number>, right: ReadonlyMap<number, number>): number[] {
  const ratios = new Map<number, number>()
  for (const [block, time] of left) {
    const other = right.get(block)
    if (other !== undefined) ratios.set(block, Math.log(time / other))
  }
  return [...ratios].flatMap(([block, ratio]) => {
    const mirrored = block % 2 === 0 ? ratios.get(block + 1) : undefined
    return mirrored === undefined ? [] : [(ratio + mirrored) / 2]
  })
}

function blockTimes(trials: readonly Trial[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const { block, milliseconds } of trials) {
    if (block !== null) times.set(block, (times.get(block) ?? CLOCK) + milliseconds)
  }
  return times
}

/** How far the same calibration differs after the turns of both: what this run would have shown between two equal ones. */
function calibrationNoise({ conditions }: Result, other: number): number | null {
  const slices = conditions?.calibration?.between ?? []
  const timesAfter = (configuration: number) =>
    new Map(
      slices.flatMap(({ after, block, attemptsPerSecond }) =>
        after === configuration && block !== null && attemptsPerSecond > 0
          ? [[block, 1 / attemptsPerSecond] as const]
          : [],
      ),
    )
  const ratios = abba(timesAfter(0), timesAfter(other))
  return ratios.length > 0 ? Math.abs(trimmedMean(ratios).mean) : null
}

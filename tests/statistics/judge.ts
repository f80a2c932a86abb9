import { random } from '../../src/profiler/stats/descriptive.ts'
import type { Claim, Experiment } from './claims.ts'
import { courses, differentTurns, equalTurns, figures, fiveRuns, verdicts } from './claims.ts'

/** Everything that a run says in figures or words and that could be false. */
export const EXPERIMENTS: readonly Experiment[] = [
  figures,
  courses,
  equalTurns,
  differentTurns,
  fiveRuns,
  verdicts,
]

export type Judged = Claim & {
  /** Experiments in which the claim was made at all. */
  made: number
  /** The share of these in which it held. */
  share: number
}

/** The purpose of the random numbers that become the experiments' seeds. */
const SEEDS = 99

/** Simulates `count` experiments. The same number always gives the same outcome. */
export function judge({ claims, of }: Experiment, count: number): Judged[] {
  const outcomes = Array.from({ length: count }, (_, index) =>
    of(Math.floor(random(index, 1, SEEDS)() * 2 ** 31)),
  )
  return claims.map((claim) => {
    const made = outcomes.flatMap((outcome) => outcome[claim.name] ?? [])
    return { ...claim, made: made.length, share: made.filter(Boolean).length / made.length }
  })
}

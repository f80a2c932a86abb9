import { agreementOf } from '../../src/profiler/summary/fit.ts'
import { atLeast, atMost } from './Claim.ts'
import type { Experiment } from './Claim.ts'
import { STILL } from './simulateDevice.ts'
import { simulateRun } from './simulateRun.ts'

/** What the check of correctness says of an engine that finds this share of all solutions. */
function verdictOf(query: string, seed: number, finds: number) {
  const { settings, trials } = simulateRun({
    query: `${query}&lanes=1&seed=${seed}`,
    seed,
    weather: STILL,
    finds,
  })
  return agreementOf(settings, trials).verdict
}

const EASY = 'difficulty=1&trials=1000'
const USUAL = 'difficulty=4&trials=1000'

export const verdicts: Experiment = {
  claims: [
    atMost('difficulty 1, right engine doubted', 0.02),
    atMost('difficulty 4, right engine doubted', 0.02),
    atLeast('difficulty 1, half the success rate called out', 0.9),
    atLeast('difficulty 4, 0.80 of the success rate called out', 0.85),
    atMost('wide ranges: a verdict on what cannot be seen', 0.005),
  ],
  of(seed) {
    const found = (verdict: string) => verdict === 'disagrees'
    const doubted = (verdict: string) => found(verdict) || verdict === 'doubtful'
    return {
      'difficulty 1, right engine doubted': doubted(verdictOf(EASY, seed, 1)),
      'difficulty 4, right engine doubted': doubted(verdictOf(USUAL, seed, 1)),
      'difficulty 1, half the success rate called out': found(verdictOf(EASY, seed, 0.5)),
      'difficulty 4, 0.80 of the success rate called out': found(verdictOf(USUAL, seed, 0.8)),
      'wide ranges: a verdict on what cannot be seen': verdictOf(`${EASY}&range=256`, seed, 0.5) !== 'few',
    }
  },
}

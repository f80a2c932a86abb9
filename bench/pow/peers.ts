import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib/v1'
import { hasLeadingZeros, buildPowMessage } from '../../contract/challenge.ts'
import { SAMPLE_KEY, createRangedContestant } from './field.ts'
import type { PowContestant } from './field.ts'

/** The type of `solve_pow` of `@cap.js/wasm`, which returns the first nonce for which SHA-256(salt + nonce) begins with the target. */
export type SolvePow = (salt: string, target: string) => bigint

/** Lists solvers of other products, used as these products use them. */
export function createPeers(solvePow: SolvePow): PowContestant[] {
  return [noble, cap(solvePow), altcha]
}

const noble = createRangedContestant('@noble/hashes', {
  async search({ key, difficulty, from, count }) {
    for (let counter = from; counter < from + count; counter++) {
      if (hasLeadingZeros(sha256(buildPowMessage(key, counter)), difficulty)) return counter
    }
    return null
  },
  close() {},
})

/** Measures Cap, which only solves whole challenges from nonce 0 on: as many challenges of four zeros as fit into the time. */
function cap(solvePow: SolvePow): PowContestant {
  let salt = 0
  return {
    name: '@cap.js/wasm',
    worker: null,
    async rate(milliseconds) {
      const startedAt = performance.now()
      let attempts = 0
      while (performance.now() - startedAt < milliseconds) {
        salt += 1
        attempts += Number(solvePow(String(salt).padStart(SAMPLE_KEY.length, 'A'), '0000')) + 1
      }
      return (attempts / (performance.now() - startedAt)) * 1000
    },
  }
}

const ALTCHA_STEP = 500

/** Measures ALTCHA, which looks for the number behind a hash. A hash that no number has keeps it searching. */
const altcha: PowContestant = {
  name: 'altcha-lib',
  worker: null,
  async rate(milliseconds) {
    const startedAt = performance.now()
    let attempts = 0
    while (performance.now() - startedAt < milliseconds) {
      await solveChallenge('no hash', SAMPLE_KEY, 'SHA-256', attempts + ALTCHA_STEP - 1, attempts).promise
      attempts += ALTCHA_STEP
    }
    return (attempts / (performance.now() - startedAt)) * 1000
  },
}

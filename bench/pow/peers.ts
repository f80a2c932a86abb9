import { sha256 } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib/v1'
import { hasLeadingZeros, buildMessage } from '../../contract/challenge.ts'
import { KEY, createRangedContestant } from './field.ts'
import type { Contestant } from './field.ts'

/** `solve_pow` of `@cap.js/wasm`: the first nonce for which SHA-256(salt + nonce) begins with the target. */
export type SolvePow = (salt: string, target: string) => bigint

/** Solvers that others ship, run the way they ship them. */
export function peers(solvePow: SolvePow): Contestant[] {
  return [noble, cap(solvePow), altcha]
}

const noble = createRangedContestant('@noble/hashes', {
  async search({ key, difficulty, from, count }) {
    for (let counter = from; counter < from + count; counter++) {
      if (hasLeadingZeros(sha256(buildMessage(key, counter)), difficulty)) return counter
    }
    return null
  },
  close() {},
})

/** Cap takes whole challenges only, from nonce 0: as many of four zeros as fit. */
function cap(solvePow: SolvePow): Contestant {
  let salt = 0
  return {
    name: '@cap.js/wasm',
    lane: null,
    async rate(milliseconds) {
      const startedAt = performance.now()
      let attempts = 0
      while (performance.now() - startedAt < milliseconds) {
        salt += 1
        attempts += Number(solvePow(String(salt).padStart(KEY.length, 'A'), '0000')) + 1
      }
      return (attempts / (performance.now() - startedAt)) * 1000
    },
  }
}

const ALTCHA_STEP = 500

/** ALTCHA looks for the number behind a hash; one that no number has keeps it searching. */
const altcha: Contestant = {
  name: 'altcha-lib',
  lane: null,
  async rate(milliseconds) {
    const startedAt = performance.now()
    let attempts = 0
    while (performance.now() - startedAt < milliseconds) {
      await solveChallenge('no hash', KEY, 'SHA-256', attempts + ALTCHA_STEP - 1, attempts).promise
      attempts += ALTCHA_STEP
    }
    return (attempts / (performance.now() - startedAt)) * 1000
  },
}

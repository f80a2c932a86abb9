import { hash } from 'node:crypto'
import { difficultyOf, hasLeadingZeros } from '../../contract/challenge.ts'

/** The first counter that solves a challenge. */
export function solve(challenge: { key: string; value: unknown }): string {
  const difficulty = difficultyOf(challenge.value)
  for (let counter = 0; ; counter++) {
    if (hasLeadingZeros(hash('sha256', challenge.key + counter, 'buffer'), difficulty)) return String(counter)
  }
}

import { ProofError } from './ProofError.ts'

/** A search gives up after this many counters: 0 … 9,999,999. */
export const ATTEMPTS_MAX = 10_000_000

export const VALUE_PER_DIFFICULTY = 123_456_789

/** A SHA-256 digest has this many hex digits. */
export const DIFFICULTY_MAX = 64

const ROUNDING_TOLERANCE = 1e-9
const encoder = new TextEncoder()

/** Reads how many leading hex zeros, 0–64, a challenge's `value` asks for. Throws a `ProofError` for any other value. */
export function readDifficulty(value: unknown): number {
  const quotient = typeof value === 'number' ? value / VALUE_PER_DIFFICULTY : Number.NaN
  const difficulty = Math.round(quotient)
  const whole = Math.abs(quotient - difficulty) <= ROUNDING_TOLERANCE
  if (!whole || difficulty < 0 || difficulty > DIFFICULTY_MAX) throw new ProofError()
  return difficulty + 0
}

/** Builds the bytes that are hashed for one counter: the UTF-8 of the key, followed by the decimal counter. */
export function buildPowMessage(key: string, counter: number): Uint8Array<ArrayBuffer> {
  return encoder.encode(key + String(counter))
}

export function hasLeadingZeros(digest: Uint8Array, difficulty: number): boolean {
  const whole = difficulty >> 1
  for (let index = 0; index < whole; index++) if (digest[index] !== 0) return false
  return difficulty % 2 === 0 || (digest[whole] ?? 0xff) >> 4 === 0
}

/** Returns the probability that at least one of `attempts` counters is a solution: 1 − (1 − 16^−d)^n. */
export function solveProbability(difficulty: number, attempts: number): number {
  return -Math.expm1(attempts * Math.log1p(-(16 ** -difficulty)))
}

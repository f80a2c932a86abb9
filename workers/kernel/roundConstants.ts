/** Bits of a root's fractional part that FIPS 180-4 takes: the first thirty-two. */
const FRACTION = 2 ** 32

/** The first `count` prime numbers. */
function primes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  }
  return found
}

/** K of FIPS 180-4 § 4.2.2: fractions of the cube roots of the first 64 primes. A double holds the 35 bits this needs. */
export const ROUND_CONSTANTS = Int32Array.from(primes(64), (prime) => Math.cbrt(prime) * FRACTION)

/** H(0) of FIPS 180-4 § 5.3.3: fractions of the square roots of the first 8 primes. */
export const INITIAL_STATE = Int32Array.from(primes(8), (prime) => Math.sqrt(prime) * FRACTION)

import { random } from '../stats/random.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The purposes of the run's random numbers: keys and draws must not share a stream. */
const KEYS = 1
const DRAWS = 2

/** The key of one trial: base64url characters, as the server's keys. Every device gets the same for the same settings. */
export function keyOf({ seed, keyLength }: { seed: number; keyLength: number }, index: number): string {
  const next = random(seed, index, KEYS)
  return Array.from({ length: keyLength }, () => ALPHABET.charAt(Math.floor(next() * 64))).join('')
}

/** The number in (0, 1) that places one trial within its range, for the test against the theory. */
export function drawOf({ seed }: { seed: number }, index: number): number {
  return random(seed, index, DRAWS)()
}

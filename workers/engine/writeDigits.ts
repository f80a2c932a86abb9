import { DIGITS, DIGITS_AT } from '../kernel/slots.ts'
import { at } from './at.ts'

/** Writes the table of digits into zeroed memory: entry m holds the four decimal digits of m as the four bytes of a big-endian word. */
export function writeDigits(memory: Int32Array): void {
  const start = DIGITS_AT / 4
  for (let m = 0; m < DIGITS; m++) {
    memory[start + m] = (at(memory, start + Math.floor(m / 10)) << 8) | (m % 10)
  }
}

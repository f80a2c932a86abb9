import { DIGITS, DIGITS_AT } from '../kernel/slots.ts'

/** Writes the table of digits: entry m holds the four decimal digits of m as the four bytes of a big-endian word. */
export function writeDigits(memory: Int32Array): void {
  const start = DIGITS_AT / 4
  for (let m = 0; m < DIGITS; m++) {
    const [thousands, hundreds, tens] = [
      Math.floor(m / 1000),
      Math.floor(m / 100) % 10,
      Math.floor(m / 10) % 10,
    ]
    memory[start + m] = (thousands << 24) | (hundreds << 16) | (tens << 8) | (m % 10)
  }
}

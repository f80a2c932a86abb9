import { DIGITS, DIGITS_AT } from '../kernel/slots.ts'

/** Writes the table of digits into memory: entry m holds the four decimal digits of m as the four bytes of a big-endian word. */
export function writeDigits(memory: Int32Array): void {
  // Plain loops, since a lane's first code runs in an interpreter.
  let index = DIGITS_AT / 4
  for (let hundreds = 0; hundreds < DIGITS / 100; hundreds++) {
    const high = ((Math.floor(hundreds / 10) << 8) | (hundreds % 10)) << 16
    for (let tens = 0; tens < 10; tens++) {
      const word = high | (tens << 8)
      for (let ones = 0; ones < 10; ones++) memory[index++] = word | ones
    }
  }
}

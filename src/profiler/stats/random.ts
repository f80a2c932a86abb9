/** A stream of numbers in [0, 1). */
type Random = () => number

/** Rounds that sfc32 needs before its output depends on every bit of the seed. */
const MIXING_ROUNDS = 15

/** The sfc32 generator (Doty-Humphrey's PractRand). The same three numbers always give the same stream, on every device. */
export function random(seed: number, stream = 0, purpose = 0): Random {
  let [a, b, c, counter] = [seed | 0, stream | 0, purpose | 0, 1]
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }
  for (let round = 0; round < MIXING_ROUNDS; round++) next()
  return next
}

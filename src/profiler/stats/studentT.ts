/** 97.5 % of the normal distribution lie below it. */
export const Z = 1.959963984540054

/** The point that Student's t with `freedom` degrees exceeds once in forty: Abramowitz & Stegun 26.7.5, within 0.3 % from 4 degrees on. */
export function studentT(freedom: number): number {
  const [z3, z5, z7] = [Z ** 3, Z ** 5, Z ** 7]
  return (
    Z +
    (z3 + Z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * Z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * Z) / (384 * freedom ** 3)
  )
}

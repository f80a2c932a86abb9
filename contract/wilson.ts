/** The quantile of the normal distribution for 95 %, both sides. */
const Z = 1.959963984540054

/** Wilson's score interval for `hits` of `all`: between which parts the true one lies in 95 of 100 such samples. Of nothing, nothing is known. */
export function wilson(hits: number, all: number): { low: number; high: number } {
  const part = hits / all
  const spread = Z ** 2 / all
  const middle = part + spread / 2
  const reach = Z * Math.sqrt((part * (1 - part) + spread / 4) / all)
  return {
    low: hits === 0 ? 0 : (middle - reach) / (1 + spread),
    high: hits === all ? 1 : (middle + reach) / (1 + spread),
  }
}

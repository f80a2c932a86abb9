/** Sums by key; a key whose sum is back at zero is forgotten. */
export type Tally = { of: (key: string) => number; add: (key: string, by: number) => void }

export function createTally(): Tally {
  const sums = new Map<string, number>()
  const of = (key: string) => sums.get(key) ?? 0
  return {
    of,
    add(key, by) {
      const sum = of(key) + by
      if (sum > 0) sums.set(key, sum)
      else sums.delete(key)
    },
  }
}

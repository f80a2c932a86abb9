import type { OnRange } from './runTrial.ts'

/** Sums what the lanes report between two readings of the rates. */
export function liveRates(lanes: number): { add: OnRange; take: () => (number | null)[] } {
  const attempts = new Float64Array(lanes)
  const milliseconds = new Float64Array(lanes)
  return {
    add(lane, count, time) {
      attempts[lane] = (attempts[lane] ?? 0) + count
      milliseconds[lane] = (milliseconds[lane] ?? 0) + time
    },
    /** Attempts per second of every lane since the last reading; null for one that finished no range. */
    take() {
      const rates = Array.from(attempts, (count, lane) => {
        const time = milliseconds[lane] ?? 0
        return count > 0 && time > 0 ? (count / time) * 1000 : null
      })
      attempts.fill(0)
      milliseconds.fill(0)
      return rates
    },
  }
}

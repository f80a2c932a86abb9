/** Ranges in a row in which a lane must be slow: about a third of a second. */
const SLOW_RANGES = 20

/**
 * Watches one lane. The function it returns is called after every range with the lane's rate and its peers' rates, in attempts per
 * millisecond (null while unknown), and is true once the lane has stayed below half its peers' median rate for a while.
 */
export function slownessDetector() {
  let slowRanges = 0
  return (rate: number | null, peers: readonly (number | null)[]): boolean => {
    const rates = peers.filter((peer) => peer !== null).sort((one, other) => one - other)
    const median = rates[rates.length >> 1]
    slowRanges = rate !== null && median !== undefined && rate < median / 2 ? slowRanges + 1 : 0
    return slowRanges >= SLOW_RANGES
  }
}

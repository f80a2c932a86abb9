/** Ranges in a row that a lane must be slow for: about a fifth of a second. */
const PATIENCE = 20

/** Tells when a lane has run below half its peers' rate for a while; rates are in attempts per millisecond. */
export function createSlowness() {
  let slow = 0
  return (rate: number | null, peers: readonly (number | null)[]): boolean => {
    const rates = peers.filter((peer) => peer !== null).sort((one, other) => one - other)
    const median = rates[rates.length >> 1]
    slow = rate !== null && median !== undefined && rate < median / 2 ? slow + 1 : 0
    return slow >= PATIENCE
  }
}

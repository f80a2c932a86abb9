/**
 * Whether an address that gave `own` answers for an item on a day may give another: its first always, then while it has no more than a
 * percentage of as many as addresses answered. Counting addresses, not answers, keeps those that answer often from making room for themselves.
 */
export function mayCount(own: number, addresses: number, percent: number): boolean {
  return own === 0 || (own + 1) * 100 <= percent * addresses
}

/** A network whose limit is `multiplier` times that of one address. */
export type Network = { key: string; multiplier: number }

/** Multipliers of an IPv6 /56 and /48, which one line may have, and of an IPv4 /24. */
const MULTIPLIERS = { 56: 3, 48: 10, 24: 10 } as const

/**
 * Returns the networks of a client key, the narrowest first. A call counts in each of them, because one line often has 256 or 65,536
 * networks of 64 bits.
 */
export function networksOf(clientKey: string): [Network, ...Network[]] {
  const own = { key: clientKey, multiplier: 1 }
  // These are the four groups that `clientKeyOf` returns.
  const groups = clientKey.split(':')
  if (groups.length === 4) {
    const region = groups.slice(0, 3).join(':')
    const site = (Number.parseInt(groups[3] ?? '', 16) >> 8).toString(16)
    return [
      own,
      { key: `${region}:${site}/56`, multiplier: MULTIPLIERS[56] },
      { key: `${region}/48`, multiplier: MULTIPLIERS[48] },
    ]
  }
  const bytes = clientKey.split('.')
  return bytes.length === 4
    ? [own, { key: `${bytes.slice(0, 3).join('.')}/24`, multiplier: MULTIPLIERS[24] }]
    : [own]
}

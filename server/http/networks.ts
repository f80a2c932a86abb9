import { expandIPv6 } from 'hono/utils/ipaddr'
import { createHmac } from 'node:crypto'

/** A network whose limit is `multiplier` times that of one address. */
export type Network = { key: string; multiplier: number }

/** Multipliers of an IPv6 /56 and /48, which one line may have, and of an IPv4 /24. */
const MULTIPLIERS = { 56: 3, 48: 10, 24: 10 } as const

/** Number of 16-bit groups in the network part of an IPv6 address. */
const NETWORK_GROUPS = 4

/**
 * Returns a pseudonym of a client: of an IPv4 address, or of an IPv6 network of 64 bits, because a visitor owns all of it. It is written like the
 * address, each part an HMAC, so that the pseudonyms of neighbours begin alike. Without the secret it tells no address.
 */
export function clientKeyOf(address: string, secret: string): string {
  const hmac = (network: string) => createHmac('sha256', secret).update(`network ${network}`).digest('hex')
  const [own, ...wider] = networksOf(plainKeyOf(address))
  const widest = hmac(wider.at(-1)?.key ?? own.key)
  const separator = address.includes(':') ? ':' : '.'
  const middle = wider.length > 1 ? hmac(wider[0]?.key ?? '').slice(0, OWN_DIGITS) : ''
  const region = [0, 4, 8].map((from) => widest.slice(from, from + 4))
  return [...region, middle + hmac(own.key).slice(0, OWN_DIGITS)].join(separator)
}

/** Hexadecimal digits of the HMACs in the last part of a pseudonym. */
const OWN_DIGITS = 12

function plainKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = expandIPv6(address.split('%')[0] ?? '').split(':')
  return groups.slice(0, NETWORK_GROUPS).join(':')
}

/**
 * Returns the networks of a client key, the narrowest first. A call counts in each of them, because one line often has 256 or 65,536
 * networks of 64 bits.
 */
export function networksOf(clientKey: string): [Network, ...Network[]] {
  const own = { key: clientKey, multiplier: 1 }
  const groups = clientKey.split(':')
  if (groups.length === NETWORK_GROUPS) {
    const region = groups.slice(0, 3).join(':')
    // The first half of the last group: 8 of 16 bits.
    const last = (groups[3] ?? '').padStart(4, '0')
    const site = last.slice(0, last.length / 2)
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

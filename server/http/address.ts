import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Reads proxies as `TRUST_PROXY` names them (addresses and CIDR ranges). Throws on what is neither. */
export function parseTrusted(list: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return trusted
}

/** Who asks: the socket's other end, or, behind trusted proxies only, the last hop of X-Forwarded-For that is not one of them. */
export function addressOf(incoming: IncomingMessage | undefined, trusted: BlockList | null): string {
  let address = plain(incoming?.socket.remoteAddress ?? '127.0.0.1')
  if (!trusted) return address
  const hops = String(incoming?.headers['x-forwarded-for'] ?? '').split(',')
  while (trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    const hop = plain(hops.pop()?.trim() ?? '')
    if (!isIP(hop)) break
    address = hop
  }
  return address
}

/** What limits count by: an IPv4 address, or an IPv6 network of 64 bits, since a visitor owns all of it. */
export function limitKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** IPv4 in IPv6 clothes is IPv4. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'
import type { AddressOf } from './limited.ts'
import { LOCAL_ADDRESS } from './limited.ts'

/** Reads proxies as `TRUST_PROXY` names them (addresses and CIDR ranges). Throws on what is neither. */
export function parseTrusted(list: readonly string[]): BlockList {
  const trusted = new BlockList()
  for (const entry of list) {
    const [written = '', bits] = entry.split('/')
    const address = bits === undefined ? plain(written) : written
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return trusted
}

/** The address that Node's socket and the trusted proxies tell. */
export function nodeAddress(trusted: BlockList | null): AddressOf {
  return (c) => addressOf(c.env?.incoming, trusted)
}

/** The socket's other end, or, behind trusted proxies only, the last hop of X-Forwarded-For that is not one of them. */
export function addressOf(incoming: IncomingMessage | undefined, trusted: BlockList | null): string {
  let address = plain(incoming?.socket.remoteAddress ?? LOCAL_ADDRESS)
  if (!trusted) return address
  const hops = String(incoming?.headers['x-forwarded-for'] ?? '').split(',')
  while (trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    const hop = plain(withoutPort(hops.pop()?.trim() ?? ''))
    if (!isIP(hop)) break
    address = hop
  }
  return address
}

/** A hop as some proxies write it, with the port that it called from: `192.0.2.1:51234`, `[2001:db8::1]:51234`. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

function withoutPort(hop: string): string {
  return hop.replace(WITH_PORT, '$1$2')
}

/** An IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`, `::ffff:c000:201`), as IPv4. */
function plain(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address
  const binary = convertIPv6ToBinary(address)
  if (!isIPv4MappedIPv6(binary)) return address
  return convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary))
}

import type { IncomingMessage, Server } from 'node:http'
import { isIPv6 } from 'node:net'
import type { BlockList } from 'node:net'
import { LOCAL_ADDRESS, toBlockList } from '../http/limits.ts'

/** Addresses that only machines of the same network have: visitors from the Internet never do. */
const PRIVATE_NETWORKS = toBlockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

const isIn = (list: BlockList, address: string) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Calls `onFound` once, if a private address that is not a trusted proxy sends `X-Forwarded-For`: all visitors behind it count as one. */
export function watchForUnnamedProxy(server: Server, trusted: BlockList | null, onFound: () => void): void {
  function look({ headers, socket }: IncomingMessage): void {
    if (headers['x-forwarded-for'] === undefined) return
    const address = (socket.remoteAddress ?? LOCAL_ADDRESS)
      .replace(/^::ffff:(?=[\d.]+$)/, '')
      .replace(/%.*$/, '')
    if (!isIn(PRIVATE_NETWORKS, address) || (trusted && isIn(trusted, address))) return
    server.off('request', look)
    onFound()
  }
  server.on('request', look)
}

/** Names no address: whoever reads `/healthz` would learn it, and the sender of the header may be no proxy. */
export const UNNAMED_PROXY_SENTENCE =
  'A machine of a private network sends X-Forwarded-For, and TRUST_PROXY does not name it. If a reverse proxy of yours calls this server, set TRUST_PROXY to its address, as its own configuration says: until then all its visitors share one limit.'

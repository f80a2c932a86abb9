import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
  expandIPv6,
} from 'hono/utils/ipaddr'
import { LRUCache } from 'lru-cache'
import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { rejectAfter } from '../../contract/async.ts'
import { ApiError } from '../../contract/reasons.ts'

export type AppEnv = {
  Bindings: { incoming?: IncomingMessage }
  Variables: {
    /** A pseudonym of an IPv4 address or of an IPv6 /64 network: see `clientKeyOf`. */
    clientKey: string
    /** The request's proof, which holds but may have been spent already, once its headers were judged. */
    proof: VerifiedProof
  }
}

/** `expiresMs` is when the proof stops being accepted, in Unix milliseconds. */
export type VerifiedProof = { token: string; expiresMs: number }

/** Calls a minute and address, in shares of `RATE_LIMIT_PER_MINUTE`. A batch of 200 posts can be previewed in a minute. Challenges are not counted: they cost next to nothing, and nobody is refused for a neighbour who solves none. */
const CALLS_PER_LIMIT_SHARE = { check: 1, timings: 1, preview: 4, read: 10 } as const
type LimitKind = keyof typeof CALLS_PER_LIMIT_SHARE

const WINDOW_MS = 60_000

export type CallLimits = {
  /** Counts a call of a client in each of its networks. Throws an `ApiError` 429 if it is beyond the limit of one of them. */
  count: (kind: LimitKind, clientKey: string) => Promise<void>
  /** Throws the same error if a client or one of its networks has used up its limit. It counts no call. */
  ensure: (kind: LimitKind, clientKey: string) => Promise<void>
}

/** Adds `amount`, by default 1, to a key's count since its window began. Resolves to the new count and the milliseconds until the window ends. */
export type CountCalls = (
  key: string,
  windowMs: number,
  amount?: number,
) => Promise<{ calls: number; msLeft: number }>

/** If the shared count takes longer than this, the count of this process is used. */
const SHARED_COUNT_TIMEOUT_MS = 300

/** Counts the calls of all processes together. While the shared count fails or is slow, each process counts by itself. */
export function createCountWithFallback(
  shared: CountCalls,
  insurance: CountCalls = createMemoryCount(),
): CountCalls {
  return (...given) =>
    rejectAfter(shared(...given), SHARED_COUNT_TIMEOUT_MS, 'The count is slow').catch(() =>
      insurance(...given),
    )
}

/** Maximum number of remembered addresses; beyond it, the least recently used one is forgotten. The list takes about 12 MB when full. */
const ADDRESSES_MAX = 50_000

/** Counts the calls of this process only. A key's window begins with its first call. */
export function createMemoryCount(max = ADDRESSES_MAX): CountCalls {
  const windows = new LRUCache<string, number>({ max, ttlResolution: 0 })
  return async (key, windowMs, amount = 1) => {
    const calls = (windows.get(key) ?? 0) + amount
    windows.set(key, calls, { ttl: windowMs, noUpdateTTL: true })
    return { calls, msLeft: windows.getRemainingTTL(key) }
  }
}

const REFUSED_MAX = 10_000

export function createCallLimits(perMinute: number, count: CountCalls): CallLimits {
  if (perMinute === 0) return { count: async () => undefined, ensure: async () => undefined }
  /** The time (of `performance.now()`) until which this process refuses a network without asking the shared count. */
  const refused = new LRUCache<string, number>({ max: REFUSED_MAX })
  const nameOf = (kind: LimitKind, { key }: Network) => `${kind}:${key}`

  /** Throws if a network is known to be refused. The widest comes first, so that nothing is counted, and no key made, for the addresses within it. */
  function requireNoneRefused(kind: LimitKind, networks: readonly Network[]): void {
    for (const network of networks.toReversed()) {
      const msLeft = (refused.get(nameOf(kind, network)) ?? 0) - performance.now()
      if (msLeft > 0) throw tooMany(msLeft)
    }
  }

  /** Adds a call to a network's minute, or none, and returns its calls. Throws if its limit was used up before. */
  async function callsOf(kind: LimitKind, network: Network, amount: 0 | 1): Promise<number> {
    const { calls, msLeft } = await count(nameOf(kind, network), WINDOW_MS, amount)
    if (calls - amount < perMinute * CALLS_PER_LIMIT_SHARE[kind] * network.multiplier) return calls
    refused.set(nameOf(kind, network), performance.now() + msLeft)
    throw tooMany(msLeft)
  }

  return {
    async count(kind, clientKey) {
      const networks = networksOf(clientKey)
      requireNoneRefused(kind, networks)
      // The narrowest first: what it is refused does not use up the limit of its neighbours.
      for (const network of networks) await callsOf(kind, network, 1)
    },
    async ensure(kind, clientKey) {
      const networks = networksOf(clientKey)
      requireNoneRefused(kind, networks)
      for (const network of networks.toReversed()) {
        const calls = await callsOf(kind, network, 0)
        // All calls of a network within it are among these.
        if (calls < perMinute * CALLS_PER_LIMIT_SHARE[kind]) return
      }
    },
  }
}

const tooMany = (ms: number) => new ApiError('rate_limited', Math.max(1, Math.ceil(ms / 1000)))

export type ReadClientAddress = (c: Context<AppEnv>) => string

export const LOCAL_ADDRESS = '127.0.0.1'

export type LimitDependencies = { limits: CallLimits } & ClientDependencies

/** The first of the keys is the secret of the pseudonyms. */
type ClientDependencies = { addressOf: ReadClientAddress; keys: () => readonly [string, ...string[]] }

/** Returns the key by which limits and shares count a caller. Nothing behind it knows the address. */
export function readClientKey({ addressOf, keys }: ClientDependencies, c: Context<AppEnv>): string {
  return clientKeyOf(addressOf(c), keys()[0])
}

/** Notes who calls, for the limits and shares of all that follows. */
export function identifyClient(deps: ClientDependencies) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('clientKey', readClientKey(deps, c))
    await next()
  })
}

/** Counts a call that needs no proof. */
export function countAgainstLimit({ limits }: Pick<LimitDependencies, 'limits'>, kind: LimitKind) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await limits.count(kind, c.var.clientKey)
    await next()
  })
}

/** Reads addresses and CIDR ranges, as `TRUST_PROXY` and `DENY` name them. Throws on what is neither. */
export function toBlockList(list: readonly string[]): BlockList {
  const addresses = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) addresses.addAddress(address, family)
    else addresses.addSubnet(address, Number(bits), family)
  }
  return addresses
}

/** Returns the address of the socket's other end. Behind trusted proxies it is the last hop of X-Forwarded-For that is not one of them. */
export function createNodeAddressReader(trusted: BlockList | null): ReadClientAddress {
  return ({ env }) => {
    let address = toPlainIpv4(env?.incoming?.socket.remoteAddress ?? LOCAL_ADDRESS)
    const hops = String(env?.incoming?.headers['x-forwarded-for'] ?? '').split(',')
    while (trusted?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
      const hop = toPlainIpv4((hops.pop() ?? '').trim().replace(ADDRESS_WITH_PORT, '$1$2'))
      if (!isIP(hop)) break
      address = hop
    }
    return address
  }
}

const ADDRESS_WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/

/** Converts an IPv4 address that is written as IPv6 (`::ffff:192.0.2.1`, `::ffff:c000:201`) to IPv4. */
function toPlainIpv4(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address
  const binary = convertIPv6ToBinary(address)
  if (!isIPv4MappedIPv6(binary)) return address
  return convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary))
}

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

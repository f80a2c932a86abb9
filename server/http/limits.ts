import { createMiddleware } from 'hono/factory'
import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6ToBinary,
  expandIPv6,
  isIPv4MappedIPv6,
} from 'hono/utils/ipaddr'
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { rejectAfter } from '../../contract/async.ts'
import { ApiError } from './errors.ts'
import type { AppEnv } from './errors.ts'
import { networksOf } from './networks.ts'
import type { Network } from './networks.ts'

/** Calls a minute and address, in shares of `RATE_LIMIT_PER_MINUTE`. A batch of 200 posts can be previewed in a minute. Challenges are not counted: they cost next to nothing, and nobody is refused for a neighbour who solves none. */
const CALLS_PER_LIMIT_SHARE = { check: 1, timings: 1, preview: 4, read: 10 } as const
type LimitKind = keyof typeof CALLS_PER_LIMIT_SHARE

const WINDOW_MS = 60_000

export type CallLimits = {
  /** Counts a call of a client in each of its networks. Throws an `ApiError` 429 if it is beyond the limit of one of them. */
  count: (kind: LimitKind, clientKey: string) => Promise<void>
  /**
   * Returns how much of its limit a client, or one of its networks, has used, from 0 to 1. It counts no call. Throws an `ApiError` 429 beyond
   * the limit.
   */
  used: (kind: LimitKind, clientKey: string) => Promise<number>
}

export const NO_LIMITS: CallLimits = { count: async () => undefined, used: async () => 0 }

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

/** Below this share of its limit a client's challenges are as easy as any: nothing narrower needs to be asked for. */
const EASY_CHALLENGE_SHARE = 1 / 2

export function createCallLimits(perMinute: number, count: CountCalls): CallLimits {
  if (perMinute === 0) return NO_LIMITS
  /** The time (of `performance.now()`) until which this process refuses a network without asking the shared count. */
  const refused = new LRUCache<string, number>({ max: REFUSED_MAX })

  /** How many calls of a network are counted in its minute, with `amount` more. */
  async function callsOf(kind: LimitKind, { key, multiplier }: Network, amount: number): Promise<number> {
    const name = `${kind}:${key}`
    const until = refused.get(name) ?? 0
    if (until > performance.now()) throw tooMany(until - performance.now())
    const { calls, msLeft } = await count(name, WINDOW_MS, amount)
    if (calls <= perMinute * CALLS_PER_LIMIT_SHARE[kind] * multiplier) return calls
    refused.set(name, performance.now() + msLeft)
    throw tooMany(msLeft)
  }

  return {
    async count(kind, clientKey) {
      // The client itself is counted first, so that its refused calls do not use up the limit of its neighbours.
      const [own, ...wider] = networksOf(clientKey)
      await callsOf(kind, own, 1)
      await Promise.all(wider.map((network) => callsOf(kind, network, 1)))
    },
    async used(kind, clientKey) {
      // The widest network first: mostly it is the only one that has to be asked for.
      const limit = perMinute * CALLS_PER_LIMIT_SHARE[kind]
      let share = 0
      for (const network of networksOf(clientKey).toReversed()) {
        const calls = await callsOf(kind, network, 0)
        share = Math.max(share, calls / (limit * network.multiplier))
        // All calls of a network within it are among these.
        if (calls <= limit * EASY_CHALLENGE_SHARE) break
      }
      return share
    },
  }
}

const tooMany = (ms: number) => new ApiError('rate_limited', Math.max(1, Math.ceil(ms / 1000)))

export type ReadClientAddress = (c: Context<AppEnv>) => string

export const LOCAL_ADDRESS = '127.0.0.1'

export type LimitDependencies = { limits: CallLimits; addressOf: ReadClientAddress }

/** Notes who calls, for the limits and shares of all that follows. */
export function identifyClient(addressOf: ReadClientAddress) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('clientKey', clientKeyOf(addressOf(c)))
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

/** Number of 16-bit groups in the network part of an IPv6 address. */
const NETWORK_GROUPS = 4

/** Returns the key by which limits count a client: an IPv4 address, or an IPv6 network of 64 bits, because a visitor owns all of it. */
export function clientKeyOf(address: string): string {
  if (!address.includes(':')) return address
  const groups = expandIPv6(address.split('%')[0] ?? '').split(':')
  const network = groups.slice(0, NETWORK_GROUPS)
  return network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
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

import { isIP } from 'node:net'
import { screenNameFault } from '../contract/screenNameFault.ts'

export const isWhole = (min: number, max: number) => (value: string) =>
  /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
export const isIn = (known: readonly string[]) => (value: string) => known.includes(value)
export const isDollars = (value: string) =>
  /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(value) && Number(value) <= 100_000
export const isScreenName = (value: string) => screenNameFault(value) === null
export const isToken = (value: string) => /^[\x21-\x7e]*$/.test(value)
export const isEncKey = (value: string) => /^[\x20-\x7e]{32}$/.test(value)
const protocolOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '')
const isHttpUrl = (value: string) => ['http:', 'https:'].includes(protocolOf(value))
export const isStoreUrl = (value: string) => value === '' || ['redis:', 'rediss:'].includes(protocolOf(value))
export const isOrigin = (value: string) => isHttpUrl(value) && new URL(value).origin === value
/** Paths are our own, and a password would end up where nobody looks for one. */
export const BASE_RULE = 'an http(s) origin such as https://api.x.com, without a path and without a password'
export const isBase = (value: string) => isOrigin(value.replace(/\/$/, ''))
export const isHost = (value: string) => value === '' || isIP(value) !== 0

/** The widest networks that proxies can be in: 10.0.0.0/8 and fc00::/7. */
const WIDEST = { 4: 8, 6: 7 } as const
export const RANGE_RULE =
  'IP addresses of your own proxies, or CIDR ranges no wider than /8 (whoever is in one can name the address to be limited by)'

export function isRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (family === 4 ? isWhole(WIDEST[4], 32) : isWhole(WIDEST[6], 128))(bits)
}

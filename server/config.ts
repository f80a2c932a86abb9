import { isIP } from 'node:net'
import { DAY_MS } from '../contract/dates.ts'
import { BATCH_MAX, screenNameFault } from '../contract/names.ts'
import type { AppOptions } from './app.ts'
import { createLimits, createStoring } from './http/limits.ts'
import type { Count } from './http/limits.ts'
import { HARDEST } from './proof/challenge.ts'
import { UnfitData, requireData } from './store/secrets.ts'
import { SANDBOX_FAULTS } from './upstream/sandbox.ts'
import type { SandboxFault } from './upstream/sandbox.ts'
import { JUDGEABLE } from './upstream/x/health.ts'

export const isWhole = (min: number, max: number) => (value: string) =>
  /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
export const isIn = (known: readonly string[]) => (value: string) => known.includes(value)
export const isDollars = (value: string) =>
  /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(value) && Number(value) <= 100_000
/** Official accounts that together post every day. */
const CANARIES = 'X,XDevelopers,premium,NASA'
export const isScreenName = (value: string) => screenNameFault(value) === null
export const isToken = (value: string) => /^[\x21-\x7e]*$/.test(value)
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

export type Config = ReturnType<typeof readConfig>
type Env = Record<string, string | undefined>

const MB = 1024 * 1024
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** Every mistake in the environment at once, one sentence each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** The server's configuration from the environment. An empty value counts as none. Throws a `ConfigError`. */
export function readConfig(env: Env) {
  const faults: string[] = []
  const text = (name: string, fallback: string) => env[name]?.trim() || fallback

  /** The value, or a fault and the fallback. */
  const checked = (name: string, fallback: string, fits: (value: string) => boolean, rule: string) => {
    const value = text(name, fallback)
    if (fits(value)) return value
    faults.push(`${name} must be ${rule}.`)
    return fallback
  }
  const whole = (name: string, fallback: number, min: number, max: number) =>
    Number(checked(name, String(fallback), isWhole(min, max), `a whole number from ${min} to ${max}`))
  const oneOf = <T extends string>(name: string, known: readonly [T, ...T[]]): T =>
    known.find((value) => value === checked(name, known[0], isIn(known), `one of ${known.join(', ')}`)) ??
    known[0]
  const list = (name: string, fits: (value: string) => boolean, rule: string, fallback = '') =>
    text(name, fallback)
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .filter(
        (entry) => fits(entry) || (faults.push(`${name} must hold ${rule}; "${entry}" is none.`), false),
      )

  const trustedProxies = list('TRUST_PROXY', isRange, RANGE_RULE)
  const hostGiven = checked('HOST', '', isHost, 'an IP address of this machine, or empty')

  const collects = checked('AGREEMENT', '', isIn(['', 'collect']), 'empty or "collect"') === 'collect'
  const agreementPercent = whole('AGREEMENT_PERCENT_PER_ADDRESS', 1, 1, 100)

  const config = {
    /** The only address to listen at; null for every one. */
    host: hostGiven || (trustedProxies.length > 0 ? '127.0.0.1' : null),
    hostGiven: hostGiven !== '',
    port: whole('PORT', 8787, 0, 65_535),
    metricsPort: env['METRICS_PORT'] ? whole('METRICS_PORT', 0, 0, 65_535) : null,
    dataDir: text('DATA_DIR', 'data'),
    /** May hold a password: never printed. */
    storeUrl: checked('STORE_URL', '', isStoreUrl, 'empty (SQLite) or a redis:// or rediss:// URL'),
    upstream: oneOf('UPSTREAM', ['sandbox', 'x']),
    bearerToken: checked('X_BEARER_TOKEN', '', isToken, 'a token without spaces'),
    accountsPermitted:
      checked('X_ACCOUNT_CHECKS', '', isIn(['', 'permitted']), 'empty or "permitted"') === 'permitted',
    postSearchPermitted:
      checked('X_POST_SEARCH', '', isIn(['', 'permitted']), 'empty or "permitted"') === 'permitted',
    /** Posts of a batch that are looked for in search. */
    postSearchMax: whole('X_POST_SEARCH_MAX', 20, 0, BATCH_MAX),
    /** Accounts of which search is known to hold posts; the default ones together post every day. */
    canaries: list('X_CANARY', isScreenName, 'screen names without "@"', CANARIES),
    judged: judged(list('X_JUDGE', isIn([...JUDGEABLE, 'none']), 'search_ban, posts, or "none" alone')),
    budgetUsd: Number(
      checked('X_BUDGET_USD_PER_DAY', '5', isDollars, 'dollars such as 5 or 0.50, at most 100000'),
    ),
    budgetPercent: {
      address: whole('X_BUDGET_PERCENT_PER_ADDRESS', 5, 1, 100),
      hour: whole('X_BUDGET_PERCENT_PER_HOUR', 15, 1, 100),
    },
    apiBase: checked('X_API_BASE', 'https://api.x.com', isBase, BASE_RULE),
    oembedBase: checked('X_OEMBED_BASE', 'https://publish.x.com', isBase, BASE_RULE),
    difficulty: whole('POW_DIFFICULTY', 3, 0, HARDEST),
    origins: list('SITE_ORIGINS', isOrigin, 'origins such as https://example.org'),
    trustedProxies,
    ratePerMinute: whole('RATE_LIMIT_PER_MINUTE', 60, 0, 1_000_000),
    sandboxLatencyMs: whole('SANDBOX_LATENCY_MS', 300, 0, 30_000),
    sandboxFault: oneOf<SandboxFault>('SANDBOX_FAULT', SANDBOX_FAULTS),
    /** Null where what visitors saw is not counted. */
    agreementPercent: collects ? agreementPercent : null,
    historyMs: whole('HISTORY_DAYS', 90, 1, 3650) * DAY_MS,
    historyMaxBytes: whole('HISTORY_MAX_MB', 1024, 1, 1_000_000) * MB,
    historyAddressBytes: whole('HISTORY_MAX_MB_PER_ADDRESS', 4, 1, 1_000_000) * MB,
    logLevel: oneOf('LOG_LEVEL', ['info', ...LOG_LEVELS]),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** What the operator lets be judged: everything unless told otherwise. */
function judged(named: readonly string[]) {
  return named.length === 0 ? JUDGEABLE : JUDGEABLE.filter((item) => named.includes(item))
}

/** The upstream's time for one check, in milliseconds: a little less than the page waits. */
const DEADLINE_MS = 40_000

/** The app's options from the configuration, on every platform; `count` counts an address's calls there. */
export function appOptionsOf(config: Config, count: Count) {
  const { agreementPercent, difficulty, historyMs, historyAddressBytes, origins, ratePerMinute } = config
  return {
    agreementPercent,
    difficulty,
    historyMs,
    origins,
    limits: createLimits(ratePerMinute, count),
    storing: createStoring(historyAddressBytes, count),
    deadlineMs: DEADLINE_MS,
    now: Date.now,
  } satisfies Partial<AppOptions>
}

/** What is allowed but dangerous together, one sentence each, for the log when the server starts. */
export function dangersOf(config: Config): string[] {
  const { agreementPercent, upstream, ratePerMinute, difficulty, trustedProxies, host, hostGiven } = config
  const isReal = upstream === 'x'
  const elsewhere = trustedProxies.find((proxy) => !isLoopback(proxy))
  return [
    isReal &&
      ratePerMinute === 0 &&
      'RATE_LIMIT_PER_MINUTE=0 with UPSTREAM=x: one visitor can use up what X grants this server, dollars included.',
    isReal &&
      difficulty === 0 &&
      'POW_DIFFICULTY=0 with UPSTREAM=x: programs can have X asked without any work of their own.',
    isReal &&
      config.bearerToken !== '' &&
      config.apiBase.startsWith('http:') &&
      'X_API_BASE is not https: X_BEARER_TOKEN is sent so that anybody on the way can read it.',
    !isReal &&
      agreementPercent !== null &&
      'AGREEMENT=collect with UPSTREAM=sandbox: what is counted of invented accounts stands beside real ones for 90 days.',
    elsewhere !== undefined &&
      !hostGiven &&
      `TRUST_PROXY names ${elsewhere}, which is not this machine, but without HOST the server listens at ${host} alone: that proxy cannot reach it.`,
  ].filter((danger) => danger !== false)
}

const isLoopback = (proxy: string) => proxy.startsWith('127.') || proxy === '::1' || proxy === '::1/128'

/** The configuration; if it has mistakes, writes each to standard error and ends the process. */
export function configOrExit(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(78)
  }
}

/** The server's configuration, for a tool that works on its data; if there are none, or none that the server could read, ends the process with a sentence. */
export async function configOfServerOrExit(env: Record<string, string | undefined>): Promise<Config> {
  const config = configOrExit(env)
  await requireData(config).catch((error: unknown) => {
    if (!(error instanceof UnfitData)) throw error
    console.error(error.message)
    process.exit(78)
  })
  return config
}

/** Ends the process with one sentence on standard error instead of a stack. */
export function exitBecause(sentence: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? (codeOf(error) ?? error.message) : 'unknown'
    console.error(`${sentence}: ${reason}`)
    process.exit(1)
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

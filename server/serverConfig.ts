import { isIP } from 'node:net'
import { HARDEST } from './proof/difficultyFor.ts'
import { DEVELOPMENT_ENC_KEY } from './proof/encryptedAddress.ts'
import { SANDBOX_FAULTS } from './upstream/sandbox.ts'
import type { SandboxFault } from './upstream/sandbox.ts'

export type Config = ReturnType<typeof readConfig>
type Env = Record<string, string | undefined>

const DAY_MS = 86_400_000
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
  const list = (name: string, fits: (value: string) => boolean, rule: string) =>
    text(name, '')
      .split(/[\s,]+/)
      .filter((entry) => entry !== '')
      .filter(
        (entry) => fits(entry) || (faults.push(`${name} must hold ${rule}; "${entry}" is none.`), false),
      )

  const config = {
    port: whole('PORT', 8787, 0, 65_535),
    metricsPort: env['METRICS_PORT'] ? whole('METRICS_PORT', 0, 0, 65_535) : null,
    dataDir: text('DATA_DIR', 'data'),
    /** May hold a password: never printed. */
    storeUrl: checked('STORE_URL', '', isStoreUrl, 'empty (SQLite) or a redis:// or rediss:// URL'),
    upstream: oneOf('UPSTREAM', ['sandbox', 'x']),
    bearerToken: checked('X_BEARER_TOKEN', '', isToken, 'a token without spaces'),
    accountsPermitted:
      checked('X_ACCOUNT_CHECKS', '', isIn(['', 'permitted']), 'empty or "permitted"') === 'permitted',
    budgetUsd: Number(
      checked('X_BUDGET_USD_PER_DAY', '5', isDollars, 'dollars such as 5 or 0.50, at most 100000'),
    ),
    apiBase: checked('X_API_BASE', 'https://api.x.com', isHttpUrl, 'an http(s) URL'),
    oembedBase: checked('X_OEMBED_BASE', 'https://publish.x.com', isHttpUrl, 'an http(s) URL'),
    difficulty: whole('POW_DIFFICULTY', 3, 0, HARDEST),
    origins: list('SITE_ORIGINS', isOrigin, 'origins such as https://example.org'),
    trustedProxies: list('TRUST_PROXY', isRange, 'IP addresses or CIDR ranges of proxies'),
    ratePerMinute: whole('RATE_LIMIT_PER_MINUTE', 60, 0, 1_000_000),
    sandboxLatencyMs: whole('SANDBOX_LATENCY_MS', 300, 0, 30_000),
    sandboxFault: oneOf<SandboxFault>('SANDBOX_FAULT', SANDBOX_FAULTS),
    historyMs: whole('HISTORY_DAYS', 90, 1, 3650) * DAY_MS,
    encKey: Buffer.from(checked('ENC_KEY', DEVELOPMENT_ENC_KEY, isEncKey, '32 ASCII characters')),
    logLevel: oneOf('LOG_LEVEL', ['info', ...LOG_LEVELS]),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

const isWhole = (min: number, max: number) => (value: string) =>
  /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
const isIn = (known: readonly string[]) => (value: string) => known.includes(value)
const isDollars = (value: string) => /^[0-9]{1,6}(?:\.[0-9]{1,6})?$/.test(value) && Number(value) <= 100_000
const isToken = (value: string) => /^[\x21-\x7e]*$/.test(value)
const isEncKey = (value: string) => /^[\x20-\x7e]{32}$/.test(value)
const protocolOf = (value: string) => (URL.canParse(value) ? new URL(value).protocol : '')
const isHttpUrl = (value: string) => ['http:', 'https:'].includes(protocolOf(value))
const isStoreUrl = (value: string) => value === '' || ['redis:', 'rediss:'].includes(protocolOf(value))
const isOrigin = (value: string) => isHttpUrl(value) && new URL(value).origin === value

function isRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || isWhole(0, family === 4 ? 32 : 128)(bits)
}

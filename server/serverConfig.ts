import { DAY_MS } from '../contract/japanDay.ts'
import { BATCH_MAX } from '../contract/PostUrl.ts'
import {
  BASE_RULE,
  RANGE_RULE,
  isBase,
  isDollars,
  isEncKey,
  isHost,
  isIn,
  isOrigin,
  isRange,
  isScreenName,
  isStoreUrl,
  isToken,
  isWhole,
} from './configRules.ts'
import { HARDEST } from './proof/difficultyFor.ts'
import { DEVELOPMENT_ENC_KEY } from './proof/encryptedAddress.ts'
import { SANDBOX_FAULTS } from './upstream/sandbox.ts'
import type { SandboxFault } from './upstream/sandbox.ts'
import { JUDGEABLE } from './upstream/x/xCapabilities.ts'

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
  const list = (name: string, fits: (value: string) => boolean, rule: string) =>
    text(name, '')
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
    /** An account of which search is known to hold posts. */
    canary: checked('X_CANARY', 'XDevelopers', isScreenName, 'a screen name without "@"'),
    judged: judged(list('X_JUDGE', isIn([...JUDGEABLE, 'none']), 'search_ban, posts, or "none" alone')),
    budgetUsd: Number(
      checked('X_BUDGET_USD_PER_DAY', '5', isDollars, 'dollars such as 5 or 0.50, at most 100000'),
    ),
    budgetPercent: {
      address: whole('X_BUDGET_PERCENT_PER_ADDRESS', 10, 1, 100),
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
    encKey: Buffer.from(checked('ENC_KEY', DEVELOPMENT_ENC_KEY, isEncKey, '32 ASCII characters')),
    logLevel: oneOf('LOG_LEVEL', ['info', ...LOG_LEVELS]),
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** What the operator lets be judged: everything unless told otherwise. */
function judged(named: readonly string[]) {
  return named.length === 0 ? JUDGEABLE : JUDGEABLE.filter((item) => named.includes(item))
}

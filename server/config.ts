import { readFileSync } from 'node:fs'
import { SANDBOX } from '../contract/outcomes.ts'
import { createCallLimits } from './http/limits.ts'
import type { CountCalls } from './http/limits.ts'
import { createChallengeClock } from './proof/challenge.ts'
import { dataDirFaultSentence } from './store/secrets.ts'
import { SECRET_FILE_VARIABLES, misspeltVariables, readVariables } from './variables.ts'
import type { Env } from './variables.ts'

export type Config = ReturnType<typeof readConfig>

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
  const { values, faults } = readVariables(env)
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    ...values,
    host: values.host || loopbackFor(values.trustedProxies),
    hostGiven: values.host !== '',
    budgetPercent: { address: values.budgetPercentPerAddress, hour: values.budgetPercentPerHour },
  }
}

/** The loopback address that the trusted proxies call: `::1` where they all have it; null without a proxy, for all addresses. */
function loopbackFor(proxies: readonly string[]): string | null {
  if (proxies.length === 0) return null
  return proxies.every(isLoopback6) ? '::1' : '127.0.0.1'
}

/** The upstream's time for one check, in milliseconds: a little less than the page waits. */
export const CHECK_DEADLINE_MS = 40_000

export function appOptionsOf(config: Config, count: CountCalls) {
  const { difficulty, historyMs, historyAddressBytes, origins, ratePerMinute } = config
  return {
    difficulty,
    historyMs,
    origins,
    limits: createCallLimits(ratePerMinute, count),
    historyAddressBytes,
    deadlineMs: CHECK_DEADLINE_MS,
    now: Date.now,
    challengeClock: createChallengeClock(Date.now),
  }
}

export function configWarnings(config: Config): string[] {
  const { upstream, ratePerMinute, difficulty, trustedProxies, host, hostGiven } = config
  const isReal = upstream !== SANDBOX
  const reaches = host === '::1' ? isLoopback6 : isLoopback4
  const elsewhere = trustedProxies.find((proxy) => !reaches(proxy))
  return [
    isReal &&
      ratePerMinute === 0 &&
      `RATE_LIMIT_PER_MINUTE=0 with UPSTREAM=${upstream}: one visitor can use up what X grants this server, dollars included; set a limit.`,
    isReal &&
      difficulty === 0 &&
      `POW_DIFFICULTY=0 with UPSTREAM=${upstream}: programs can make this server call X without any work of their own; set 1 or more.`,
    isReal &&
      config.bearerToken !== '' &&
      config.apiBase.startsWith('http:') &&
      'X_API_BASE is not https: anybody on the way can read X_BEARER_TOKEN; name an https origin.',
    !isReal &&
      config.bearerToken !== '' &&
      'X_BEARER_TOKEN is set, but UPSTREAM is not "x": the server answers from the sandbox, with invented accounts; set UPSTREAM=x.',
    elsewhere !== undefined &&
      !hostGiven &&
      `TRUST_PROXY names ${elsewhere}, but without HOST the server listens at ${host} alone: that proxy cannot reach it; set HOST to an address that it can reach.`,
  ].filter((warning) => warning !== false)
}

const isLoopback4 = (proxy: string) => proxy.startsWith('127.')
const isLoopback6 = (proxy: string) => proxy === '::1' || proxy === '::1/128'

/** The environment with the secrets that files hold, such as `X_BEARER_TOKEN_FILE`. Throws a `ConfigError`. */
export function withSecretFiles(env: Env): Env {
  const faults: string[] = []
  const secrets = SECRET_FILE_VARIABLES.flatMap(({ name, fileName }) => {
    const path = env[fileName]?.trim()
    if (!path) return []
    if (env[name]?.trim()) {
      faults.push(`${name} and ${fileName} must not be set together.`)
      return []
    }
    try {
      return [[name, readFileSync(path, 'utf8').trim()]]
    } catch (error) {
      faults.push(`${fileName} must name a file that can be read (${(error as NodeJS.ErrnoException).code}).`)
      return []
    }
  })
  if (faults.length > 0) throw new ConfigError(faults)
  return { ...env, ...Object.fromEntries(secrets) }
}

/** Reads the configuration, or ends the process with its faults. It also prints names that look like misspelt variables. */
export function readConfigOrExit(env: Env): Config {
  for (const sentence of misspeltVariables(env)) console.error(sentence)
  try {
    return readConfig(withSecretFiles(env))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(78)
  }
}

/** Like `readConfigOrExit`, for a tool that works on the server's data. It also ends the process if the data are missing or the server could not read them. */
export async function readServerConfigOrExit(env: Env): Promise<Config> {
  const config = readConfigOrExit(env)
  const fault = config.storeUrl === '' ? await dataDirFaultSentence(config.dataDir) : null
  if (fault === null) return config
  console.error(fault)
  process.exit(78)
}

export function exitWithError(sentence: string) {
  return ({ code, message }: NodeJS.ErrnoException): never => {
    // All errors of node:sqlite have the same code; only their message says what is wrong.
    console.error(`${sentence}: ${code === undefined || code === 'ERR_SQLITE_ERROR' ? message : code}`)
    process.exit(1)
  }
}

import { DEVELOPMENT_ENC_KEY } from './proof/encryptedAddress.ts'
import type { Config } from './serverConfig.ts'

/** What is allowed but dangerous together, one sentence each, for the log when the server starts. */
export function dangersOf(config: Config): string[] {
  const { agreementPercent, upstream, ratePerMinute, difficulty, encKey, trustedProxies, host, hostGiven } =
    config
  const isReal = upstream === 'x'
  const isPublished = encKey.equals(Buffer.from(DEVELOPMENT_ENC_KEY))
  const elsewhere = trustedProxies.find((proxy) => !isLoopback(proxy))
  return [
    isReal &&
      ratePerMinute === 0 &&
      'RATE_LIMIT_PER_MINUTE=0 with UPSTREAM=x: one visitor can use up what X grants this server, dollars included.',
    isReal &&
      difficulty === 0 &&
      'POW_DIFFICULTY=0 with UPSTREAM=x: programs can have X asked without any work of their own.',
    isReal &&
      isPublished &&
      'ENC_KEY with UPSTREAM=x is the published development key: build the site with four VITE_ENC_KEY_… of your own, and set ENC_KEY to them, joined.',
    !isReal &&
      agreementPercent !== null &&
      'AGREEMENT=collect with UPSTREAM=sandbox: what is counted of invented accounts stands beside real ones for 90 days.',
    elsewhere !== undefined &&
      !hostGiven &&
      `TRUST_PROXY names ${elsewhere}, which is not this machine, but without HOST the server listens at ${host} alone: that proxy cannot reach it.`,
  ].filter((danger) => danger !== false)
}

const isLoopback = (proxy: string) => proxy.startsWith('127.') || proxy === '::1' || proxy === '::1/128'

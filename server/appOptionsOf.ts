import type { AppOptions } from './app.ts'
import { createLimits, createStoring } from './http/limits.ts'
import type { Count } from './http/limits.ts'
import { encryptedAddresses } from './proof/encryptedAddress.ts'
import type { Config } from './serverConfig.ts'

/** The upstream's time for one check, in milliseconds: a little less than the page waits. */
const DEADLINE_MS = 40_000

/** The app's options from the configuration, on every platform; `count` counts an address's calls there, `onWarning` gets sentences for the operator. */
export function appOptionsOf(config: Config, count: Count, onWarning: (said: string) => void) {
  const { agreementPercent, difficulty, encKey, historyMs, historyAddressBytes, origins, ratePerMinute } =
    config
  return {
    agreementPercent,
    difficulty,
    addresses: encryptedAddresses(encKey, onWarning),
    historyMs,
    origins,
    limits: createLimits(ratePerMinute, count),
    storing: createStoring(historyAddressBytes, count),
    deadlineMs: DEADLINE_MS,
    now: Date.now,
  } satisfies Partial<AppOptions>
}

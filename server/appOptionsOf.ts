import type { AppOptions } from './app.ts'
import { createLimits } from './http/limits.ts'
import type { Count } from './http/limits.ts'
import type { Config } from './serverConfig.ts'

/** The app's options from the configuration, on every platform; `count` counts an address's calls there. */
export function appOptionsOf(config: Config, count: Count) {
  const { difficulty, encKey, historyMs, origins, ratePerMinute } = config
  return {
    difficulty,
    encKey,
    historyMs,
    origins,
    limits: createLimits(ratePerMinute, count),
  } satisfies AppOptions
}

import type { AppOptions } from './app.ts'
import { createLimits } from './http/limits.ts'
import type { Count } from './http/limits.ts'
import type { Config } from './serverConfig.ts'

/** What the configuration means for the app, wherever it runs; `count` is what the platform counts an address's calls with. */
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

import { ConfigError, readConfig } from './serverConfig.ts'
import type { Config } from './serverConfig.ts'

/** The configuration, or every mistake in it on standard error and an end of the process. */
export function configOrExit(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(78)
  }
}
